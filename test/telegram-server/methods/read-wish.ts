import type {
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  Message,
  MessageEntity,
} from 'grammy/types'
import { formatText } from '../format-text.ts'
import type { MethodCall } from '../method.ts'
import { integerOr, isObject, isSet, structureOf, textOr } from '../parameters.ts'
import type { Formatted } from '../parse-html.ts'
import { badRequest } from '../refusal.ts'
import { type ChatState, placeFields } from '../world.ts'

/* What a message is to look like, as the calls that write one say it. */

const MAX_TEXT = 4096
const MAX_CAPTION = 1024
const MAX_BUTTON_BYTES = 64
const MAX_BUTTONS = 100

/** The text of a call, read as it asks to be. */
export function readText({ parameters }: MethodCall): Formatted {
  return formatText({
    text: textOr(parameters, 'text'),
    parseMode: textOr(parameters, 'parse_mode'),
    entities: listOf(structureOf(parameters, 'entities')) as unknown as MessageEntity[],
    maxLength: MAX_TEXT,
  })
}

/** The caption of a call that sends a file. */
export function readCaption({ parameters }: MethodCall): Formatted {
  return formatText({
    text: textOr(parameters, 'caption'),
    parseMode: textOr(parameters, 'parse_mode'),
    entities: listOf(structureOf(parameters, 'caption_entities')) as unknown as MessageEntity[],
    maxLength: MAX_CAPTION,
    allowEmpty: true,
  })
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Where the call wants its message: topic and reply. A topic is asked for only where there are
 * topics: newer servers let it pass elsewhere, older ones refuse it, and no bot should need it.
 */
export function readPlace({ parameters }: MethodCall, state: ChatState): Partial<Message> {
  const topic = integerOr(parameters, 'message_thread_id', 0)
  if (topic !== 0 && !state.topics.has(topic)) throw badRequest('message thread not found')
  const reply = structureOf(parameters, 'reply_parameters')
  const wish = isObject(reply) ? reply : legacyReply(parameters)
  const parent = wish === null ? undefined : state.messages.get(Number(wish.message_id))
  if (wish !== null && !parent && wish.allow_sending_without_reply !== true) {
    throw badRequest('message to be replied not found')
  }
  const place = placeFields(state, { topic: topic || null, replyTo: parent ?? null })
  const landed = place.is_topic_message ? place.message_thread_id : undefined
  if (landed !== undefined && state.topics.get(landed) === 'closed' && state.bot === 'member') {
    throw badRequest('TOPIC_CLOSED')
  }
  return place
}

/** How replies were asked for before there were reply_parameters; still understood. */
function legacyReply(parameters: MethodCall['parameters']): Record<string, unknown> | null {
  const message_id = integerOr(parameters, 'reply_to_message_id', 0)
  if (message_id === 0) return null
  return {
    message_id,
    allow_sending_without_reply: isSet(parameters, 'allow_sending_without_reply'),
  }
}

/** The buttons below a message; undefined if it has none. */
export function readKeyboard({ parameters }: MethodCall): InlineKeyboardMarkup | undefined {
  const markup = structureOf(parameters, 'reply_markup')
  if (markup === undefined) return undefined
  if (!isObject(markup)) throw badRequest('object expected as reply markup')
  const { inline_keyboard } = markup
  if (!Array.isArray(inline_keyboard)) return undefined
  const rows = inline_keyboard.map((row) => {
    if (!Array.isArray(row)) {
      throw badRequest('field "inline_keyboard" must be an Array of Arrays')
    }
    return row.map(readButton)
  })
  if (rows.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long')
  const shown = rows.filter((row) => row.length > 0)
  return shown.length > 0 ? { inline_keyboard: shown } : undefined
}

function readButton(button: unknown): InlineKeyboardButton {
  if (!isObject(button)) throw badRequest('InlineKeyboardButton must be an Object')
  const { text, callback_data: data, url } = button
  if (typeof text !== 'string' || text.trim() === '') {
    throw badRequest('inline keyboard button text must be non-empty')
  }
  if (typeof data === 'string') {
    const bytes = Buffer.byteLength(data)
    if (bytes === 0 || bytes > MAX_BUTTON_BYTES) throw badRequest('BUTTON_DATA_INVALID')
    return { text, callback_data: data }
  }
  if (typeof url !== 'string') throw badRequest('text buttons are unallowed in the inline keyboard')
  if (!URL.canParse(url) || !/^(https?|tg):$/.test(new URL(url).protocol)) {
    throw badRequest(`inline keyboard button URL '${url}' is invalid: Unsupported URL protocol`)
  }
  return { text, url }
}
