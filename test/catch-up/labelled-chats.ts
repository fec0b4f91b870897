import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Author, type Delivery, EMPTY_FIELDS } from '../../src/domain/message.ts'

/* Reads the labelled chats beside this file. A message is identified by its day and time: "1 08:05".
 *
 *   decision  states what was agreed, booked, moved or called off
 *   asked     a question or request to the asker, not answered by them
 *   open      a question to all that nobody answered */

/** The benches run compiled, from the root of the repository. */
const FOLDER = join('test', 'catch-up')
const LABELS = ['decision', 'asked', 'open'] as const
const DAY_MS = 86_400_000
const FIRST_DAY = Date.parse('2026-03-02T00:00:00Z')

export type Label = (typeof LABELS)[number]

export type LabelledMessage = {
  /** Day and time. */
  readonly id: string
  readonly author: string
  readonly text: string
  readonly replyTo: string | null
  readonly labels: readonly Label[]
}

export type LabelledChat = {
  readonly name: string
  readonly language: string
  /** Rules are made with the first half in view; the second judges them. */
  readonly half: 'first' | 'second'
  readonly asker: { readonly name: string; readonly username: string }
  readonly messages: readonly LabelledMessage[]
}

/** All chats, in the order of their files. */
export function readLabelledChats(folder = FOLDER): LabelledChat[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => parseChats(readFileSync(join(folder, name), 'utf8')))
}

function parseChats(text: string): LabelledChat[] {
  const [, ...blocks] = text.split(/^chat /mu)
  return blocks.map((block) => {
    const [head = '', ...rows] = block.split('\n').filter((row) => row.trim() !== '')
    const [name = '', language = '', half = '', asker = ''] = columnsOf(head)
    const [, personName = '', username = ''] = /^asker (.+) @(\w+)$/u.exec(asker) ?? []
    if ((half !== 'first' && half !== 'second') || username === '') {
      throw new Error(`The line "chat ${head}" has no half or no asker.`)
    }
    return {
      name,
      language,
      half,
      asker: { name: personName, username },
      messages: rows.map(parseRow),
    }
  })
}

function parseRow(row: string): LabelledMessage {
  const [id = '', author = '', text = '', replyTo = '', labels = ''] = columnsOf(row)
  const given = labels.split(' ').filter((label) => label !== '')
  const known = LABELS.filter((label) => given.includes(label))
  if (!/^\d \d\d:\d\d$/u.test(id) || text === '' || known.length !== given.length) {
    throw new Error(`The row "${row}" is not: day time | author | text | replied-to time | labels.`)
  }
  return { id, author, text, replyTo: replyTo === '' ? null : replyTo, labels: known }
}

function columnsOf(row: string): string[] {
  return row.split('|').map((column) => column.trim())
}

/** Time of a message by its id, of days after the first. */
export function timeOf(id: string, daysLater = 0): Date {
  const [day = '', time = ''] = id.split(' ')
  const [hours = '', minutes = ''] = time.split(':')
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(FIRST_DAY + (Number(day) - 1 + daysLater) * DAY_MS + ms)
}

/** The chat as a channel would deliver it; a copy of it has other ids and later days. */
export function toDelivery(
  chat: LabelledChat,
  { copy = '', daysLater = 0 }: { readonly copy?: string; readonly daysLater?: number } = {},
): Delivery {
  return {
    chat: { channel: 'api', externalId: chat.name, kind: 'group', title: chat.name },
    messages: chat.messages.map(({ id, author, text, replyTo }) => ({
      ...EMPTY_FIELDS,
      externalId: `${copy}${id}`,
      author: authorOf(author, chat.asker),
      sentAt: timeOf(id, daysLater),
      text,
      replyTo: replyTo === null ? null : `${copy}${replyTo}`,
    })),
  }
}

function authorOf(name: string, asker: LabelledChat['asker']): Author {
  const username = name === asker.name ? asker.username : null
  return { externalId: name, name, username, isBot: false }
}
