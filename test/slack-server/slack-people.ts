import type { SlackHub } from './slack-hub.ts'
import {
  historyEntry,
  type SlackChat,
  type SlackFile,
  type SlackMessage,
  type SlackState,
  type SlackUser,
} from './slack-state.ts'

/* What people do in the workspace, and what Slack sends to the app for it. */

export type PostOptions = {
  readonly thread?: string
  readonly at?: Date
  /** Further fields of the message: a subtype, blocks, files. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export type SlackPeople = {
  user(name: string, options?: { readonly isAdmin?: boolean; readonly isBot?: boolean }): SlackUser
  chat(
    name: string,
    members: readonly SlackUser[],
    options?: { readonly kind?: SlackChat['kind']; readonly isBotOut?: boolean },
  ): SlackChat
  /** Writes a message. The text is typed: Slack escapes it, except for marks of mentions and links. */
  post(chat: SlackChat, author: SlackUser, text: string, options?: PostOptions): SlackMessage
  edit(chat: SlackChat, message: SlackMessage, text: string, at?: Date): void
  /** Slack adds the preview of a link. */
  unfurl(chat: SlackChat, message: SlackMessage): void
  delete(chat: SlackChat, message: SlackMessage): void
  react(chat: SlackChat, message: SlackMessage, user: SlackUser, name: string): void
  unreact(chat: SlackChat, message: SlackMessage, user: SlackUser, name: string): void
  press(chat: SlackChat, message: SlackMessage, user: SlackUser, label: string): void
  command(chat: SlackChat, user: SlackUser, text: string): void
  addBot(chat: SlackChat, by: SlackUser): void
  removeBot(chat: SlackChat): void
  file(file: Omit<SlackFile, 'id'>): SlackFile
  /** Tells the app of a message, as of those of people: also of its own. */
  announce(chat: SlackChat, message: SlackMessage): void
  announceChange(chat: SlackChat, message: SlackMessage, previous: object): void
  /** Any event, as Slack wraps it. */
  event(event: Readonly<Record<string, unknown>>, outer?: Readonly<Record<string, unknown>>): void
}

const EVENT_KIND = { channel: 'channel', group: 'group', mpim: 'mpim', im: 'im' } as const
const ID_PREFIX = { channel: 'C', group: 'C', mpim: 'C', im: 'D' } as const

