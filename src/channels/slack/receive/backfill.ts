import type { WebClient } from '@slack/web-api'
import { asFields, type Fields, fieldText, listOf } from '../../../text/fields.ts'
import type { Inbox, StoredThread } from '../../channel.ts'
import type { RawEvent } from '../../channel-event.ts'
import { sleepUntilStopped } from '../../sleep.ts'
import { classifySlackError } from '../classify-slack-error.ts'
import { editOfHistory, messageOfHistory } from './raw-events.ts'
import type { SlackCursor } from './slack-cursor.ts'

export type BackfillDeps = {
  readonly web: WebClient
  /** The bot's own id. */
  readonly me: string
  readonly now: () => Date
}

/** Slack recommends no more; it may return fewer. */
const PER_PAGE = 200
/** Of a chat, in one backfill. */
const MAX_PAGES = 200
/** A chat or a thread without messages for longer has hardly any edits of, or replies to, old messages. */
const QUIET_MS = 7 * 86_400_000
/** Threads of a chat that are read again without a sign of new replies. */
const MAX_THREADS = 100
const SAVED_AT_ONCE = 100

/**
 * Saves what was sent during an absence: of each chat the messages since a moment, oldest first, the replies in its
 * threads, and the edits of the messages before. Chats with the newest messages come first.
 */
export async function backfill(
  deps: BackfillDeps,
  { inbox, cursor }: { readonly inbox: Inbox; readonly cursor: SlackCursor },
  since: string,
  stopping: AbortSignal,
): Promise<void> {
  const stored = await inbox.newestMessages()
  const known = [...new Set(stored.toSorted(newestFirst).map(({ chat }) => chat))]
  const others = (await listConversations(deps, stopping)).filter((chat) => !known.includes(chat))
  for (const chat of [...known, ...others]) {
    const read = { stored, since, isKnown: known.includes(chat) }
    const events = await readChat(deps, chat, read, stopping)
    for (let i = 0; i < events.length && !stopping.aborted; i += SAVED_AT_ONCE) {
      const some = events.slice(i, i + SAVED_AT_ONCE)
      await inbox.save(some, { ...cursor.move(some), isMore: true })
    }
    if (stopping.aborted) return
  }
}

/** What is new in a chat: its messages since a moment, then edits. Of an incomplete reading nothing is saved. */
async function readChat(
  deps: BackfillDeps,
  chat: string,
  {
    stored,
    since,
    isKnown,
  }: {
    readonly stored: readonly StoredThread[]
    readonly since: string
    readonly isKnown: boolean
  },
  stopping: AbortSignal,
): Promise<RawEvent[]> {
  const found = await readMessages(deps, chat, since, stopping)
  const messages = isKnown ? found : sinceJoined(found, deps.me)
  const isActive = recentOf(stored, { chat, since }).length > 0
  const before = isActive ? await readBefore(deps, chat, since, stopping) : []
  for (const thread of threadsOf([...messages, ...before], stored, { chat, since })) {
    messages.push(...(await readReplies(deps, { chat, thread, since }, stopping)))
  }
  if (stopping.aborted) return []
  const now = deps.now()
  const edited = before.filter((one) => tsOf(asFields(one.edited)?.ts) > Number(since))
  return [
    ...messages.toSorted(byTs).flatMap((one) => messageOfHistory(one, chat, now)),
    ...[...messages, ...edited].flatMap((one) => editOfHistory(one, chat, now)),
  ]
}

/** All chats that the bot is in. Without the scopes to list them, those with stored messages have to do. */
async function listConversations({ web }: BackfillDeps, stopping: AbortSignal): Promise<string[]> {
  const types = 'public_channel,private_channel,mpim,im'
  const pages = await readPages(stopping, (cursor) =>
    web.users.conversations({ types, exclude_archived: true, limit: PER_PAGE, ...cursor }),
  )
  return pages.flatMap(({ channels }) => listOf(channels).flatMap(({ id }) => fieldText(id) ?? []))
}

