import type { DecisionWords } from './decisions/decision-words.ts'
import { GERMANIC } from './decisions/germanic.ts'
import { OTHER_SPACED } from './decisions/other-spaced.ts'
import { ROMANCE } from './decisions/romance.ts'
import { SLAVIC } from './decisions/slavic.ts'
import { likelyLanguages } from './query-language.ts'
import { asksSomething } from './query-question.ts'

/* Whether a message states a decision: what was agreed on, booked, moved or called off, an appointment, or who does
 * what. The words are data, a file a group of languages; the languages of a chat are mixed, so all are tried. A question
 * or a condition decides nothing. A missed decision costs more than a false one (bench/catch-up). */

const LANGUAGES: readonly DecisionWords[] = [...GERMANIC, ...ROMANCE, ...SLAVIC, ...OTHER_SPACED]

/** "9:40", "7 pm", "at 4", "о 22". */
const CLOCK = [
  `\\d{1,2}(?:[:.h]\\d{2}| ?(?:am|pm|h|uhr|o'clock))`,
  `(?:at|by|from|till|until|um|ab|gegen|à|a las|a la|alle|às|las|om|в|к|с|о|об|на|o) \\d{1,2}`,
].join('|')
/** "The 13th", "der 12.", "26-го", "24/12". */
const DATE = `\\d{1,2}(?:st|nd|rd|th|-?го|-?е)|\\d{1,2}\\.(?=$|\\s)|\\d{1,2}/\\d{1,2}`

const wordsOf = (part: keyof DecisionWords) => LANGUAGES.map((words) => words[part]).join('|')
const DECIDED = whole(wordsOf('decided'))
const COMMITS = whole(wordsOf('commits'))
const ARRANGED = whole(wordsOf('arranged'))
const CONFIRMS = whole(wordsOf('confirms'))
const DAYS = whole(`${wordsOf('times')}|${DATE}`)
const CLOCKS = whole(CLOCK)
const DOUBTS = whole(wordsOf('doubts'))

/** "The fountain it is", "7 it is then": not "that is what it is". */
const IT_IS =
  /(?<!(?<!\p{L})(?:what|how|where|who|why|which|that|as|because|whatever|than|think|like|if|when)) it is(?: then)?[^\p{L}\p{N}]*(?:$|,)/u
/** Anywhere, in languages that do not separate words. */
const UNSPACED =
  /に(?:決まり|決定|決めた|決めました|しましょう|しよう)|決まりました|で(?:行|い)(?:こう|きましょう)|予約(?:しました|した|取れ)|中止(?:に|です)|延期(?:に|です)|决定|決定了|说好|說好|就这么定|就這麼定|定了|订好|訂好|约好|約好|取消了|改到|하기로 (?:했|해|하)|로 (?:하자|정했)|결정|예약했|취소|미뤄/u
/** A longer message is a text that mentions decisions. */
const MAX_LENGTH = 600
/** The end of a discussion is short; longer sentences have "so" and "then" anyway. */
const MAX_CONFIRMING = 60

const AGREES = new RegExp(`^(?:${wordsOf('agrees')})[^\\p{L}\\p{N}]*$`, 'u')

/** True for "agreed", "deal": it decides what was said before it, and says nothing of its own. */
export function onlyAgrees(text: string): boolean {
  return text.length <= MAX_CONFIRMING && AGREES.test(normalize(text))
}

/** True if the message states that something was decided. */
export function statesDecision(text: string): boolean {
  if (text.length > MAX_LENGTH || onlyAgrees(text)) return false
  return normalize(text)
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .some(
      (part) => decides(part) && !DOUBTS.test(part) && !asksSomething(part, likelyLanguages(part)),
    )
}

function normalize(text: string): string {
  return text.trim().toLowerCase().replaceAll(/[’ʼ]/gu, "'")
}

function decides(part: string): boolean {
  if (DECIDED.test(part) || COMMITS.test(part) || IT_IS.test(part) || UNSPACED.test(part))
    return true
  const [hasDay, hasClock] = [DAYS.test(part), CLOCKS.test(part)]
  if (!hasDay && !hasClock) return false
  // A day and an hour are an appointment, whatever is said of them.
  if (hasDay && hasClock) return true
  return ARRANGED.test(part) || (part.length <= MAX_CONFIRMING && CONFIRMS.test(part))
}

/** Whole words; `~` is the rest of a word. */
function whole(alternatives: string): RegExp {
  const words = alternatives.replaceAll('~', '[\\p{L}\\p{M}]*')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`, 'u')
}
