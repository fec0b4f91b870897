import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { changeSend, enqueueSend } from '../../db/channels/outbox.ts'
import { recordPrivacyMode, saveBot } from '../../db/channels/telegram-chats.ts'
import { AppError } from '../../domain/errors.ts'
import { workspaceScope } from '../../domain/scope.ts'

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
    const list = await app.send('GET', '/api/telegram/sends')
    const sends = list.body.sends as { id: number; state: string; problem: string }[]
    expect(sends.map(({ state, problem }) => [state, problem])).toEqual([
      ['uncertain', 'the connection broke'],
      ['uncertain', 'the connection broke'],
    ])
    const [one, other] = sends
    expect((await app.send('POST', `/api/telegram/sends/${one?.id}/again`)).body).toMatchObject({
      state: 'due',
      problem: null,
    })
    expect((await app.send('POST', `/api/telegram/sends/${other?.id}/dismiss`)).body.state).toBe(
      'dropped',
    )
    expect((await app.send('POST', `/api/telegram/sends/${one?.id}/again`)).body.code).toBe(
      'send_not_found',
    )
    expect((await app.send('GET', '/api/telegram/sends')).body).toEqual({ sends: [] })
  })

  test('are for staff', async () => {
    const app = await testApp(await db.fresh())
    const Authorization = `Bearer ${await app.keyFor('member', 'api:ann')}`
    for (const [method, path] of [
      ['GET', '/api/telegram'],
      ['GET', '/api/telegram/sends'],
      ['POST', '/api/telegram/sends/1/again'],
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
    await saveBot(tx, workspaceId, {
      bot: '1',
      username: 'iris_bot',
      readsAll: false,
      listenedAt: NOW,
    })
    const seen = { bot: '1', title: 'Friends', isGroup: true }
    await recordPrivacyMode(tx, workspaceId, { ...seen, chat: '-1' }, NOW)
    await recordPrivacyMode(tx, workspaceId, { ...seen, chat: '-2', title: 'Work' }, null)
  })
  expect((await app.send('GET', '/api/telegram')).body).toMatchObject({
    bots: [
      {
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

describe('the webhook', () => {
  const header = (secret: string) => ({ 'x-telegram-bot-api-secret-token': secret })

  test('takes what Telegram posts, and nothing without the secret', async () => {
    const bodies: string[] = []
    const webhook = {
      secret: 'abc',
      receive: async (body: string) => {
        if (body === 'nonsense') throw new AppError('invalid_request', 'no update')
        bodies.push(body)
      },
    }
    const { api } = await testApp(await db.fresh(), { webhook })
    const post = async (body: string, headers: Record<string, string>) =>
      (await api.request('/telegram/webhook', { method: 'POST', body, headers })).status
    expect(await post('{"update_id":1}', header('abc'))).toBe(200)
    expect(await post('{"update_id":2}', header('abd'))).toBe(403)
    expect(await post('{"update_id":3}', {})).toBe(403)
    expect(await post('nonsense', header('abc'))).toBe(400)
    expect(await post('x'.repeat(1_100_000), header('abc'))).toBe(413)
    expect(bodies).toEqual(['{"update_id":1}'])
  })

  test('is not there without a bot that wants it', async () => {
    const { api } = await testApp(await db.fresh())
    const reply = await api.request('/telegram/webhook', { method: 'POST', headers: header('abc') })
    expect(reply.status).toBe(404)
  })
})
