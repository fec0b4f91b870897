import type { DateOrder } from '../item.ts'
import { clockTime } from '../times.ts'

/* The first line of a message, in the formats of phones in many countries:
 *
 *   [31/12/2023, 21:41:05] Ann: hello        iPhone
 *   12/31/23, 9:41 PM - Ann: hello           Android
 *   31.12.23, 21:41 - Ann: hello
 *   2023-12-31 9:41 p. m. - Ann: hello
 *   [2023/12/31 下午9:41:05] Ann: hello
 *
 * Every line that does not begin so belongs to the message above it. */

export type Head = {
  /** The three numbers of the date, as written. */
  readonly date: readonly [number, number, number]
  readonly time: readonly [number, number, number]
  readonly rest: string
}

const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const HEAD =
  /^\[?(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})\.?[,،]? (?:at |um |à |a las )?(上午|下午|午前|午後|오전|오후|[ap]\.? ?m\.? )? ?(\d{1,2})[:.](\d\d)(?:[:.](\d\d))? ?(\p{L}\.? ?\p{L}\.?|[صم])?(?:\]| [-–]) ?/iu
const AFTERNOON = /^(p\.? ?m\.?|下午|午後|오후|م|μ\.? ?μ\.?|ч)$/i
const MORNING = /^(a\.? ?m\.?|上午|午前|오전|ص|π\.? ?μ\.?)$/i

/** No head is longer. */
const LONGEST = 60

/** The head of a message; null for a continuation line. */
export function readLineHead(line: string): Head | null {
  // Bidirectional controls may precede it; spaces come in several widths, digits in several scripts.
  const start = line.search(/[^\u200e\u200f\u202a\ufeff]/)
  if (start < 0) return null
  const found = HEAD.exec(plainDigits(line.slice(start, start + LONGEST)))
  if (found === null) return null
  const [head = '', a, b, c, before, hour, minute, second, after] = found
  const time = twentyFour(Number(hour), (before ?? after ?? '').trim())
  if (time === null) return null
  return {
    date: [Number(a), Number(b), Number(c)],
    time: [time, Number(minute), Number(second ?? 0)],
    rest: line.slice(start + head.length),
  }
}

function twentyFour(hour: number, half: string): number | null {
  if (half === '') return hour
  if (AFTERNOON.test(half)) return hour === 12 ? 12 : hour + 12
  return MORNING.test(half) ? hour % 12 : null
}

/** The time of a head, as if it were UTC; null if there is no such day. */
export function shownTime({ date, time }: Head, order: DateOrder): number | null {
  const [a, b, c] = date
  const [year, month, day] =
    order === 'ymd' || a > 31 ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
  return clockTime([year < 100 ? 2_000 + year : year, month, day], time)
}

/** Author and text: "Ann: hello". Null for a system message of WhatsApp. */
export function splitSender(
  rest: string,
): { readonly sender: string; readonly text: string } | null {
  const at = rest.indexOf(': ')
  const end = at < 0 && rest.endsWith(':') ? rest.length - 1 : at
  if (end <= 0 || end > 100) return null
  const sender = rest
    .slice(0, end)
    .replaceAll(MARKS, '')
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .trim()
  // A new group subject is written in quotes, and may contain a colon: no name has quotes.
  if (sender === '' || /["“”«»]/.test(sender)) return null
  return { sender, text: rest.slice(end + 2) }
}

/** The text without bidirectional controls, which mean nothing here. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, '')
}

/** Arabic, Persian and Hindi digits as ASCII, and one kind of space; the length does not change. */
function plainDigits(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code < 0x6f0 ? 0x660 : code < 0x900 ? 0x6f0 : 0x966))
  })
}
