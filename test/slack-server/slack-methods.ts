import type { SlackPeople } from './slack-people.ts'
import { historyEntry, type SlackChat, type SlackMessage, type SlackState } from './slack-state.ts'

/* The methods of the Web API that the bot calls, as strict as Slack: what it refuses is refused with its error. */

/** A refusal, with Slack's code. */
export class SlackRefusal extends Error {}

export type SlackCall = {
  readonly method: string
  readonly args: Readonly<Record<string, string>>
  readonly token: string
}

export type MethodDeps = {
  readonly state: SlackState
  readonly url: string
  readonly people: Pick<SlackPeople, 'announce' | 'announceChange'>
  /** An address for one connection of Socket Mode. */
  openTicket(): string
}

type Method = {
  readonly token: 'bot' | 'app'
  readonly scope: string | null
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly run: (args: Readonly<Record<string, string>>, deps: MethodDeps) => object
}

const MAX_TEXT = 40_000
const MAX_UPDATE = 4_000
const MAX_SECTION = 3_000
const MAX_VALUE = 2_000

const POSTING = ['text', 'blocks', 'metadata', 'parse', 'link_names', 'mrkdwn']

/** Every method, by its name. */
export const SLACK_METHODS: Readonly<Record<string, Method>> = {
  'auth.test': {
    ...{ token: 'bot', scope: null, required: [], optional: [] },
    run: (_, { state }) => ({
      url: 'https://friends.slack.com/',
      team: 'Friends',
      user: state.me.name,
      team_id: state.team,
      user_id: state.me.id,
      bot_id: state.botId,
      is_enterprise_install: false,
    }),
  },
  'apps.connections.open': {
    ...{ token: 'app', scope: null, required: [], optional: [] },
    run: (_, { openTicket }) => ({ url: openTicket() }),
  },
  'users.info': {
    ...{ token: 'bot', scope: 'users:read', required: ['user'], optional: ['include_locale'] },
    run: ({ user = '' }, { state }) => ({ user: userObject(state, user) }),
  },
  'users.conversations': {
    ...{ token: 'bot', scope: 'channels:read', required: [] },
    optional: ['types', 'exclude_archived', 'limit', 'cursor'],
    run: ({ limit, cursor }, { state }) => {
      const mine = [...state.chats.values()].filter(({ members }) => members.has(state.me.id))
      const { items, next } = page(mine, limit, cursor)
      return { channels: items.map(({ id, name }) => ({ id, name })), ...next }
    },
  },
  'conversations.info': {
    ...{ token: 'bot', scope: 'channels:read', required: ['channel'], optional: [] },
    run: ({ channel }, { state }) => {
      const { id, kind, name } = findChat(state, channel)
      return { channel: { id, is_im: kind === 'im', ...(kind === 'im' ? {} : { name }) } }
    },
  },
  'conversations.members': {
    ...{ token: 'bot', scope: 'channels:read', required: ['channel'] },
    optional: ['limit', 'cursor'],
    run: ({ channel, limit, cursor }, { state }) => {
      const { items, next } = page([...findChat(state, channel).members], limit, cursor)
      return { members: items, ...next }
    },
  },
  'conversations.history': {
    ...{ token: 'bot', scope: 'channels:history', required: ['channel'] },
    optional: ['oldest', 'latest', 'inclusive', 'limit', 'cursor'],
    run: ({ channel, oldest, latest, inclusive, limit, cursor }, { state }) => {
      const chat = findMine(state, channel)
      const [after, before] = [Number(oldest ?? 0), Number(latest ?? Infinity)]
      const isBetween = (at: number) =>
        (at > after && at < before) || (inclusive === 'true' && (at === after || at === before))
      const shown = [...chat.messages.values()].filter(
        ({ ts, threadTs, fields, isDeleted }) =>
          !isDeleted &&
          isBetween(Number(ts)) &&
          (threadTs === null || fields.subtype === 'thread_broadcast'),
      )
      const newestFirst = shown.toSorted((a, b) => Number(b.ts) - Number(a.ts))
      const { items, next } = page(newestFirst, limit, cursor)
      return { messages: items.map((one) => historyEntry(one, chat)), ...next }
    },
  },
  'conversations.replies': {
    ...{ token: 'bot', scope: 'channels:history', required: ['channel', 'ts'] },
    optional: ['oldest', 'latest', 'inclusive', 'limit', 'cursor'],
    run: ({ channel, ts, oldest, limit, cursor }, { state }) => {
      const chat = findMine(state, channel)
      const parent = chat.messages.get(ts ?? '')
      if (parent === undefined) throw new SlackRefusal('thread_not_found')
      const replies = [...chat.messages.values()].filter(
        (one) => one.threadTs === ts && !one.isDeleted && Number(one.ts) > Number(oldest ?? 0),
      )
      const { items, next } = page([parent, ...replies], limit, cursor)
      return { messages: items.map((one) => historyEntry(one, chat)), ...next }
    },
  },
  'chat.postMessage': {
    ...{ token: 'bot', scope: 'chat:write', required: ['channel'] },
    optional: [...POSTING, 'thread_ts', 'reply_broadcast', 'unfurl_links', 'unfurl_media'],
    run: (args, { state, people }) => {
      const chat = findMine(state, args.channel)
      if (chat.isArchived) throw new SlackRefusal('is_archived')
      const fields = readBody(args, MAX_TEXT)
      const threadTs = args.thread_ts ?? null
      if (threadTs !== null && !/^\d+\.\d{6}$/.test(threadTs)) {
        throw new SlackRefusal('invalid_thread_ts')
      }
      const message: SlackMessage = {
        ts: state.nextTs(),
        threadTs,
        fields: { ...fields, user: state.me.id, bot_id: state.botId },
        reactions: [],
        isDeleted: false,
      }
      chat.messages.set(message.ts, message)
      people.announce(chat, message)
      return { channel: chat.id, ts: message.ts, message: historyEntry(message, chat) }
    },
  },
  'chat.update': {
    ...{ token: 'bot', scope: 'chat:write', required: ['channel', 'ts'], optional: POSTING },
    run: (args, { state, people }) => {
      const chat = findMine(state, args.channel)
      const message = chat.messages.get(args.ts ?? '')
      if (message === undefined || message.isDeleted) throw new SlackRefusal('message_not_found')
      if (message.fields.user !== state.me.id) throw new SlackRefusal('cant_update_message')
      const previous = historyEntry(message, chat)
      // A text without blocks removes those that are there.
      Object.assign(message.fields, { blocks: undefined }, readBody(args, MAX_UPDATE))
      message.fields.edited = { user: state.me.id, ts: state.nextTs() }
      people.announceChange(chat, message, previous)
      return { channel: chat.id, ts: message.ts, text: message.fields.text }
    },
  },
  'reactions.get': {
    ...{ token: 'bot', scope: 'reactions:read', required: [] },
    optional: ['channel', 'timestamp', 'full', 'file'],
    run: ({ channel, timestamp = '' }, { state }) => {
      const chat = findMine(state, channel)
      const message = chat.messages.get(timestamp)
      if (message === undefined || message.isDeleted) throw new SlackRefusal('message_not_found')
      return { type: 'message', channel, message: historyEntry(message, chat) }
    },
  },
  'reactions.add': {
    ...{ token: 'bot', scope: 'reactions:write', required: ['channel', 'timestamp', 'name'] },
    optional: [],
    run: ({ channel, timestamp = '', name = '' }, { state }) => {
      const message = findMine(state, channel).messages.get(timestamp)
      if (message === undefined) throw new SlackRefusal('message_not_found')
      if (!/^[a-z0-9_+-]+$/.test(name)) throw new SlackRefusal('invalid_name')
      const there = message.reactions.find((one) => one.name === name)
      if (there?.users.includes(state.me.id)) throw new SlackRefusal('already_reacted')
      if (there === undefined) message.reactions.push({ name, users: [state.me.id] })
      else there.users.push(state.me.id)
      return {}
    },
  },
  'files.info': {
    ...{ token: 'bot', scope: 'files:read', required: ['file'], optional: [] },
    run: ({ file = '' }, { state, url }) => {
      const found = state.files.get(file)
      if (found === undefined) throw new SlackRefusal('file_not_found')
      const address = found.url ?? `${url}/files-pri/${state.team}-${file}/${found.name}`
      const { id, name, mimetype, bytes } = found
      return {
        file: { id, name, mimetype, size: bytes.length, url_private_download: address },
      }
    },
  },
  'assistant.threads.setStatus': {
    ...{ token: 'bot', scope: 'assistant:write', required: ['channel_id', 'thread_ts', 'status'] },
    optional: ['loading_messages'],
    run: ({ channel_id = '', thread_ts = '', status = '' }, { state }) => {
      findMine(state, channel_id)
      state.statuses.push({ chat: channel_id, thread: thread_ts, status })
      return {}
    },
  },
}

