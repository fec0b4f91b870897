import type { WebClient } from '@slack/web-api'
import type { Rich } from '../../text/markdown/rich.ts'
import type { Button, Formatted, Posted, PostTarget, SentMessage } from '../channel.ts'
import { splitForChannel } from '../deliver/split-for-channel.ts'
import { classifySlackError } from './classify-slack-error.ts'
import { isDirect, SLACK_TS } from './slack-ids.ts'
import { toMrkdwn } from './to-mrkdwn.ts'

/** Slack refuses an edit to a longer text, and recommends no longer one for a message. */
export const SLACK_CHARACTERS = 4_000
/** The longest text of a section, which messages with buttons are made of. */
const SECTION_CHARACTERS = 3_000

/** Length of a text as Slack counts it: with its marks. */
export function slackLength(rich: Rich): number {
  return toMrkdwn(rich).length
}

/** Sends one message, once. In a channel a reply stands in the thread of the message it replies to. */
export function postToSlack(
  web: WebClient,
  { chat, topic, replyTo }: PostTarget,
  message: Formatted,
): Promise<Posted> {
  const begun = replyTo !== null && SLACK_TS.test(replyTo) && !isDirect(chat) ? replyTo : null
  const thread = topic ?? begun
  return attempt(async () => {
    const { ts } = await web.chat.postMessage({
      channel: chat,
      ...bodyOf(message),
      ...(message.buttons.length === 0 ? {} : { blocks: blocksOf(message) }),
      ...(thread === null ? {} : { thread_ts: thread }),
      unfurl_links: false,
      unfurl_media: false,
      link_names: false,
      ...metadataOf(replyTo),
    })
    return ts ?? ''
  })
}

/** Edits a message that was sent; idempotent. */
export function editInSlack(
  web: WebClient,
  { chat, messageId }: SentMessage,
  message: Formatted,
): Promise<Posted> {
  return attempt(async () => {
    // An empty list removes the blocks of an earlier text.
    const blocks = message.buttons.length === 0 ? [] : blocksOf(message)
    const body = { ...bodyOf(message), blocks, link_names: false }
    await web.chat.update({ channel: chat, ts: messageId, ...body })
    return messageId
  })
}

function bodyOf({ text }: Formatted) {
  return { text: toMrkdwn(text), parse: 'none' as const }
}

/**
 * Slack has no replies. The id of the answered message is stored in the metadata, which only programs see: it identifies
 * an answer whose arrival was unknown.
 */
function metadataOf(replyTo: string | null) {
  if (replyTo === null) return {}
  return { metadata: { event_type: 'earshot_reply', event_payload: { reply_to: replyTo } } }
}

/** The text in sections, and the buttons below. `verbatim`: names in the text become no mentions. */
function blocksOf({ text, buttons }: Formatted) {
  const counting = { limits: SECTION_LIMITS, lengthOf: slackLength }
  const sections = splitForChannel(text, counting).map((part) => ({
    type: 'section' as const,
    text: { type: 'mrkdwn' as const, text: toMrkdwn(part), verbatim: true },
  }))
  return [...sections, { type: 'actions' as const, elements: buttons.map(buttonOf) }]
}

const SECTION_LIMITS = { characters: SECTION_CHARACTERS }

function buttonOf({ label, action }: Button, index: number) {
  return {
    type: 'button' as const,
    action_id: `action-${index}`,
    text: { type: 'plain_text' as const, text: label },
    value: action,
  }
}

async function attempt(call: () => Promise<string>): Promise<Posted> {
  try {
    return { kind: 'sent', messageId: await call() }
  } catch (error) {
    const failure = classifySlackError(error)
    if (failure === null) throw error
    return failure
  }
}
