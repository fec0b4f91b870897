import { MONTH_ALTERNATIVES } from '../../../text/dates-in.ts'

/* What a person typed themself: without code, links, quotes and forwarded text, which are the words of others. */

/** A longer message is a paste; its beginning is read. */
const MAX_LENGTH = 4_000

const FORWARDED =
  /^\s*(?:\[?forwarded\b|fwd?:|weitergeleitet\b|reenviado\b|переслан[оа]\b|переслано\b|transféré\b|inoltrato\b|encaminhada\b)/iu
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/gu
const INLINE_CODE = /`[^`\n]{0,200}`/gu
const LINK = /(?:https?:\/\/|www\.)\S{1,300}/giu
/** Three or more words between quotation marks are a quotation; one or two may be a name. */
const QUOTATION = /["“„«][^"“”„«»\n]{0,60}\s[^"“”„«»\s]{1,40}\s[^"“”„«»\n]{0,200}["”“»]/gu
const SPOILER = /\|\|[^|]{0,300}\|\|/gu
const PICTOGRAPHS = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D)+/gu

/** Most messages have none of what is cleaned away. */
const SPECIAL =
  /[^\p{L}\p{M} ,.!?'-]| {2}|\. \p{Ll}|^\s*(?:forwarded|weitergeleitet|reenviado|переслано|transféré|inoltrato|encaminhada)/iu
/** "5. Mai" ends no sentence. */
const DAY_BEFORE_MONTH = new RegExp(
  `(?<!\\d)(\\d{1,2})\\. (?=(?:${MONTH_ALTERNATIVES})(?!\\p{L}))`,
  'giu',
)

/** The author's own words; empty for a forwarded message. Emoji become clause ends. */
export function cleanMessage(text: string): string {
  const start = text.slice(0, MAX_LENGTH)
  if (!SPECIAL.test(start)) return start.trim()
  if (FORWARDED.test(start)) return ''
  return start
    .replaceAll(CODE_BLOCK, '\n')
    .replaceAll(INLINE_CODE, ' … ')
    .split('\n')
    .filter((line) => !/^\s*(?:>|&gt;|\|)/u.test(line))
    .join('\n')
    .replaceAll(LINK, ' … ')
    .replaceAll(QUOTATION, ' … ')
    .replaceAll(SPOILER, ' … ')
    .replaceAll(PICTOGRAPHS, ' ; ')
    .replaceAll(/[’ʼ`´]/gu, "'")
    .replaceAll(DAY_BEFORE_MONTH, '$1 ')
    .replaceAll(/(?<!\d)(\d{1,2}\.\d{1,2})\. (?=\p{Ll})/gu, '$1 ')
    .replaceAll(/[ \t\u00a0]+/gu, ' ')
    .trim()
}
