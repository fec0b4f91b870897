import type { Operation } from './client-log.ts'
import type { Random } from './seeded-random.ts'

/* What a busy and slightly broken channel sends: messages alone and in batches, some of them late,
 * some again, some edited or deleted, some that must be refused, and now and then a question. */

/** A request to the server, and what it asks for, message by message. */
export type ChaosRequest = {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: unknown
  readonly operations: readonly Operation[]
}

type WireMessage = {
  readonly id: string
  readonly author: { readonly id: string; readonly name: string }
  readonly sent_at: string
  readonly text: string
  readonly reply_to?: string
  readonly quote?: string
  readonly context_snapshot?: { readonly text: string }
  readonly thread_id?: string
}
type Chat = {
  readonly id: string
  readonly sent: WireMessage[]
  /** The time in this chat, in milliseconds; it moves on with every message. */
  clock: number
}

const MINUTE_MS = 60_000
const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'] as const
const TOPICS = ['build', 'travel'] as const
const WORDS =
  'the a we is on for train ticket deploy lunch river photo invoice garden green window budget heron'.split(
    ' ',
  ) as [string, ...string[]]

/** Makes an endless stream of requests to a handful of chats, all dated before `now`. */
export function createWorkload(random: Random, now: number): { next(): ChaosRequest } {
  const chats: Chat[] = []
  let made = 0
  /** One of the four youngest chats; a full chat makes room for another. */
  const pickChat = (): Chat => {
    if (chats.length < 4 || (chats.at(-1)?.sent.length ?? 0) > 400) {
      chats.push({ id: `c${chats.length}`, sent: [], clock: now - 30 * 24 * 60 * MINUTE_MS })
    }
    return random.pick(chats.slice(-4) as [Chat, ...Chat[]])
  }
  const message = (chat: Chat): WireMessage => {
    made += 1
    const sent = newMessage(random, chat, `m${made}`)
    chat.sent.push(sent)
    return sent
  }
  const makers: readonly (readonly [share: number, make: Maker])[] = [
    [0.42, (chat) => receive(chat, [message(chat)])],
    [0.2, (chat) => batch(random, chat, message)],
    [0.1, (chat) => again(random, chat, message)],
    [0.12, (chat) => edit(random, chat, now)],
    [0.06, (chat) => remove(random, chat)],
    [0.04, (chat) => refused(random, chat, message)],
    [0.06, (chat) => ask(random, chat)],
  ]
  return {
    next: () => {
      const chat = pickChat()
      let left = random.next()
      const chosen = makers.find(([share]) => {
        left -= share
        return left < 0
      })
      // An edit needs a message to edit: a chat begins with one.
      return chosen?.[1](chat) ?? receive(chat, [message(chat)])
    },
  }
}

/** Null when the chat has nothing yet to do it to. */
type Maker = (chat: Chat) => ChaosRequest | null
type NewMessage = (chat: Chat) => WireMessage

function newMessage(random: Random, chat: Chat, id: string): WireMessage {
  const isNewSession = random.chance(0.03)
  chat.clock += isNewSession ? 40 * MINUTE_MS : random.between(1_000, 90_000)
  const lateMs = random.chance(0.08) ? random.between(1, 300) * MINUTE_MS : 0
  const topic = random.chance(0.2) ? random.pick(TOPICS) : undefined
  const parent = random.chance(0.25)
    ? recent(random, chat, (m) => m.thread_id === topic)
    : undefined
  const author = random.pick(PEOPLE)
  return {
    id,
    author: { id: author, name: author.toUpperCase() },
    sent_at: new Date(chat.clock - lateMs).toISOString(),
    text: `${sentence(random)} ${id}`,
    ...(topic === undefined ? {} : { thread_id: topic }),
    ...(parent === undefined ? {} : { reply_to: parent.id }),
    ...(parent !== undefined && random.chance(0.3) ? { quote: parent.text.slice(0, 20) } : {}),
    ...(parent !== undefined && random.chance(0.3)
      ? { context_snapshot: { text: parent.text } }
      : {}),
  }
}

function recent(
  random: Random,
  chat: Chat,
  fits: (message: WireMessage) => boolean = () => true,
): WireMessage | undefined {
  const candidates = chat.sent.slice(-30).filter(fits)
  return candidates[random.between(0, candidates.length - 1)]
}

function sentence(random: Random): string {
  return Array.from({ length: random.between(3, 16) }, () => random.pick(WORDS)).join(' ')
}

const address = (chat: Chat) => `api:${chat.id}`

function receive(chat: Chat, messages: readonly WireMessage[]): ChaosRequest {
  return {
    method: 'POST',
    path: '/api/messages',
    body: { chat: { channel: 'api', id: chat.id }, messages },
    operations: messages.map(({ id, text }) => ({
      kind: 'receive',
      chat: address(chat),
      id,
      text,
    })),
  }
}

/** A few at once, now and then the newest first. */
function batch(random: Random, chat: Chat, message: NewMessage): ChaosRequest {
  const messages = Array.from({ length: random.between(2, 8) }, () => message(chat))
  return receive(chat, random.chance(0.3) ? messages.reverse() : messages)
}

/** An old message again, as it was first sent; sometimes beside a new one, sometimes twice. */
function again(random: Random, chat: Chat, message: NewMessage): ChaosRequest | null {
  const old = chat.sent[random.between(0, chat.sent.length - 1)]
  if (old === undefined) return null
  const beside = random.pick(['alone', 'twice', 'with a new one'])
  if (beside === 'alone') return receive(chat, [old])
  return receive(chat, beside === 'twice' ? [old, old] : [message(chat), old])
}

function edit(random: Random, chat: Chat, now: number): ChaosRequest | null {
  const target = recent(random, chat)
  if (target === undefined) return null
  // Edits come in any order; a moment of its own for each, or two could both be the newest.
  const editedAt = now - 60 * MINUTE_MS + random.between(0, 50 * MINUTE_MS)
  const text = `${sentence(random)} edited ${editedAt}`
  return {
    method: 'PATCH',
    path: `/api/messages/${address(chat)}/${target.id}`,
    body: { text, edited_at: new Date(editedAt).toISOString() },
    operations: [{ kind: 'edit', chat: address(chat), id: target.id, text, editedAt }],
  }
}

function remove(random: Random, chat: Chat): ChaosRequest | null {
  const target = recent(random, chat)
  if (target === undefined) return null
  return {
    method: 'DELETE',
    path: `/api/messages/${address(chat)}/${target.id}`,
    body: null,
    operations: [{ kind: 'delete', chat: address(chat), id: target.id }],
  }
}

/** One message of the batch is dated before there were chats: none of them may be kept. */
function refused(random: Random, chat: Chat, message: NewMessage): ChaosRequest {
  const good = Array.from({ length: random.between(0, 3) }, () => message(chat))
  const bad = { ...message(chat), sent_at: '1970-01-01T00:00:00Z' }
  return receive(chat, [...good, bad])
}

/** Questions are not in the log; their turns are looked at by the invariants. */
function ask(random: Random, chat: Chat): ChaosRequest {
  return {
    method: 'POST',
    path: '/api/ask',
    body: {
      query: sentence(random),
      thread_id: address(chat),
      author: { id: random.pick(PEOPLE) },
      session_id: `${chat.id}-${random.between(1, 2)}`,
    },
    operations: [],
  }
}
