import { isGenericWord } from '../../../text/generic-words.ts'
import { likelyLanguages } from '../../../text/query/query-language.ts'
import { asksSomething } from '../../../text/query/query-question.ts'
import { isStopWord } from '../../../text/stop-words.ts'
import { wordsOf } from '../../../text/words.ts'
import { namesOf, withoutAccents } from './name-forms.ts'

const HANDLE = /@[\p{L}\p{N}_]+/gu

/**
 * Finds a person's first name or username in a text, however it is written: "Ann,", "@ann_k", "ann can you", "lucia" for
 * Lucía, "Олено" for Олена. A name that is also a word ("Will", "May", "Ben") counts with a capital, an @, or before a
 * question only. A nickname that is no form of the name cannot be known.
 */
export function askerFinder(
  name: string | null,
  username: string | null,
): (text: string) => boolean {
  const isWord = (one: string) => isStopWord(one.toLowerCase()) || isGenericWord(one.toLowerCase())
  const [first = '', ...forms] = namesOf(name)
  const spelled = [first, username ?? ''].filter((one) => [...one].length > 1)
  const folded = [...spelled, ...forms]
    .filter((one) => !isWord(one))
    .map((one) => wordsOf(withoutAccents(one)))
    .filter((parts) => parts.length > 0)
  const words = spelled.filter(isWord)
  const exact = words.map(exactly)
  const called = spelled.map((one) => `@${one.toLowerCase()}`)
  return (text) => {
    const lower = text.toLowerCase()
    if (called.some((one) => isWholeAt(lower, one)) || exact.some((one) => one.test(text))) {
      return true
    }
    if (words.some((word) => isAskedBy(word, text))) return true
    const said = new Set(wordsOf(withoutAccents(text.replaceAll(HANDLE, ' '))))
    return folded.some((parts) => parts.every((part) => said.has(part)))
  }
}

/** The name with its capital, as a whole word and not the first of a sentence. */
function exactly(name: string): RegExp {
  const [head = '', ...rest] = name
  const spelled = `${head.toUpperCase()}${rest.join('')}`.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
  return new RegExp(
    `(?<=[\\p{L}\\p{N},:;]\\s{1,4})${spelled}(?![\\p{L}\\p{N}])|^${spelled}[,:]`,
    'u',
  )
}

/** "Ben did you pay": what follows the first word is a question by itself, as in "will it rain" it is not. */
function isAskedBy(name: string, text: string): boolean {
  const start = text.trimStart()
  if (!start.toLowerCase().startsWith(`${name.toLowerCase()} `)) return false
  const [rest = ''] = start.slice(name.length).split(/[?\n]/u, 1)
  return asksSomething(rest, likelyLanguages(rest))
}

function isWholeAt(text: string, part: string): boolean {
  const at = text.indexOf(part)
  return at >= 0 && !/[\p{L}\p{N}_]/u.test(text.charAt(at + part.length))
}
