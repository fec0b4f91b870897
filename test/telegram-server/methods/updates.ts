import type { Method, MethodCall } from '../method.ts'
import { integerOr, isSet, structureOf, textOr } from '../parameters.ts'
import { badRequest, Refusal } from '../refusal.ts'

const MAX_POLL_SECONDS = 50
const MAX_BATCH = 100
/** A press must be answered while its little clock still runs in the app. */
const MAX_PRESS_AGE_MS = 15 * 60 * 1000
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid'

/** Hands out what happened, at once or as soon as something does. */
export const getUpdates: Method = async (call) => {
  const { world, records, parameters, gone } = call
  if (records.webhook.url !== '') {
    throw conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  }
  const end = await world.queue.poll(
    {
      offset: integerOr(parameters, 'offset', 0),
      limit: between(1, integerOr(parameters, 'limit', MAX_BATCH), MAX_BATCH),
      timeoutSeconds: between(0, integerOr(parameters, 'timeout', 0), MAX_POLL_SECONDS),
      allowed: readAllowed(call),
      by: 'bot',
    },
    gone,
  )
  if (end === 'conflict') {
    throw conflict(
      'terminated by other getUpdates request; make sure that only one bot instance is running',
    )
  }
  if (end === 'webhook') throw conflict('terminated by setWebhook request')
  return end
}

const conflict = (why: string) => new Refusal(409, `Conflict: ${why}`)
const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

function readAllowed({ parameters }: MethodCall): readonly string[] | undefined {
  const kinds = structureOf(parameters, 'allowed_updates')
  return Array.isArray(kinds) ? kinds.map(String) : undefined
}

/** Has updates posted to an address. The real server wants HTTPS; here the loopback will do. */
export const setWebhook: Method = (call) => {
  const { world, records, parameters } = call
  const url = textOr(parameters, 'url')
  if (url === '') return deleteWebhook(call)
  const secret = textOr(parameters, 'secret_token')
  if (!URL.canParse(url)) throw badRequest('invalid webhook URL specified')
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && hostname !== '127.0.0.1') {
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  }
  if (secret.length > 256) throw badRequest('secret token is too long')
  if (!/^[\w-]*$/.test(secret)) throw badRequest('secret token contains unallowed characters')
  if (isSet(parameters, 'drop_pending_updates')) world.queue.clear()
  world.queue.allow(readAllowed(call))
  Object.assign(records.webhook, { url, secret, lastError: null })
  world.queue.endPoll('webhook')
  records.webhook.changed()
  return true
}

/** Back to polling. */
export const deleteWebhook: Method = ({ world, records, parameters }) => {
  if (isSet(parameters, 'drop_pending_updates')) world.queue.clear()
  Object.assign(records.webhook, { url: '', secret: '', lastError: null })
  records.webhook.changed()
  return true
}

/** How the webhook is doing. */
export const getWebhookInfo: Method = ({ world, records: { webhook } }) => ({
  url: webhook.url,
  has_custom_certificate: false,
  pending_update_count: world.queue.waiting().length,
  ...(webhook.url !== '' && { max_connections: 40 }),
  ...(webhook.lastError && {
    last_error_date: Math.floor(webhook.lastError.at.getTime() / 1000),
    last_error_message: webhook.lastError.message,
  }),
  ...(world.queue.allowed().length > 0 && { allowed_updates: world.queue.allowed() }),
})

/** Ends the little clock on a button, with words or without; once. */
export const answerCallbackQuery: Method = ({ world, records, parameters }) => {
  const press = records.presses.get(textOr(parameters, 'callback_query_id'))
  const text = textOr(parameters, 'text')
  const at = world.now()
  if (!press || press.answer || at.getTime() - press.at.getTime() > MAX_PRESS_AGE_MS) {
    throw badRequest(TOO_OLD)
  }
  if (text.length > 200) throw badRequest('MESSAGE_TOO_LONG')
  press.answer = { text, isAlert: isSet(parameters, 'show_alert'), at }
  return true
}
