import { readDiscord } from './discord/read-discord.ts'
import { readIrc } from './irc/read-irc.ts'
import type { ImportItem, ReadOptions } from './item.ts'
import type { ImportInput } from './open-source.ts'
import { readJsonl } from './read-jsonl.ts'
import { readSlack } from './slack/read-slack.ts'
import { readTelegram } from './telegram/read-telegram.ts'
import { readWhatsApp } from './whatsapp/read-whatsapp.ts'

/** Reads the messages of an export, in its order. */
type Reader = (source: ImportInput, options: ReadOptions) => AsyncGenerator<ImportItem>

/** The formats of exports; --from names one. */
export const FORMATS = {
  telegram: readTelegram,
  slack: readSlack,
  discord: readDiscord,
  whatsapp: readWhatsApp,
  irc: readIrc,
  jsonl: readJsonl,
} as const satisfies Readonly<Record<string, Reader>>

export type FormatName = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

/** True for a valid value of --from. */
export function isFormat(name: string | null): name is FormatName {
  return name !== null && Object.hasOwn(FORMATS, name)
}
