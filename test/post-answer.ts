import { changeSend, enqueueSend, listPendingSends } from '../src/db/channels/outbox.ts'
import { admin, incoming } from './deps.ts'
import type { MemoryWorld } from './memory-world.ts'
import type { TestDb } from './with-db.ts'

/** The group that a test's channel posts to. */
export const TEAM = { channel: 'api', externalId: 'team', kind: 'group', title: 'Team' } as const

/** What a channel does with an answer: it enqueues the send, posts what is stored of it, and stores the message. */
export async function postAnswer(
  { it, world }: { readonly it: TestDb; readonly world: MemoryWorld },
  answerId: string,
  question: string,
): Promise<void> {
  const { workspaceId } = it
  const by = { channel: TEAM.channel, bot: 'bot' }
  const stored = await it.database.asOwner(async (db) => {
    const pending = {
      kind: 'answer',
      cause: question,
      detail: null,
      chat: TEAM.externalId,
      isGroup: true,
      topic: null,
      messageId: question,
      person: null,
    } as const
    await enqueueSend(db, workspaceId, by, [pending], world.now())
    const [send] = await listPendingSends(db, workspaceId, by, { now: world.now(), limit: 1 })
    const change = { from: ['due'], to: 'sent', answerId, sentId: `bot-${question}` } as const
    await changeSend(db, workspaceId, send?.id ?? 0, change, world.now())
    return db.query<{ answer: string }>(
      'select answer from answers where workspace_id = $1 and id = $2',
      [workspaceId, answerId],
    )
  })
  const text = stored[0]?.answer
  if (text === undefined) return
  const bot = { externalId: 'bot', name: 'Bot', username: null, isBot: true }
  const message = incoming('Bot', text, {
    externalId: `bot-${question}`,
    author: bot,
    sentAt: world.now(),
    replyTo: question,
  })
  await world.engine.receive(admin(it), { chat: TEAM, messages: [message] })
}
