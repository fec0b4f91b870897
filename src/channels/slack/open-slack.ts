import type { WebClient } from '@slack/web-api'
import { AppError } from '../../domain/errors.ts'
import { asFields, type Fields, listOf } from '../../text/fields.ts'
import type { Channel, FetchChannelFile, Posted, SentMessage, ThreadRef } from '../channel.ts'
import { classifySlackError, slackCode } from './classify-slack-error.ts'
import { editInSlack, postToSlack, SLACK_CHARACTERS, slackLength } from './post-to-slack.ts'
import { readSlackEvent } from './read/read-slack-event.ts'
import { listenBySocket } from './receive/listen-by-socket.ts'
import { createPostedEvents } from './receive/listen-by-webhook.ts'
import { readSlackWebhook } from './receive/slack-webhook.ts'
import { readStoredEvent } from './receive/stored-event.ts'
import { askForAccount, type SlackAccount } from './slack-account.ts'
import { createSlackDirectory } from './slack-directory.ts'
import { isDirect } from './slack-ids.ts'
import { findSlackMember } from './slack-members.ts'
import { SLACK_TEXTS } from './slack-texts.ts'

export type SlackOptions = {
  /** The client with the bot's token. */
  readonly web: WebClient
  /** The client with the app's token, for Socket Mode; null where events are posted. */
  readonly app: WebClient | null
  readonly signingSecret: string | null
  readonly fetchFile: FetchChannelFile
  readonly now?: () => Date
  /** After this time without a sign of life a connection is dead. */
  readonly silenceMs?: number
}

/** The channel of a Slack app. */
export function openSlack(options: SlackOptions): Channel {
  const { web, app, signingSecret, fetchFile, now = () => new Date(), silenceMs } = options
  const directory = createSlackDirectory(web)
  const posted = createPostedEvents()
  const findThreadStart = threadStarts(web)
  let account: SlackAccount | null = null
  const knownAccount = async () => {
    account ??= await askForAccount(web)
    return account
  }
  return {
    name: 'slack',
    label: 'Slack',
    limits: {
      characters: SLACK_CHARACTERS,
      // Fifty edits a minute in a workspace.
      editPauseMs: { group: 1_500, private: 1_500 },
      // A status is shown for two minutes.
      typingMs: 100_000,
      keepsEventsMs: null,
      repeatsMs: 0,
    },
    texts: SLACK_TEXTS,
    answersInThreads: true,
    introduce: async () => {
      account = await askForAccount(web)
      // The other token is tried, too: with a wrong one nothing would be received.
      await app?.apps.connections.open()
      return account.me
    },
    // Slack has them in the app's manifest.
    registerCommands: async () => undefined,
    listen: async (inbox, stopping) => {
      const deps = { web, me: (await knownAccount()).me.id, now }
      return app === null
        ? posted.listen(deps, inbox, stopping)
        : listenBySocket({ ...deps, app, silenceMs }, inbox, stopping)
    },
    readWebhook:
      signingSecret === null
        ? null
        : (request) => {
            const reading = readSlackWebhook(request, signingSecret, now())
            posted.note(reading)
            return reading
          },
    read: async ([payload], names) => {
      const stored = readStoredEvent(payload)
      if (stored === null) return null
      const found = await knownAccount()
      const findReactions = (chat: string, ts: string) => reactionsOf(web, chat, ts)
      const asked = { account: found, directory, names, findReactions, findThreadStart }
      return readSlackEvent(stored, { ...asked, now })
    },
    post: (target, message) => postToSlack(web, target, message),
    edit: (sent, message) => editInSlack(web, sent, message),
    react: (sent, emoji) => react(web, sent, emoji),
    lengthOf: slackLength,
    showTyping: (thread) => showStatus(web, thread),
    privateChatLink: ({ id }) =>
      account === null ? null : `slack://user?team=${account.team}&id=${id}`,
    findMember: (chat, person) => findSlackMember(web, chat, person),
    fetchFile,
    classifyError: classifySlackError,
  }
}

/** A message with all its reactions; an event reports a single one. */
async function reactionsOf(web: WebClient, channel: string, ts: string): Promise<Fields | null> {
  try {
    const { message } = await web.reactions.get({ channel, timestamp: ts, full: true })
    return asFields(message)
  } catch (error) {
    const failure = classifySlackError(error)
    if (failure?.kind === 'refused' && failure.status !== 401) return null
    throw error
  }
}

/**
 * Asks for the first message of a thread. An answer does without it where it cannot be had now; Slack is not asked again
 * before a rate limit has ended.
 */
function threadStarts(web: WebClient): (chat: string, ts: string) => Promise<Fields | null> {
  let limitedUntil = 0
  return async (channel, ts) => {
    if (performance.now() < limitedUntil) return null
    try {
      const { messages } = await web.conversations.replies({ channel, ts, limit: 1 })
      return listOf(messages).find((one) => one.ts === ts) ?? null
    } catch (error) {
      const failure = classifySlackError(error)
      if (failure === null) throw error
      if (failure.kind === 'limited') limitedUntil = performance.now() + failure.seconds * 1_000
      return null
    }
  }
}

/** Slack shows a status only in the thread of an assistant, which is a private one. */
async function showStatus(web: WebClient, { chat, topic }: ThreadRef): Promise<void> {
  if (topic === null || !isDirect(chat)) return
  const status = 'is thinking…'
  await web.assistant.threads.setStatus({ channel_id: chat, thread_ts: topic, status })
}

/** Slack's names of the emoji that bots react with; of others the name is not known here. */
const EMOJI_NAMES: Readonly<Record<string, string>> = {
  '👍': 'thumbsup',
  '👎': 'thumbsdown',
  '👀': 'eyes',
  '✅': 'white_check_mark',
  '❤️': 'heart',
  '❤': 'heart',
  '🎉': 'tada',
}

async function react(
  web: WebClient,
  { chat, messageId }: SentMessage,
  emoji: string,
): Promise<Posted> {
  const name = EMOJI_NAMES[emoji]
  if (name === undefined) throw new AppError('invalid_request', 'Slack has no such reaction here.')
  try {
    await web.reactions.add({ channel: chat, timestamp: messageId, name })
  } catch (error) {
    const failure = classifySlackError(error)
    if (failure === null) throw error
    if (slackCode(error) !== 'already_reacted') return failure
  }
  return { kind: 'sent', messageId }
}
