import { createRequire } from 'node:module'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'

/** A hundred modules, which most starts do without: loaded when a text first holds what may be a number. */
const load = () =>
  createRequire(import.meta.url)('libphonenumber-js/min') as typeof import('libphonenumber-js/min')
let loaded: ReturnType<typeof load> | null = null

/** Reads a telephone number, international or of a country; undefined if it is none. */
export function parsePhoneNumber(digits: string, country?: CountryCode): PhoneNumber | undefined {
  loaded ??= load()
  return loaded.parsePhoneNumberFromString(digits, country)
}
