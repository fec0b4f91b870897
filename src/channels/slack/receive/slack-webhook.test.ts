import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readSlackWebhook } from './slack-webhook.ts'

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const NOW = new Date('2026-03-10T12:00:00Z')

type Given = { readonly at?: number; readonly type?: string; readonly secret?: string }

function signed(body: string, { at = NOW.getTime() / 1_000, type, secret = SECRET }: Given = {}) {
  const hash = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': type ?? 'application/json',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${hash}`,
    },
  }
}

const read = (body: string, given?: Given) => readSlackWebhook(signed(body, given), SECRET, NOW)
const FORM = 'application/x-www-form-urlencoded'

describe('a request', () => {
  test('that checks the address is answered with its challenge', () => {
    const reading = read(JSON.stringify({ type: 'url_verification', challenge: 'abc' }))
    expect(reading).toEqual({ events: [], reply: 'abc' })
  })

  test('with an event is an event', () => {
    const event = {
      type: 'message',
      channel: 'C1',
      user: 'U1',
      ts: '1700000000.000100',
      text: 'hi',
    }
    const { events } = read(JSON.stringify({ type: 'event_callback', event_id: 'Ev1', event }))
    expect(events).toMatchObject([
      { id: 'm:C1:1700000000.000100', ordinal: '1700000000000100', author: 'U1', chat: 'C1' },
    ])
  })

  test('with a command or a button is a form, and its secrets are not stored', () => {
    const command = { token: 's3cret', trigger_id: '1.2', channel_id: 'C1', user_id: 'U1' }
    const form = new URLSearchParams({
      ...command,
      response_url: 'https://hooks/s3cret',
      text: 'why',
    })
    const [event] = read(String(form), { type: FORM }).events
    expect(event).toMatchObject({ id: 'c:1.2', author: 'U1', chat: 'C1' })
    const press = {
      type: 'block_actions',
      token: 's3cret',
      response_url: 'https://hooks/s3cret',
      user: { id: 'U1' },
      container: { channel_id: 'C1', message_ts: '1700000000.000100' },
      actions: [{ type: 'button', value: 'why:1', action_ts: '1700000001.000100' }],
    }
    const pressed = String(new URLSearchParams({ payload: JSON.stringify(press) }))
    const [button] = read(pressed, { type: FORM }).events
    expect(button).toMatchObject({ author: 'U1', chat: 'C1' })
    expect(`${event?.payload}${button?.payload}`).not.toContain('s3cret')
  })

  test.each([
    ['by another', () => signed('{}', { secret: 'another secret of nobody' })],
    ['of ten minutes ago', () => signed('{}', { at: NOW.getTime() / 1_000 - 600 })],
    ['of tomorrow', () => signed('{}', { at: NOW.getTime() / 1_000 + 86_400 })],
    ['without a moment', () => signed('{}', { at: Number.NaN })],
    [
      'without a signature',
      () => ({ body: '{}', headers: { 'content-type': 'application/json' } }),
    ],
    ['with another body', () => ({ ...signed('{}'), body: '{"type":"event_callback"}' })],
    ['that is not even JSON', () => ({ ...signed('{}'), body: '{' })],
  ])('%s is refused before it is read', (_, request) => {
    expect(() => readSlackWebhook(request(), SECRET, NOW)).toThrow(/signature/)
  })

  test('of Slack that cannot be read is refused', () => {
    expect(() => read('{')).toThrow(/not an event/)
    expect(() => read('payload=%7B', { type: FORM })).toThrow(/not an interaction/)
    expect(read('', { type: FORM }).events).toEqual([])
    expect(read('{}').events).toEqual([])
  })
})
