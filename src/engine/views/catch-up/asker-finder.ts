import { isGenericWord } from '../../../text/generic-words.ts'
import { isStopWord } from '../../../text/stop-words.ts'
import { wordsOf } from '../../../text/words.ts'

const HANDLE = /@[\p{L}\p{N}_]+/gu

/**
 * Finds a person's first name or username in a text, however it is written: "Ann,", "@ann_k", "ann can you". A name that is
 * also a word ("Will", "May") counts with a capital or an @ only.
 */
export function askerFinder(
  name: string | null,
  username: string | null,
): (text: string) => boolean {
  const [first = ''] = (name ?? '').split(/\s+/u)
  const spelled = [first, username ?? ''].filter((one) => [...one].length > 1)
  const isWord = (one: string) => isStopWord(one.toLowerCase()) || isGenericWord(one.toLowerCase())
  const folded = spelled.filter((one) => !isWord(one)).map((one) => wordsOf(one))
  const exact = spelled.filter(isWord).map(exactly)
  const called = spelled.map((one) => `@${one.toLowerCase()}`)
  return (text) => {
    const lower = text.toLowerCase()
    if (called.some((one) => isWholeAt(lower, one)) || exact.some((one) => one.test(text))) {
      return true
    }
    const words = new Set(wordsOf(text.replaceAll(HANDLE, ' ')))
    return folded.some((parts) => parts.length > 0 && parts.every((part) => words.has(part)))
  }
}

/** The name with its capital, as a whole word and not the first of a sentence. */
function exactly(name: string): RegExp {
  const [head = '', ...rest] = name
  const spelled = `${head.toUpperCase()}${rest.join('')}`.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
  return new RegExp(`(?<=[\\p{L}\\p{N},:;]\\s+)${spelled}(?![\\p{L}\\p{N}])|^${spelled}[,:]`, 'u')
}

function isWholeAt(text: string, part: string): boolean {
  const at = text.indexOf(part)
  return at >= 0 && !/[\p{L}\p{N}_]/u.test(text.charAt(at + part.length))
}
