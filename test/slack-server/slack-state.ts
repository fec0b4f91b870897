/* A Slack workspace: its people, channels, messages and files. */

export type SlackUser = {
  readonly id: string
  name: string
  isBot: boolean
  isAdmin: boolean
  isGone: boolean
}

export type StoredReaction = { readonly name: string; readonly users: string[] }

/** A message as the workspace stores it; `fields` go into events and histories as they are. */
export type SlackMessage = {
  readonly ts: string
  readonly threadTs: string | null
  readonly fields: Record<string, unknown>
  readonly reactions: StoredReaction[]
  isDeleted: boolean
}

export type SlackChat = {
  readonly id: string
  readonly kind: 'channel' | 'group' | 'mpim' | 'im'
  name: string
  readonly members: Set<string>
  isArchived: boolean
  readonly messages: Map<string, SlackMessage>
}

export type SlackFile = {
  readonly id: string
  readonly bytes: Uint8Array
  readonly name: string
  readonly mimetype: string
  /** Where it is said to be; the server itself if absent. */
  readonly url?: string
}

/** A status that the bot set in the thread of an assistant. */
export type SlackStatus = {
  readonly chat: string
  readonly thread: string
  readonly status: string
}

export type SlackState = {
  readonly team: string
  readonly me: SlackUser
  readonly botId: string
  readonly users: Map<string, SlackUser>
  readonly chats: Map<string, SlackChat>
  readonly files: Map<string, SlackFile>
  readonly statuses: SlackStatus[]
  readonly violations: string[]
  botToken: string
  appToken: string
  /** Scopes that the app lacks; methods that need them are refused. */
  readonly missingScopes: Set<string>
  nextId(prefix: string): string
  nextTs(at?: Date): string
}

/** An empty workspace with a bot. */
export function createSlackState(): SlackState {
  let ids = 0
  const nextId = (prefix: string) => {
    ids += 1
    return `${prefix}0${String(ids).padStart(8, '0')}`
  }
  const used = new Set<string>()
  const me = {
    id: nextId('U'),
    name: 'earshot',
    isBot: true,
    isAdmin: false,
    isGone: false,
  }
  return {
    team: nextId('T'),
    me,
    botId: nextId('B'),
    users: new Map([[me.id, me]]),
    chats: new Map(),
    files: new Map(),
    statuses: [],
    violations: [],
    botToken: `xoxb-test-${nextId('token')}`,
    appToken: `xapp-1-test-${nextId('token')}`,
    missingScopes: new Set(),
    nextId,
    nextTs: (at = new Date()) => {
      const ms = at.getTime()
      for (let n = 0; ; n += 1) {
        const micros = (ms % 1_000) * 1_000 + n
        const ts = `${Math.floor(ms / 1_000) + Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
        if (used.has(ts)) continue
        used.add(ts)
        return ts
      }
    },
  }
}

/** A message as a history returns it. */
export function historyEntry(message: SlackMessage, chat: SlackChat): Record<string, unknown> {
  const replies = [...chat.messages.values()].filter(
    (one) => one.threadTs === message.ts && !one.isDeleted,
  )
  const latest = replies.at(-1)
  return {
    type: 'message',
    ...message.fields,
    ts: message.ts,
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    ...(latest === undefined
      ? {}
      : { thread_ts: message.ts, reply_count: replies.length, latest_reply: latest.ts }),
    ...(message.reactions.length === 0
      ? {}
      : {
          reactions: message.reactions.map(({ name, users }) => {
            return { name, users, count: users.length }
          }),
        }),
  }
}
