import type { Earshot } from '../../src/app/open-earshot.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import type { IncomingMessage } from '../../src/domain/message.ts'
import { type LabelledChat, toDelivery } from '../../test/catch-up/labelled-chats.ts'
import { ask, OPERATOR } from './scratch-engine.ts'

/** The labelled chats again and again, one after the other, in one chat. */
const CHAT = { channel: 'api', externalId: 'long', kind: 'group', title: 'Long' } as const
/** No labelled chat takes longer. */
const DAYS_EACH = 4
const BATCH = 250

export type SpeedReading = {
  readonly messages: number
  readonly conversations: number
  readonly catchUpMs: readonly number[]
  /** The same rows, read and nothing else. */
  readonly bareMs: readonly number[]
}

/** Fills one chat and catches up with its newest messages, as many as each size says. */
export async function measureSpeed(
  earshot: Earshot,
  chats: readonly LabelledChat[],
  { sizes, rounds }: { readonly sizes: readonly number[]; readonly rounds: number },
): Promise<SpeedReading[]> {
  const messages = repeated(chats, Math.max(...sizes) + 1)
  for (let from = 0; from < messages.length; from += BATCH) {
    const batch = messages.slice(from, from + BATCH)
    await earshot.engine.receive(OPERATOR, { chat: CHAT, messages: batch })
  }
  await earshot.database.execute('vacuum analyze')
  const readings: SpeedReading[] = []
  for (const size of sizes) readings.push(await measureSize(earshot, messages, size, rounds))
  return readings
}

async function measureSize(
  earshot: Earshot,
  messages: readonly IncomingMessage[],
  size: number,
  rounds: number,
): Promise<SpeedReading> {
  const since = (messages.at(-size - 1) as IncomingMessage).sentAt
  const last = messages.at(-1) as IncomingMessage
  const asked = { chat: CHAT.externalId, asker: last.author.externalId, since, until: last.sentAt }
  // The first one plans its statements and compiles its code, as in a server that has just started.
  const first = await ask(earshot, asked)
  const [catchUpMs, bareMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    catchUpMs.push(await timed(() => ask(earshot, asked)))
    bareMs.push(await timed(() => readBare(earshot, since)))
  }
  const { messageCount, conversationCount } = first
  return { messages: messageCount, conversations: conversationCount, catchUpMs, bareMs }
}

function readBare({ database }: Earshot, since: Date): Promise<unknown> {
  return database.asOwner((db) =>
    db.query(
      `select m.id, m.external_id, m.author_id, m.sent_at, m.text, m.reply_to
         from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
        where m.workspace_id = $1 and c.external_id = $2 and m.sent_at > $3 order by m.sent_at`,
      [DEFAULT_WORKSPACE, CHAT.externalId, since.toISOString()],
    ),
  )
}

function repeated(chats: readonly LabelledChat[], count: number): IncomingMessage[] {
  const messages: IncomingMessage[] = []
  // From the last to the first: the newest must not be of the future.
  for (let copy = 0; messages.length < count; copy += 1) {
    const chat = chats[copy % chats.length] as LabelledChat
    const delivery = toDelivery(chat, { copy: `${copy} `, daysLater: -copy * DAYS_EACH })
    messages.unshift(...delivery.messages)
  }
  return messages.slice(-count)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
