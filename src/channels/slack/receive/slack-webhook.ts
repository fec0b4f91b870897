import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../domain/errors.ts'
import { asFields, type Fields, fieldText } from '../../../text/fields.ts'
import type { WebhookReading, WebhookRequest } from '../../channel.ts'
import { rawEventsOf } from './raw-events.ts'

/** An older request may be a recorded one that is sent again. */
const MAX_AGE_SECONDS = 300

/** Reads what Slack posted: an event, a pressed button, a slash command, or the check of the address. */
export function readSlackWebhook(
  { headers, body }: WebhookRequest,
  secret: string,
  now: Date,
): WebhookReading {
  checkSignature(headers, body, secret, now)
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  const payload = isJson ? parseFields(body) : null
  if (payload?.type === 'url_verification') {
    return { events: [], reply: fieldText(payload.challenge) }
  }
  if (payload !== null) return { events: rawEventsOf('events_api', payload, now), reply: null }
  if (isJson) throw new AppError('invalid_request', 'The body is not an event of Slack.')
  return { events: readForm(new URLSearchParams(body), now), reply: null }
}

/** Buttons and commands are posted as forms, a button as JSON in one field. */
function readForm(form: URLSearchParams, now: Date) {
  const interaction = form.get('payload')
  if (interaction === null) return rawEventsOf('slash_commands', Object.fromEntries(form), now)
  const payload = parseFields(interaction)
  if (payload !== null) return rawEventsOf('interactive', payload, now)
  throw new AppError('invalid_request', 'The field payload is not an interaction of Slack.')
}

/** Slack signs the moment and the body as they are sent, so they are checked before anything is parsed. */
function checkSignature(
  headers: WebhookRequest['headers'],
  body: string,
  secret: string,
  now: Date,
): void {
  const sentAt = headers['x-slack-request-timestamp'] ?? ''
  const given = Buffer.from(headers['x-slack-signature'] ?? '')
  const signed = createHmac('sha256', secret).update(`v0:${sentAt}:${body}`).digest('hex')
  const expected = Buffer.from(`v0=${signed}`)
  const age = Math.abs(now.getTime() / 1_000 - Number(sentAt))
  const isFresh = /^\d+$/.test(sentAt) && age <= MAX_AGE_SECONDS
  if (isFresh && given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new AppError(
    'forbidden',
    'The signature is missing, old or wrong. Only Slack may call this; check EARSHOT_SLACK_SIGNING_SECRET and the clock.',
  )
}

function parseFields(text: string): Fields | null {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return null
  }
}
