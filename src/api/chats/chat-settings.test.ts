import { describe, expect, test } from 'vitest'
import { connectBot } from '../../../test/rows.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

async function setUp(channel = 'telegram') {
  const here = await db.fresh()
  const app = await testApp(here)
  const chat = { channel, id: '-100', kind: 'group', title: 'Team' }
  await app.send('POST', '/api/messages', { ...wireMessages({}), chat })
  if (channel === 'telegram') await connectBot(here, channel)
  const path = `/api/chats/${encodeURIComponent(`${channel}:-100`)}/settings`
  return { ...app, path }
}

const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
]

describe('the settings of a chat', () => {
  test('are as everywhere until somebody changes them, one by one', async () => {
    const { send, path } = await setUp()
    const usual = {
      ...{ thread_id: 'telegram:-100', hearing: 'on', answers: 'everyone' },
      ...{
        time_zone: null,
        digest: null,
        quiet_hours: null,
        unanswered_minutes: null,
        has_bot: true,
      },
    }
    expect((await send('GET', path)).body).toEqual(usual)
    const off = { ...usual, hearing: 'off' }
    expect((await send('PUT', path, { hearing: 'off' })).body).toEqual(off)
    const zoned = { ...off, time_zone: 'Europe/Kyiv', answers: 'admins' }
    const change = { time_zone: 'Europe/Kyiv', answers: 'admins' }
    expect((await send('PUT', path, change)).body).toEqual(zoned)
    expect((await send('GET', path)).body).toEqual(zoned)
    expect((await send('PUT', path, { unanswered_minutes: 30 })).body.unanswered_minutes).toBe(30)
    const back = {
      ...{ time_zone: null, hearing: 'on', answers: 'everyone' },
      unanswered_minutes: null,
    }
    expect((await send('PUT', path, back)).body).toEqual(usual)
  })

  test.each([
    [{}],
    [{ hearing: 'loud' }],
    [{ answers: null }],
    [{ time_zone: 'Mars/Olympus' }],
    [{ time_zone: '' }],
    [{ time_zone: 7 }],
    [{ digest: { every: 'hour' } }],
    [{ digest: { every: 'day', hour: 24 } }],
    [{ digest: { every: 'week', weekday: 'someday' } }],
    [{ digest: 'daily 9' }],
    [{ unanswered_minutes: 4 }],
    [{ unanswered_minutes: '30' }],
    [{ quiet_hours: 'night' }],
    [{ quiet_hours: '7-7' }],
    [{ colour: 'blue' }],
    [[]],
  ])('%j is refused', async (change) => {
    const { send, path } = await setUp()
    expect(coded(await send('PUT', path, change))).toEqual([400, 'invalid_request'])
  })

  test('have a digest, of groups with a bot only', async () => {
    const { send, path } = await setUp()
    const weekly = { every: 'week', hour: 18, weekday: 'fri', to: 'private' }
    const change = { digest: weekly, quiet_hours: '22:00 - 7:00' }
    expect((await send('PUT', path, change)).body).toMatchObject({
      digest: weekly,
      quiet_hours: '22-7',
    })
    const daily = { every: 'day', hour: 9, weekday: 'mon', to: 'chat' }
    expect((await send('PUT', path, { digest: { every: 'day' } })).body.digest).toEqual(daily)
    expect((await send('PUT', path, { digest: { every: 'off' } })).body.digest).toEqual({
      ...daily,
      every: 'off',
    })
    const back = { digest: null, quiet_hours: null }
    expect((await send('PUT', path, back)).body).toMatchObject(back)
    const other = await setUp('api')
    for (const one of [{ digest: { every: 'day' } }, { quiet_hours: '22-7' }]) {
      expect(coded(await other.send('PUT', other.path, one))).toEqual([400, 'invalid_request'])
    }
    await send('POST', '/api/messages', {
      ...wireMessages({}),
      chat: { channel: 'telegram', id: '5', kind: 'private', title: null },
    })
    const alone = await send('PUT', '/api/chats/telegram%3A5/settings', { digest: weekly })
    expect(coded(alone)).toEqual([400, 'invalid_request'])
  })

  test('where no bot listens, only the clock is set', async () => {
    const { send, path } = await setUp('api')
    expect(coded(await send('PUT', path, { hearing: 'off' }))).toEqual([400, 'invalid_request'])
    expect((await send('PUT', path, { time_zone: 'Asia/Tokyo' })).body).toMatchObject({
      time_zone: 'Asia/Tokyo',
      has_bot: false,
    })
  })

  test('are for admins, and of another workspace nobody’s', async () => {
    const { send, path, keyFor } = await setUp()
    const roles = [await keyFor('member', 'telegram:u1'), await keyFor('staff')]
    for (const key of roles) {
      const headers = { Authorization: `Bearer ${key}` }
      expect(coded(await send('GET', path, undefined, headers))).toEqual([403, 'forbidden'])
      const change = { hearing: 'off' }
      expect(coded(await send('PUT', path, change, headers))).toEqual([403, 'forbidden'])
    }
    const other = await testApp(await db.fresh())
    expect(coded(await other.send('GET', path))).toEqual([404, 'chat_not_found'])
    expect(coded(await other.send('PUT', path, { hearing: 'off' }))).toEqual([
      404,
      'chat_not_found',
    ])
    expect((await send('GET', path)).body.hearing).toBe('on')
  })
})