/** What people type, as Slack stores it. */
export function typedText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/&lt;((?:[@#!]|https?:|mailto:)[^&\s]*?(?:\|[^&]*?)?)&gt;/g, '<$1>')
}

/** The people of a workspace. */
export function createSlackPeople(state: SlackState, hub: SlackHub): SlackPeople {
  const event: SlackPeople['event'] = (inner, outer = {}) => {
    hub.send('events_api', {
      token: 'verification-token',
      team_id: state.team,
      api_app_id: 'A1',
      event: inner,
      type: 'event_callback',
      event_id: state.nextId('Ev'),
      event_time: Math.floor(Date.now() / 1_000),
      authorizations: [
        { enterprise_id: null, team_id: state.team, user_id: state.me.id, is_bot: true },
      ],
      is_ext_shared_channel: false,
      event_context: '4-abc',
      ...outer,
    })
  }
  const isIn = (chat: SlackChat) => chat.members.has(state.me.id)
  const hears = (chat: SlackChat) => isIn(chat) && !state.missingScopes.has('channels:history')
  const place = (chat: SlackChat) => ({ channel: chat.id, channel_type: EVENT_KIND[chat.kind] })
  const announce: SlackPeople['announce'] = (chat, message) => {
    const parent = chat.messages.get(message.threadTs ?? '')
    const parentUser = parent === undefined ? {} : { parent_user_id: parent.fields.user }
    if (!hears(chat)) return
    const entry = { ...historyEntry(message, chat), ...parentUser }
    event({ ...entry, ...place(chat), event_ts: message.ts })
  }
  const announceChange: SlackPeople['announceChange'] = (chat, message, previous) => {
    if (!hears(chat)) return
    const ts = state.nextTs()
    const changed = { message: historyEntry(message, chat), previous_message: previous }
    const head = { type: 'message', subtype: 'message_changed', hidden: true, ts, event_ts: ts }
    event({ ...head, ...place(chat), ...changed })
  }
  const tellOfMention = (chat: SlackChat, message: SlackMessage) => {
    const text = String(message.fields.text ?? '')
    const isCalled = text.includes(`<@${state.me.id}>`) && chat.kind !== 'im' && isIn(chat)
    if (!isCalled || message.fields.subtype === 'bot_message') return
    const { channel_type: _, ...where } = place(chat)
    const entry = { ...historyEntry(message, chat), type: 'app_mention' }
    event({ ...entry, ...where, event_ts: message.ts })
  }
  return {
    user: (name, { isAdmin = false, isBot = false } = {}) => {
      const user = { id: state.nextId('U'), name, isBot, isAdmin, isGone: false }
      state.users.set(user.id, user)
      return user
    },
    chat: (name, members, { kind = 'channel', isBotOut = false } = {}) => {
      const ids = members.map(({ id }) => id)
      const chat = {
        id: state.nextId(ID_PREFIX[kind]),
        ...{ kind, name, isArchived: false },
        members: new Set(isBotOut ? ids : [...ids, state.me.id]),
        messages: new Map(),
      }
      state.chats.set(chat.id, chat)
      return chat
    },
    post: (chat, author, text, { thread, at, fields = {} } = {}) => {
      const message: SlackMessage = {
        ts: state.nextTs(at),
        threadTs: thread ?? null,
        fields: { user: author.id, team: state.team, text: typedText(text), ...fields },
        reactions: [],
        isDeleted: false,
      }
      chat.messages.set(message.ts, message)
      announce(chat, message)
      tellOfMention(chat, message)
      return message
    },
    edit: (chat, message, text, at) => {
      const previous = historyEntry(message, chat)
      const ts = state.nextTs(at)
      message.fields.text = typedText(text)
      message.fields.edited = { user: message.fields.user, ts }
      announceChange(chat, message, previous)
    },
    unfurl: (chat, message) => {
      const previous = historyEntry(message, chat)
      message.fields.attachments = [{ from_url: 'https://a.example', title: 'A page', id: 1 }]
      announceChange(chat, message, previous)
    },
    delete: (chat, message) => {
      const previous = historyEntry(message, chat)
      const ts = state.nextTs()
      message.isDeleted = true
      if (!hears(chat)) return
      const head = { type: 'message', hidden: true, ts, event_ts: ts, ...place(chat) }
      if (previous.reply_count === undefined) {
        const deleted = { subtype: 'message_deleted', deleted_ts: message.ts }
        event({ ...head, ...deleted, previous_message: previous })
        return
      }
      // What has replies leaves a stone.
      const { text: _, user: __, ...rest } = previous
      const stone = {
        ...rest,
        subtype: 'tombstone',
        user: 'USLACKBOT',
        text: 'This message was deleted.',
        hidden: true,
      }
      event({ ...head, subtype: 'message_changed', message: stone, previous_message: previous })
    },
    react: (chat, message, user, name) => {
      const there = message.reactions.find((one) => one.name === name)
      if (there === undefined) message.reactions.push({ name, users: [user.id] })
      else there.users.push(user.id)
      event(reaction('reaction_added', chat, message, user, name, state.nextTs()))
    },
    unreact: (chat, message, user, name) => {
      const there = message.reactions.find((one) => one.name === name)
      there?.users.splice(there.users.indexOf(user.id), 1)
      const left = message.reactions.filter(({ users }) => users.length > 0)
      message.reactions.splice(0, message.reactions.length, ...left)
      event(reaction('reaction_removed', chat, message, user, name, state.nextTs()))
    },
    press: (chat, message, user, label) => {
      const button = buttonsOf(message).find(({ text }) => text === label)
      if (button === undefined) throw new Error(`No button "${label}"`)
      const where = { type: 'message', message_ts: message.ts, channel_id: chat.id }
      hub.send('interactive', {
        type: 'block_actions',
        user: { id: user.id, username: user.name, team_id: state.team },
        token: 'verification-token',
        container: {
          ...where,
          is_ephemeral: false,
          ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
        },
        trigger_id: state.nextId('trigger.'),
        team: { id: state.team, domain: 'friends' },
        channel: { id: chat.id, name: chat.name },
        message: historyEntry(message, chat),
        response_url: 'https://hooks.slack.com/actions/secret',
        actions: [
          {
            ...{ type: 'button', block_id: 'b', action_id: button.id, value: button.value },
            action_ts: state.nextTs(),
          },
        ],
      })
    },
    command: (chat, user, text) => {
      hub.send('slash_commands', {
        token: 'verification-token',
        team_id: state.team,
        channel_id: chat.id,
        channel_name: chat.kind === 'im' ? 'directmessage' : chat.name,
        user_id: user.id,
        user_name: user.name,
        command: '/earshot',
        text: typedText(text),
        api_app_id: 'A1',
        is_enterprise_install: 'false',
        response_url: 'https://hooks.slack.com/commands/secret',
        trigger_id: state.nextId('trigger.'),
      })
    },
    addBot: (chat, by) => {
      chat.members.add(state.me.id)
      const ts = state.nextTs()
      const text = `<@${state.me.id}> has joined the channel`
      const fields = { subtype: 'channel_join', user: state.me.id, text, inviter: by.id }
      chat.messages.set(ts, { ts, threadTs: null, fields, reactions: [], isDeleted: false })
      const who = { user: state.me.id, team: state.team, inviter: by.id, event_ts: ts }
      event({ type: 'member_joined_channel', channel: chat.id, channel_type: 'C', ...who })
    },
    removeBot: (chat) => {
      chat.members.delete(state.me.id)
      event({ type: 'channel_left', channel: chat.id, event_ts: state.nextTs() })
    },
    file: (file) => {
      const stored = { id: state.nextId('F'), ...file }
      state.files.set(stored.id, stored)
      return stored
    },
    announce,
    announceChange,
    event,
  }
}

function reaction(
  type: string,
  chat: SlackChat,
  message: SlackMessage,
  user: SlackUser,
  name: string,
  ts: string,
) {
  const item = { type: 'message', channel: chat.id, ts: message.ts }
  return { type, user: user.id, reaction: name, item, item_user: message.fields.user, event_ts: ts }
}

/** The buttons below a message. */
export function buttonsOf({ fields }: SlackMessage) {
  const blocks = Array.isArray(fields.blocks) ? fields.blocks : []
  return blocks
    .flatMap((block) => block.elements ?? [])
    .map((one): { readonly id: string; readonly text: string; readonly value: string } => ({
      id: String(one.action_id),
      text: String(one.text?.text),
      value: String(one.value),
    }))
}
