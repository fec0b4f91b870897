import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { recordOverheard, saveBot } from '../../db/channels/bots.ts'
import { changeSend, enqueueSend } from '../../db/channels/outbox.ts'
import { AppError } from '../../domain/errors.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { Webhook } from './webhooks.ts'

const db = useDatabase()
const NOW = new Date('2026-03-10T12:00:00Z')

const owed = (cause: string) =>
  ({
    kind: 'answer',
    cause,
    detail: null,
    chat: '-1001',
    topic: null,
    messageId: '7',
    person: '42',
    isGroup: true,
  }) as const

describe('sends', () => {
  test('that are uncertain are listed, and sent again or left', async () => {
    const fresh = await db.fresh()
    const { workspaceId } = fresh
    const app = await testApp(fresh)
    await fresh.database.within(workspaceScope(workspaceId), async (tx) => {
      await enqueueSend(
        tx,
        workspaceId,
        { channel: 'telegram', bot: '1' },
        [owed('a'), owed('b'), owed('b'), owed('c')],
        NOW,
      )
      const rows = await tx.query<{ id: number }>('select id from outbox order by id')
      for (const { id } of rows.slice(0, 2)) {
        const change = { from: ['due'], to: 'uncertain', problem: 'the connection broke' } as const
        expect(await changeSend(tx, workspaceId, Number(id), change, NOW)).toBe(true)
      }
    })
    const list = await app.send('GET', '/api/channels/sends')
    const sends = list.body.sends as { id: number; state: string; problem: string }[]
    expect(sends.map(({ state, problem }) => [state, problem])).toEqual([
      ['uncertain', 'the connection broke'],
      ['uncertain', 'the connection broke'],
    ])
    const [one, other] = sends
    expect((await app.send('POST', `/api/channels/sends/${one?.id}/again`)).body).toMatchObject({
      state: 'due',
      problem: null,
    })
    expect((await app.send('POST', `/api/channels/sends/${other?.id}/dismiss`)).body.state).toBe(
      'dropped',
    )
    expect((await app.send('POST', `/api/channels/sends/${one?.id}/again`)).body.code).toBe(
      'send_not_found',
    )
    expect((await app.send('GET', '/api/channels/sends')).body).toEqual({ sends: [] })
  })

  test('are for staff', async () => {
    const app = await testApp(await db.fresh())
    const Authorization = `Bearer ${await app.keyFor('member', 'api:ann')}`
    for (const [method, path] of [
      ['GET', '/api/channels'],
      ['GET', '/api/channels/sends'],
      ['POST', '/api/channels/sends/1/again'],
    ] as const) {
      const reply = await app.send(method, path, undefined, { Authorization })
      expect([path, reply.status]).toEqual([path, 403])
    }
  })
})

test('the bot and what it hears in its groups', async () => {
  const fresh = await db.fresh()
  const { workspaceId } = fresh
  const app = await testApp(fresh)
  await fresh.database.within(workspaceScope(workspaceId), async (tx) => {
    const bot = { channel: 'telegram', bot: '1' }
    await saveBot(tx, workspaceId, {
      ...bot,
      username: 'iris_bot',
      readsAll: false,
      listenedAt: NOW,
    })
    const group = { title: 'Friends', isGroup: true, chat: '-1' }
    await recordOverheard(tx, workspaceId, bot, group, NOW)
    await recordOverheard(tx, workspaceId, bot, { ...group, chat: '-2', title: 'Work' }, null)
  })
  expect((await app.send('GET', '/api/channels')).body).toMatchObject({
    bots: [
      {
        channel: 'telegram',
        username: 'iris_bot',
        reads_all: false,
        groups: [
          { chat: '-1', overheard_at: NOW.toISOString() },
          { chat: '-2', overheard_at: null },
        ],
      },
    ],
  })
})

describe('the webhook of a channel', () => {
  /** Answers as a channel does: with nothing, with a text, or by refusing the request. */
  async function opened() {
    const bodies: string[] = []
    const webhook: Webhook = async ({ headers, body }) => {
      if (headers['x-secret'] !== 'abc') throw new AppError('forbidden', 'The secret is wrong.')
      if (body === 'nonsense') throw new AppError('invalid_request', 'no event')
      bodies.push(body)
      return body === 'challenge' ? 'the reply' : null
    }
    const { api } = await testApp(await db.fresh(), { webhooks: { telegram: webhook } })
    const post = (path: string, body: string, secret = 'abc') =>
      api.request(path, { method: 'POST', body, headers: { 'X-Secret': secret } })
    return { bodies, post }
  }

  test.each(['/webhooks/telegram', '/telegram/webhook'])(
    'receives what the platform posts to %s, and nothing that the channel refuses',
    async (path) => {
      const { bodies, post } = await opened()
      expect((await post(path, '{"update_id":1}')).status).toBe(200)
      expect((await post(path, '{"update_id":2}', 'abd')).status).toBe(403)
      expect((await post(path, 'nonsense')).status).toBe(400)
      expect((await post(path, 'x'.repeat(1_100_000))).status).toBe(413)
      expect(bodies).toEqual(['{"update_id":1}'])
    },
  )

  test('replies with what the platform expects', async () => {
    const { post } = await opened()
    const reply = await post('/webhooks/telegram', 'challenge')
    expect([reply.status, await reply.text()]).toEqual([200, 'the reply'])
  })

  test.each(['slack', '__proto__'])(
    'is not there for a channel without one: %s',
    async (channel) => {
      const { post } = await opened()
      expect((await post(`/webhooks/${channel}`, '{}')).status).toBe(404)
    },
  )
})
