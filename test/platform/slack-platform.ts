import { buttonsOf, typedText } from '../slack-server/slack-people.ts'
import { type SlackServer, startSlackServer } from '../slack-server/slack-server.ts'
import type { SlackChat, SlackMessage } from '../slack-server/slack-state.ts'
import type { BotMessage, Platform, PlatformPerson, Room, Trouble } from './platform.ts'

/** A Slack on this machine, as a platform among others. */
export async function startSlackPlatform(): Promise<Platform> {
  return slackPlatform(await startSlackServer())
}

/** A Slack server as a platform. */
export function slackPlatform(server: SlackServer): Platform {
  const { state, people, hub } = server
  const mention = `<@${state.me.id}>`
  const userOf = ({ id }: PlatformPerson) => {
    const user = state.users.get(id)
    if (user === undefined) throw new Error(`No such person: ${id}`)
    return user
  }
  const chatOf = (id: string) => {
    const chat = state.chats.get(id)
    if (chat === undefined) throw new Error(`No such chat: ${id}`)
    return chat
  }
  const messageOf = ({ chat, id }: { readonly chat: string; readonly id: string }) => {
    const message = chatOf(chat).messages.get(id)
    if (message === undefined) throw new Error(`No such message: ${id}`)
    return message
  }
  const said = (chat: SlackChat, { ts, threadTs }: SlackMessage) => {
    return { chat: chat.id, topic: threadTs, id: ts }
  }
  const roomOf = (chat: SlackChat): Room => ({
    id: chat.id,
    say: (author, text, { replyTo, at, topic } = {}) => {
      // Slack has no replies but threads: what replies to a message stands in its thread.
      const thread = topic ?? (replyTo === undefined ? undefined : (replyTo.topic ?? replyTo.id))
      const options = { ...(at !== undefined && { at }), ...(thread !== undefined && { thread }) }
      return said(chat, people.post(chat, userOf(author), text, options))
    },
    edit: (message, text) => {
      // A mention stays one: if it were edited away before the history is read, nobody could know of it.
      const stored = messageOf(message)
      const isMention = String(stored.fields.text).includes(mention)
      people.edit(chat, stored, isMention ? `${mention} ${text}` : text)
    },
    delete: (message) => people.delete(chat, messageOf(message)),
    openThread: (by, title) =>
      chat.kind === 'im' ? null : people.post(chat, userOf(by), title).ts,
    command: (author, name, args = '') =>
      people.command(chat, userOf(author), `${name} ${args}`.trim()),
  })
  const shown = (text: string) =>
    text
      .replaceAll(mention, `@${state.me.name}`)
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const isBots = ({ fields }: SlackMessage) => fields.user === state.me.id
  const all = () =>
    [...state.chats.values()]
      .flatMap((chat) => [...chat.messages.values()].map((message) => ({ chat, message })))
      .toSorted((a, b) => Number(a.message.ts) - Number(b.message.ts))
  return {
    channel: 'slack',
    env: {
      EARSHOT_SLACK_TOKEN: state.botToken,
      EARSHOT_SLACK_APP_TOKEN: state.appToken,
      EARSHOT_SLACK_API_ROOT: server.root,
    },
    mention,
    tellsDeletions: true,
    person: (name) => {
      const { id } = people.user(name)
      return { id, name }
    },
    room: (title, members) => roomOf(people.chat(typedText(title), members.map(userOf))),
    direct: (person) => roomOf(people.chat('', [userOf(person)], { kind: 'im' })),
    messages: () =>
      all()
        .filter(({ message }) => !isBots(message))
        .map(({ chat, message }) => ({
          ...said(chat, message),
          text: shown(String(message.fields.text)),
          isDeleted: message.isDeleted,
        })),
    sent: (id) =>
      all()
        .filter(({ chat, message }) => isBots(message) && (id === undefined || chat.id === id))
        .filter(({ message }) => message.fields.subtype === undefined)
        .map(({ chat, message }) => sentMessage(chat, message, shown)),
    press: (person, message, label) =>
      people.press(chatOf(message.chat), messageOf(message), userOf(person), label),
    pending: hub.pending,
    violations: server.violations,
    until: server.until,
    holdSend: (when) => {
      const fault = server.fault({ method: 'chat.postMessage', kind: 'hang', when })
      return {
        reached: fault.reached,
        release: () => {
          fault.clear()
          fault.release()
        },
      }
    },
    troubles: troublesOf(server),
    stop: server.stop,
  }
}

function sentMessage(
  chat: SlackChat,
  message: SlackMessage,
  shown: (text: string) => string,
): BotMessage {
  const { metadata, text } = message.fields as {
    metadata?: { event_payload?: { reply_to?: string } }
    text?: string
  }
  return {
    chat: chat.id,
    topic: message.threadTs,
    id: message.ts,
    text: shown(text ?? '').replace(/<([^<>|]+)\|([^<>]*)>/g, '$2'),
    replyTo: metadata?.event_payload?.reply_to ?? null,
    buttons: buttonsOf(message).map((button) => button.text),
  }
}

function troublesOf(server: SlackServer): Readonly<Record<string, Trouble>> {
  const method = 'chat.postMessage'
  const failing = (isDoubtful: boolean, set: () => { clear(): void }): Trouble => {
    let last: { clear(): void } | null = null
    return {
      isDoubtful,
      start: () => {
        last?.clear()
        last = set()
      },
      clear: () => last?.clear(),
    }
  }
  const once = (start: () => void): Trouble => ({
    isDoubtful: false,
    start,
    clear: () => undefined,
  })
  return {
    'a rate limit': failing(false, () => server.fault({ method, kind: 'limited', retryAfter: 1 })),
    'a lost request': failing(true, () => server.fault({ method, kind: 'cut-before' })),
    'a lost response': failing(true, () => server.fault({ method, kind: 'cut-after' })),
    'an internal error': failing(true, () =>
      server.fault({ method, kind: 'error-after', error: 'internal_error' }),
    ),
    'a page of a proxy': failing(true, () => server.fault({ method, kind: 'status', status: 502 })),
    'a limited history': failing(false, () =>
      server.fault({ method: 'conversations.history', kind: 'limited', retryAfter: 1 }),
    ),
    'a cut connection': once(server.hub.cut),
    'lost messages': once(server.hub.lose),
    'another connection': once(server.hub.refresh),
    'repeated events': once(() => server.hub.repeat(5)),
  }
}
