import {
  type DigestChat,
  type DigestReader,
  listDigestChats,
  listDigestReaders,
  listKnownCauses,
} from '../../db/channels/digests.ts'
import { enqueueSend } from '../../db/channels/outbox.ts'
import type { PendingSend } from '../../domain/channels/send.ts'
import { type DigestPeriod, dueDigest } from '../../domain/digest/due-digest.ts'
import { type BotDeps, inWorkspace, isAllowed } from '../deps.ts'
import { formatDigestDetail } from './digest-detail.ts'
import { digestRules, setAtOf } from './digest-rules.ts'

type PlanDeps = Pick<BotDeps, 'bot' | 'settings' | 'now' | 'database' | 'principal'>

/**
 * Enqueues the digests that are due, each once: the cause of a send names chat and period and is unique, so that
 * neither a restart nor a second process sends another.
 */
export async function planDigests(deps: PlanDeps): Promise<void> {
  const { bot, settings } = deps
  const now = deps.now()
  await inWorkspace(deps, async (db, workspaceId) => {
    const chats = await listDigestChats(db, workspaceId, bot)
    const due = chats.flatMap((chat) => {
      const { schedule, ...clock } = digestRules(chat.settings, settings)
      const period = mayDigest(chat, deps) ? dueDigest(schedule, { ...clock, now }) : null
      if (period === null || schedule === 'off') return []
      return [{ chat, period, isPrivate: schedule.to === 'private' }]
    })
    if (due.length === 0) return
    const readers = due.some(({ isPrivate }) => isPrivate)
      ? await listDigestReaders(db, workspaceId, bot)
      : []
    const pending = due.flatMap(({ chat, period, isPrivate }) =>
      isPrivate
        ? readers
            .filter((reader) => hadAsked(reader, period))
            .map((reader) => sendTo(chat, period, reader))
        : [sendTo(chat, period, null)],
    )
    const causes = pending.map(({ cause }) => cause)
    const known = await listKnownCauses(db, workspaceId, bot, causes)
    const missing = pending.filter(({ cause }) => !known.has(cause))
    await enqueueSend(db, workspaceId, bot, missing, now)
  })
}

function mayDigest({ chat, settings: own }: DigestChat, { settings }: Pick<BotDeps, 'settings'>) {
  return (
    own.hearing !== 'off' &&
    isAllowed(settings.mayReceiveFrom, chat) &&
    isAllowed(settings.mayAnswerIn, chat)
  )
}

/** Who asks after a period has ended gets the next one. */
function hadAsked({ settings }: DigestChat, { until }: DigestPeriod): boolean {
  const setAt = setAtOf(settings)
  return setAt === null || setAt < until
}

/** By our own id of the chat, which stays when a group becomes a supergroup. */
function sendTo(
  { id, chat }: DigestChat,
  period: DigestPeriod,
  reader: DigestReader | null,
): PendingSend {
  const cause = `d:${id}:${period.date}`
  return {
    kind: 'digest',
    cause: reader === null ? cause : `${cause}:${reader.chat}`,
    detail: formatDigestDetail({ chatId: id, ...period }),
    chat: reader?.chat ?? chat,
    isGroup: reader === null,
    topic: null,
    messageId: null,
    person: reader?.person ?? null,
  }
}
