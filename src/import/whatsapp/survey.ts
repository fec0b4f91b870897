import type { DateOrder } from '../item.ts'
import type { InputLine } from '../lines.ts'
import { readLineHead, shownTime, splitSender } from './whatsapp-line.ts'

/* Is 01/02/2024 in January or in February? One number above 12 anywhere in the file decides it; if there
 * is none, the order in which the dates never go back. If both orders are equally good, nothing decides. */

type Survey = {
  readonly dateOrder: DateOrder
  /** A date that may be read in two ways, if nothing in the file decides; else null. */
  readonly doubt: string | null
  /** The title of the chat, if the first lines have it. */
  readonly title: string | null
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
  let [years, heads] = [0, 0]
  let doubt: string | null = null
  let title: string | null = null
  for await (const { text } of lines) {
    const head = readLineHead(text)
    if (head === null) continue
    heads += 1
    const [a, b] = head.date
    const sender = splitSender(head.rest)?.sender
    if (sender !== undefined && senders.size < 3) senders.add(sender)
    if (heads <= FIRST_LINES) title ??= titleIn(head.rest, heads === 1)
    if (a > 31) years += 1
    if (a !== b) doubt ??= head.date.join('/')
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
  const found = { isPrivate: senders.size <= 2, heads, title }
  if (years > heads / 2) return { ...found, dateOrder: 'ymd', doubt: null }
  const dateOrder = wrong.mdy < wrong.dmy ? 'mdy' : 'dmy'
  return { ...found, dateOrder, doubt: wrong.mdy === wrong.dmy ? doubt : null }
}

/** The creation of a group is among the first lines of its export. */
const FIRST_LINES = 10
const QUOTED = /["“„«]([^"“”„«»]{1,100})["”“»]/

/** Android: Ann created group "Tea". iPhone: the first line is a notice in the name of the chat. */
function titleIn(rest: string, isFirst: boolean): string | null {
  const said = splitSender(rest)
  if (said === null) return QUOTED.exec(rest)?.[1]?.trim() ?? null
  return isFirst && said.text.startsWith('\u200e') ? said.sender : null
}
