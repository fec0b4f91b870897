import { listActiveThreads } from '../../db/channels/digests.ts'
import {
  type ChatSettings,
  findChat,
  findChatById,
  findChatSettings,
} from '../../db/messages/chats.ts'
import type { Send } from '../../domain/channels/send.ts'
import { formatThreadId } from '../../domain/chat.ts'
import type { CatchUp } from '../../engine/views/catch-up/catch-up.ts'
import { localTime } from '../../engine/write/show-lines.ts'
import { joined, plain, type Rich, styled } from '../../text/markdown/rich.ts'
import { catchUpLines } from '../deliver/catch-up-lines.ts'
import { notice, type OutgoingMessage } from '../deliver/outgoing-message.ts'
import { type BotDeps, chatRef, inWorkspace, isAllowed } from '../deps.ts'
import { linksIn } from '../message-links.ts'
import { type DigestDetail, readDigestDetail } from './digest-detail.ts'
import { digestRules } from './digest-rules.ts'

/** A forum may have hundreds; the most recently active are read. */
const MAX_THREADS = 20

/**
 * A digest, composed when it is sent: what was deleted or hidden since it was enqueued is not in it. A notice, so that
 * no copy of what it quotes is stored. Null if nothing happened, or if it is no longer wanted.
 */
export async function composeDigest(send: Send, deps: BotDeps): Promise<OutgoingMessage | null> {
  const detail = readDigestDetail(send.detail ?? '')
  const source = await findSource(detail, deps)
  if (source === null) return null
  const { chat, title, topics, rules } = source
  const { schedule, timeZone } = rules
  const isWanted = schedule !== 'off' && (schedule.to === 'private') === (send.person !== null)
  if (!isWanted) return null
  if (send.person !== null && !(await mayRead(send, chat, deps))) return null
  const caught: CatchUp[] = []
  for (const topic of topics.slice(0, MAX_THREADS)) {
    caught.push(
      await deps.engine.catchUp(
        deps.principal,
        formatThreadId({ ...chatRef({ channel: deps.bot.channel, chat }), topic }),
        {
          author: send.person === null ? null : { externalId: send.person },
          since: detail.since,
          askedAt: detail.until,
          isOnlyMe: false,
        },
      ),
    )
  }
  const conversations = caught.flatMap((one) => one.conversations)
  if (conversations.length === 0) return null
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const lines = catchUpLines(
    {
      conversations,
      messageCount: sum(caught.map(({ messageCount }) => messageCount)),
      conversationCount: sum(caught.map(({ conversationCount }) => conversationCount)),
    },
    await linksIn(chatRef({ channel: deps.bot.channel, chat }), deps),
  )
  return notice(joined([headingOf(title, detail, timeZone), lines], '\n'), null, deps)
}

type DigestSource = {
  readonly chat: string
  readonly title: string | null
  /** Threads with messages in the period. */
  readonly topics: readonly (string | null)[]
  readonly rules: ReturnType<typeof digestRules>
}

/** The chat the digest is of; null if it was deleted, or its messages are not stored any more. */
function findSource(detail: DigestDetail, deps: BotDeps): Promise<DigestSource | null> {
  return inWorkspace(deps, async (db, workspaceId) => {
    const row = await findChatById(db, workspaceId, detail.chatId)
    if (row === null) return null
    const own = await findChatSettings(db, workspaceId, row.id)
    if (own.hearing === 'off') return null
    const topics = await listActiveThreads(db, workspaceId, row.id, detail)
    const rules = digestRules(own, deps.settings)
    return { chat: row.externalId, title: row.title, topics, rules }
  })
}

/** True for a person who still wants digests and is a member of the chat now, as Telegram says. */
async function mayRead(send: Send, chat: string, deps: BotDeps): Promise<boolean> {
  const { person } = send
  if (person === null) return false
  const own = await inWorkspace(deps, async (db, workspaceId): Promise<ChatSettings> => {
    const row = await findChat(
      db,
      workspaceId,
      chatRef({ channel: deps.bot.channel, chat: send.chat }),
    )
    return row === null ? {} : findChatSettings(db, workspaceId, row.id)
  })
  if (own.privateDigests !== 'on') return false
  const member = await deps.channel.findMember(chat, person)
  return member !== null && isAllowed(deps.settings.mayAnswer, person, ...member.names)
}

/** The title is needed in a private chat; the times say what the digest covers. */
function headingOf(title: string | null, { since, until }: DigestDetail, timeZone: string): Rich {
  const [from, to] = [since, until].map((at) => {
    const { date, clock } = localTime(at, timeZone)
    return `${date} ${clock}`
  })
  const period = `${from} – ${to}`
  return styled(plain(title === null ? period : `${title}, ${period}`), { kind: 'bold' })
}