async function readMessages(
  { web }: BackfillDeps,
  channel: string,
  oldest: string,
  stopping: AbortSignal,
): Promise<Fields[]> {
  const pages = await readPages(stopping, (cursor) =>
    web.conversations.history({ channel, oldest, limit: PER_PAGE, ...cursor }),
  )
  return pages.flatMap(({ messages }) => listOf(messages))
}

/** The messages just before, of which some may have been edited since, or have a first reply: one page of them. */
async function readBefore(
  { web }: BackfillDeps,
  channel: string,
  latest: string,
  stopping: AbortSignal,
): Promise<Fields[]> {
  const where = { channel, latest, inclusive: true, limit: PER_PAGE }
  const pages = await readPages(stopping, () => web.conversations.history(where), 1)
  return pages.flatMap(({ messages }) => listOf(messages))
}

async function readReplies(
  { web }: BackfillDeps,
  at: { readonly chat: string; readonly thread: string; readonly since: string },
  stopping: AbortSignal,
): Promise<Fields[]> {
  const where = { channel: at.chat, ts: at.thread, oldest: at.since, limit: PER_PAGE }
  const pages = await readPages(stopping, (cursor) =>
    web.conversations.replies({ ...where, ...cursor }),
  )
  // The message that the thread is about is always among them.
  return pages
    .flatMap(({ messages }) => listOf(messages))
    .filter(({ ts }) => ts !== at.thread && tsOf(ts) > Number(at.since))
}

/** All pages; a rate limit is waited for. Of what Slack refuses, such as a chat that the bot has left, nothing. */
async function readPages(
  stopping: AbortSignal,
  ask: (cursor: { cursor?: string }) => Promise<object>,
  maxPages = MAX_PAGES,
): Promise<Fields[]> {
  const pages: Fields[] = []
  let cursor: string | null = null
  while (!stopping.aborted && pages.length < maxPages) {
    try {
      const page: Fields = { ...(await ask(cursor === null ? {} : { cursor })) }
      pages.push(page)
      cursor = fieldText(asFields(page.response_metadata)?.next_cursor)
      if (cursor === null) break
    } catch (error) {
      const failure = classifySlackError(error)
      if (failure?.kind === 'limited') await sleepUntilStopped(failure.seconds * 1_000, stopping)
      else if (failure?.kind === 'refused' && failure.status !== 401) break
      else throw error
    }
  }
  return pages
}

/** Messages from before the bot was invited are not its to read. */
function sinceJoined(messages: readonly Fields[], me: string): Fields[] {
  const joins = messages.filter(({ subtype, user }) => {
    return (subtype === 'channel_join' || subtype === 'group_join') && user === me
  })
  const joined = Math.max(0, ...joins.map(({ ts }) => tsOf(ts)))
  return messages.filter(({ ts }) => tsOf(ts) >= joined)
}

/** Threads that may have new replies: by the data of their first messages, and those with a recent stored message. */
function threadsOf(
  messages: readonly Fields[],
  stored: readonly StoredThread[],
  { chat, since }: { readonly chat: string; readonly since: string },
): string[] {
  const active = messages
    .filter(({ latest_reply }) => tsOf(latest_reply) > Number(since))
    .flatMap(({ ts }) => fieldText(ts) ?? [])
  const recent = recentOf(stored, { chat, since }).flatMap(({ topic }) => topic ?? [])
  return [...new Set([...active, ...recent.slice(0, MAX_THREADS)])]
}

/** The threads of a chat with a recent stored message, the chat itself among them; the newest first. */
function recentOf(
  stored: readonly StoredThread[],
  { chat, since }: { readonly chat: string; readonly since: string },
): StoredThread[] {
  const start = Number(since) * 1_000 - QUIET_MS
  return stored
    .filter((one) => one.chat === chat && one.sentAt.getTime() > start)
    .toSorted(newestFirst)
}

function newestFirst(a: StoredThread, b: StoredThread): number {
  return b.sentAt.getTime() - a.sentAt.getTime()
}

function byTs(a: Fields, b: Fields): number {
  return tsOf(a.ts) - tsOf(b.ts)
}

function tsOf(value: unknown): number {
  const ts = Number(fieldText(value) ?? 0)
  return Number.isFinite(ts) ? ts : 0
}
