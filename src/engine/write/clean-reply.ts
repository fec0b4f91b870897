import { encodeName } from './encode.ts'
import { addressesIn, onlyKnownAddresses } from './known-addresses.ts'

/* Cleans a reply for readers. Models repeat what they were shown: headers, ids, markers; and under prompt
 * injection a model writes an address that leaks message text as soon as a client loads it. */

export type Cleaning = {
  /** Names of the speakers in the prompt. */
  readonly speakers: readonly string[]
  /** Texts the reply may take addresses from: what the model was shown. */
  readonly shown: readonly string[]
}

/** The reply if cleaning leaves nothing. */
export const NOTHING_TO_SAY =
  'I have no answer to that. Tag me again and say in a sentence what you would like to know.'

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`
const VALUE = String.raw`(?:${STRING}|[^\s"\]]+)`
/**
 * [meta n=2 name="Ann"], [speaker …], user [meta …]: and the older [meta] chat_id=… form. No two branches
 * begin with the same text, or an unclosed header would cause catastrophic backtracking.
 */
const HEADER = new RegExp(
  String.raw`(?:^[ \t]*(?:user|bot) )?\[(?:meta|speaker)(?:[ \t]+\w+=(?:${STRING}|[^\]\n"])*)?\](?:[ \t]+\w+=${VALUE})*:?`,
  'gim',
)
/** A header whose quotes or brackets do not close. */
const BROKEN_HEADER = /\[(?:meta|speaker)[ \t]+\w+=[^\]\n]*(?:\]|$)/gim
const MARKER =
  /\[(?:RESPOND|REPLY TO THIS|ATTACHMENT|Media|(?:Image|Video|Audio|Voice|Sticker|Document|YouTube) not shown)\]|^== (?:now|[A-Z][a-z]+, \d{1,2} [A-Z][a-z]+ \d{4})$/gim
/** (message_id=18) in brackets only: a field name in running text may be what was asked about. */
const TECHNICAL =
  /[([]\s*(?:message_id|chat_id|user_id|thread_id|reply_to\w*)\s*[=:]\s*-?\w+\s*[)\]]/gi
/** "bot → Ann:" before the first word, and "[2] 10:05 Ann → [1]:" before any line. */
const OWN_HEADER = /^(?:bot|assistant)(?: → [^\n:]{1,60})?:[ \t]*/i
const LINE_HEADER = new RegExp(
  String.raw`^[ \t]*(\[\d+\] )?(\d{2}:\d{2} )(${STRING}|[^\s:#"[][^\n:#"]{0,40}?)(?: \(\d+\))?( → [^\n:"]{1,60}?)?(?: quoting ${STRING})?:[ \t]*(?=("?))`,
  'gm',
)
/** More nesting than this is an attack. */
const MAX_PASSES = 8

/** The reply without headers, ids and unknown addresses; NOTHING_TO_SAY if nothing is left. */
export function cleanReply(reply: string, cleaning: Cleaning): string {
  const clean = withoutOwnHeader(cleanPart(unwrap(reply.trim()), cleaning))
  const tidy = clean
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(tidy) ? tidy : NOTHING_TO_SAY
}

/** The beginning of a reply without the name that models put before it. */
export function withoutOwnHeader(text: string): string {
  return text.trimStart().replace(OWN_HEADER, '')
}

/**
 * The same for a complete part of a reply: white space stays as it is. Repeated until nothing changes: a
 * removal may join its neighbours into something new, ht[RESPOND]tps into an address.
 */
export function cleanPart(part: string, cleaning: Cleaning): string {
  const known = addressesIn(cleaning.shown)
  let text = part
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const clean = cleanOnce(text, cleaning, known)
    if (clean === text) return text
    text = clean
  }
  return ''
}

function cleanOnce(part: string, { speakers }: Cleaning, known: ReadonlySet<string>): string {
  const encoded = new Set(['you', ...speakers.map(encodeName)])
  const bare = part
    .replaceAll(HEADER, '')
    .replaceAll(BROKEN_HEADER, '')
    .replaceAll(MARKER, '')
    .replaceAll(TECHNICAL, '')
    .replaceAll(LINE_HEADER, (header, number, _time, name: string, target = '', quote = '') => {
      // "10:05 Dinner: at Ann's" is a user text.
      const isOurs = number || target || quote || encoded.has(name)
      return isOurs ? '' : header
    })
  return onlyKnownAddresses(bare, known)
}

/** A model that was shown JSON strings sometimes answers with one. */
export function unwrap(reply: string): string {
  if (!reply.startsWith('"') || !reply.endsWith('"')) return reply
  try {
    const text: unknown = JSON.parse(reply)
    return typeof text === 'string' ? text : reply
  } catch {
    return reply
  }
}
