import { describe, expect, test } from 'vitest'
import { useMatrix } from '../../../test/matrix-world.ts'
import { readMatrixEvent } from './matrix-event.ts'
import { rawEventOf } from './raw-events.ts'
import { readSync } from './read-sync.ts'

const matrix = useMatrix()

const NOW = new Date('2026-03-01T12:00:00Z')
const GOOD = {
  event_id: '$one',
  type: 'm.room.message',
  sender: '@ann:matrix.test',
  origin_server_ts: 1_000,
  content: { msgtype: 'm.text', body: 'hello' },
}

describe('an event', () => {
  test.each([
    null,
    'an event',
    [],
    {},
    { ...GOOD, event_id: 7 },
    { ...GOOD, event_id: 'one' },
    { ...GOOD, event_id: '$' },
    { ...GOOD, event_id: `$${'a'.repeat(255)}` },
    { ...GOOD, event_id: '$a b' },
    { ...GOOD, event_id: '$\ud800' },
    { ...GOOD, sender: 'ann' },
    { ...GOOD, sender: '@a\u0000b' },
    { ...GOOD, sender: null },
    { ...GOOD, type: 1 },
  ])('without what every event has is none: %#', (value) => {
    expect(readMatrixEvent(value, NOW)).toBeNull()
  })

  test.each([
    [1_000, new Date(1_000)],
    [-1, NOW],
    [9e15, NOW],
    [Number.MAX_SAFE_INTEGER, NOW],
    [8.64e15, NOW],
    ['1000', NOW],
    [null, NOW],
  ])('dated %s by its server is of %s', (origin_server_ts, sentAt) => {
    expect(readMatrixEvent({ ...GOOD, origin_server_ts }, NOW)?.sentAt).toEqual(sentAt)
  })

  test('that is too long or nested too deep for the inbox is skipped', () => {
    const nested = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const deep = readMatrixEvent({ ...GOOD, content: { nested } }, NOW)
    const long = readMatrixEvent({ ...GOOD, content: { body: 'a'.repeat(300_000) } }, NOW)
    if (deep === null || long === null) throw new Error('not read')
    expect(rawEventOf('!room:matrix.test', deep)).toBeNull()
    expect(rawEventOf('!room:matrix.test', long)).toBeNull()
  })
})

describe('a sync', () => {
  const context = { me: '@earshot:matrix.test', now: NOW, since: 's1' }

  test.each([{}, { next_batch: 7 }, { next_batch: '' }, { rooms: {} }])(
    'without a position is none: %o',
    (body) => {
      expect(readSync(body, context)).toBeNull()
    },
  )

  test.each([
    { rooms: [] },
    { rooms: { join: 'all', invite: 7, leave: null } },
    { rooms: { join: { '../..': {}, '!ok:matrix.test': 'no', room: {} } } },
    { rooms: { join: { '!ok:matrix.test': { timeline: { events: 'none', limited: 'yes' } } } } },
    { rooms: { join: { '!ok:matrix.test': { timeline: { events: [null, 1, {}] }, state: [] } } } },
    { rooms: { invite: { '!ok:matrix.test': { invite_state: { events: [7, {}] } } } } },
    { account_data: { events: {} } },
    { account_data: { events: [{ type: 'm.direct', content: 'all' }] } },
  ])('with fields of other types has no events: %o', (fields) => {
    const synced = readSync({ next_batch: 's2', ...fields }, context)
    expect(synced?.rooms.flatMap(({ timeline }) => timeline)).toEqual([])
  })
})

test('whatever people send, the bot reads on, and logs nothing of it', async () => {
  const { server, people, ann, stored, waiting, bot } = await matrix.start()
  const room = people.createRoom([ann], { title: 'Friends' })
  const secret = 'SECRET-WORDS'
  const relations = [
    'none',
    { rel_type: 7, event_id: 8 },
    { rel_type: 'm.thread', event_id: '../../..' },
    { rel_type: 'm.replace', event_id: '$a/../../b' },
    { rel_type: 'm.annotation', event_id: '$x', key: 7 },
    { 'm.in_reply_to': { event_id: ['$x'] } },
    { 'm.in_reply_to': 'x' },
  ]
  const contents = [
    {},
    { msgtype: 'm.text' },
    { msgtype: 7, body: secret },
    { msgtype: 'm.text', body: { text: secret } },
    { msgtype: 'm.image', body: secret, url: 7, info: 'large' },
    { msgtype: 'm.image', body: secret, url: 'mxc://x/y', info: { size: -1, mimetype: [] } },
    { msgtype: 'm.text', body: `${secret}\u0000\ud800`, 'm.mentions': { user_ids: [{}] } },
    {
      msgtype: 'm.text',
      body: secret,
      format: 'org.matrix.custom.html',
      formatted_body: '<a'.repeat(9_000),
    },
    ...relations.map((one) => ({ msgtype: 'm.text', body: secret, 'm.relates_to': one })),
  ]
  const types = ['m.room.message', 'm.reaction', 'm.sticker', 'm.poll.start', 'm.room.redaction']
  for (const content of contents) {
    for (const type of types) server.world.add(room, { type, sender: ann.id, content })
    for (const type of ['m.room.name', 'm.room.tombstone', 'm.room.member']) {
      server.world.add(room, { type, sender: ann.id, state_key: 'x', content })
    }
  }
  people.setState(room, ann.id, 'm.room.name', { name: { text: secret } })
  people.setState(room, ann.id, 'm.room.power_levels', { users: 'all' })
  people.say(room, ann, 'at last')
  const rows = await stored()
  expect(rows.at(-1)?.text).toBe('at last')
  expect(await waiting()).toEqual([])
  expect(JSON.stringify(bot.events)).not.toMatch(/SECRET|syt_/)
  expect(server.violations()).toEqual([])
})

test('the pending events of a person name them and their room, so that they can be forgotten', async () => {
  const { server, people, ann, until, db } = await matrix.start()
  const room = people.createRoom([ann], { title: 'Friends' })
  const { event_id: id } = people.say(room, ann, 'at nine')
  server.fault({
    endpoint: 'event',
    kind: 'refuse',
    status: 500,
    errcode: 'M_UNKNOWN',
    times: 1_000,
  })
  people.edit(room, ann, id, 'at ten')
  const rows = () =>
    db.database.asOwner((tx) =>
      tx.query<{ author: string; chat: string; problem: string | null }>(
        'select author, chat, problem from inbox where workspace_id = $1 and done_at is null',
        [db.workspaceId],
      ),
    )
  await until(async () => (await rows()).some(({ problem }) => problem !== null))
  expect(await rows()).toMatchObject([{ author: ann.id, chat: room.id }])
})