function userObject(state: SlackState, id: string): object {
  const user = state.users.get(id)
  if (user === undefined) throw new SlackRefusal('user_not_found')
  const { name, isBot, isAdmin, isGone } = user
  return {
    id,
    team_id: state.team,
    name: name.toLowerCase().replace(/\s+/g, '.'),
    real_name: name,
    profile: { real_name: name, display_name: name },
    is_bot: isBot,
    deleted: isGone,
    ...(isGone ? {} : { is_admin: isAdmin, is_owner: false, is_primary_owner: false }),
  }
}

/** The texts and blocks of a message; refused where Slack refuses them. */
function readBody(args: Readonly<Record<string, string>>, maxText: number) {
  const text = args.text ?? ''
  const blocks: unknown = args.blocks === undefined ? undefined : JSON.parse(args.blocks)
  const metadata: unknown = args.metadata === undefined ? undefined : JSON.parse(args.metadata)
  const hasBlocks = Array.isArray(blocks) && blocks.length > 0
  if (text === '' && !hasBlocks) throw new SlackRefusal('no_text')
  if (text.length > maxText) throw new SlackRefusal('msg_too_long')
  if (hasBlocks && !blocks.every(isValidBlock)) throw new SlackRefusal('invalid_blocks')
  return {
    text,
    ...(blocks === undefined ? {} : { blocks }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

function isValidBlock(block: unknown): boolean {
  const { type, text, elements } = block as {
    type?: string
    text?: { type?: string; text?: string }
    elements?: { type?: string; action_id?: string; value?: string; text?: { text?: string } }[]
  }
  if (type === 'section') {
    const length = text?.text?.length ?? 0
    return text?.type === 'mrkdwn' && length > 0 && length <= MAX_SECTION
  }
  if (type !== 'actions' || elements === undefined || elements.length > 25) return false
  const ids = new Set(elements.map(({ action_id }) => action_id))
  const areValid = elements.every(
    (one) =>
      one.type === 'button' &&
      (one.text?.text?.length ?? 0) <= 75 &&
      (one.value?.length ?? 0) <= MAX_VALUE,
  )
  return elements.length > 0 && ids.size === elements.length && areValid
}

function findChat(state: SlackState, id: string | undefined): SlackChat {
  const chat = state.chats.get(id ?? '')
  // What the bot is not in and nobody made public does not exist for it.
  if (chat === undefined) throw new SlackRefusal('channel_not_found')
  return chat
}

function findMine(state: SlackState, id: string | undefined): SlackChat {
  const chat = findChat(state, id)
  if (!chat.members.has(state.me.id)) throw new SlackRefusal('not_in_channel')
  return chat
}

/** A page of a list, and the cursor of the next. */
function page<T>(all: readonly T[], limit: string | undefined, cursor: string | undefined) {
  const size = Math.min(Number(limit ?? 100), 1_000)
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64').toString())
  if (!Number.isInteger(start) || start > all.length) throw new SlackRefusal('invalid_cursor')
  const end = start + size
  const next_cursor = end < all.length ? Buffer.from(String(end)).toString('base64') : ''
  const next = { has_more: end < all.length, response_metadata: { next_cursor } }
  return { items: all.slice(start, end), next }
}
