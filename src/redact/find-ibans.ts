import { isMod97 } from './checksums.ts'
import type { RedactedSpan } from './redaction.ts'

/* Bank accounts by ISO 13616. The country sets the length, the length sets the end, and only one in 97
 * passes by chance: no word for it is needed next to it. */

const LENGTHS: ReadonlyMap<string, number> = new Map(
  `NO15 BE16 DK18 FI18 FO18 GL18 NL18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 BG22 BH22
  CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 TL23 OM23 SO23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24
  SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28
  LB28 PL28 SV28 SD18 BI27 DJ27 BR29 EG29 PS29 QA29 UA29 MN20 NI28 RU33 JO30 KW30 MU30 MT31 LC32 SC31 YE30 FK18`
    .split(/\s+/)
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const BEGINNING = /(?:(?<![a-z\d])|(?<=iban))[a-z] ?[a-z][ .-]?\d[ .-]?\d/gi
const NEXT = /[ .\-_/]{0,2}([a-z\d])/iy

/** Bank accounts. */
export function findIbans(text: string): RedactedSpan[] {
  const found: RedactedSpan[] = []
  let free = 0
  for (const { index } of text.matchAll(BEGINNING)) {
    const end = index < free ? null : endOfAccount(text, index)
    if (end === null) continue
    found.push({ kind: 'iban', start: index, end })
    free = end
  }
  return found
}

function endOfAccount(text: string, start: number): number | null {
  let account = ''
  let length = 4
  NEXT.lastIndex = start
  for (let end = start; ; end = NEXT.lastIndex) {
    if (account.length === 2) length = LENGTHS.get(account) ?? 0
    if (account.length >= length) return isAccount(text, account, end) ? end : null
    const next = NEXT.exec(text)
    if (next === null) return null
    account += next[1]?.toUpperCase()
  }
}

function isAccount(text: string, account: string, end: number): boolean {
  return account.length > 4 && !/[a-z\d]/i.test(text[end] ?? ' ') && isMod97(account)
}
