import type { DateOrder } from '../item.ts'
import type { InputLine } from '../lines.ts'
import { readLineHead, shownTime, splitSender } from './whatsapp-line.ts'

/* Is 01/02/2024 in January or in February? One number above 12 anywhere in the file decides it; if there
 * is none, the order in which the dates never go back; if both orders go back, it is a guess. */

type Survey = {
  readonly dateOrder: DateOrder
  /** Nothing in the file decided it. */
  readonly isGuess: boolean
  /** At most two authors. */
  readonly isPrivate: boolean
  readonly heads: number
}

const ORDERS = ['dmy', 'mdy'] as const

/** Reads the whole file once, to detect its format. */
export async function surveyLines(lines: AsyncIterable<InputLine>): Promise<Survey> {
  const senders = new Set<string>()
  const last = { dmy: 0, mdy: 0 }
  const wrong = { dmy: 0, mdy: 0 }
  let years = 0
  let heads = 0
  for await (const { text } of lines) {
    const head = readLineHead(text)
    if (head === null) continue
    heads += 1
    const [a] = head.date
    const sender = splitSender(head.rest)?.sender
    if (sender !== undefined && senders.size < 3) senders.add(sender)
    if (a > 31) years += 1
    for (const order of ORDERS) {
      const time = shownTime(head, order)
      // No such day, or a step back of more than a clock adjustment.
      if (time === null) wrong[order] += 1_000
      else {
        if (time < last[order] - 24 * 3_600_000) wrong[order] += 1
        last[order] = time
      }
    }
  }
  const isPrivate = senders.size <= 2
  if (years > heads / 2) return { dateOrder: 'ymd', isGuess: false, isPrivate, heads }
  const dateOrder = wrong.mdy < wrong.dmy ? 'mdy' : 'dmy'
  return { dateOrder, isGuess: wrong.mdy === wrong.dmy && heads > 0, isPrivate, heads }
}
