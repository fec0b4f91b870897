import { afterEach, describe, expect, test } from 'vitest'
import { type MatrixServer, startMatrixServer } from './matrix-server.ts'
import { createMatrixPeople } from './people.ts'

/* The homeserver of the tests is as strict as a homeserver: what it lets pass, the tests prove nothing about. */

let server: MatrixServer
afterEach(() => server.stop())

async function begin() {
  server = await startMatrixServer()
  const people = createMatrixPeople(server)
  const ann = people.person('Ann')
  const room = people.createRoom([ann], { title: 'Friends' })
  const call = async (method: string, path: string, body?: unknown, token = server.token()) => {
    const response = await fetch(`${server.url}/_matrix/client${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, ...json } as Record<
      string,
      unknown
    >
  }
  const send = (content: unknown, transaction = '1', type = 'm.room.message') =>
    call('PUT', `/v3/rooms/${encodeURIComponent(room.id)}/send/${type}/${transaction}`, content)
  return { people, ann, room, call, send }
}

const HELLO = { msgtype: 'm.text', body: 'hello', 'm.mentions': {} }

describe('it refuses', () => {
  test('calls without its token, and says whether the session may go on', async () => {
    const { call } = await begin()
    const path = '/v3/account/whoami'
    expect(await call('GET', path, undefined, 'wrong')).toMatchObject({
      ...{ status: 401, errcode: 'M_UNKNOWN_TOKEN', soft_logout: false },
    })
    server.expireToken({ soft: true })
    expect(await call('GET', path)).toMatchObject({ errcode: 'M_UNKNOWN_TOKEN', soft_logout: true })
    const { status } = await fetch(`${server.url}/_matrix/client${path}`)
    expect(status).toBe(401)
  })

  test('what it does not know', async () => {
    const { call } = await begin()
    expect(await call('GET', '/v3/nothing')).toMatchObject({
      status: 404,
      errcode: 'M_UNRECOGNIZED',
    })
    expect(server.violations()).toEqual(['unknown endpoint: GET /_matrix/client/v3/nothing'])
  })

  test('contents that are no JSON, hold fractions, or are too long', async () => {
    const { send } = await begin()
    expect(await send('{')).toMatchObject({ status: 400, errcode: 'M_NOT_JSON' })
    expect(await send({ ...HELLO, x: 0.5 })).toMatchObject({ status: 400, errcode: 'M_BAD_JSON' })
    const long = { ...HELLO, body: 'a'.repeat(66_000) }
    expect(await send(long)).toMatchObject({ status: 413, errcode: 'M_TOO_LARGE' })
  })

  test('members who left, were muted, or never came', async () => {
    const { people, ann, room, send, call } = await begin()
    people.setState(room, ann.id, 'm.room.power_levels', { events_default: 10 })
    expect(await send(HELLO)).toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' })
    people.setMember(room, server.world.me, 'ban', ann.id)
    expect(await send(HELLO)).toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' })
    const path = `/v3/join/${encodeURIComponent(room.id)}`
    expect(await call('POST', path, {})).toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' })
    expect(await call('POST', '/v3/join/!none%3Ax', {})).toMatchObject({ status: 404 })
  })

  test('a position that is none of its own, and a timeline of no events', async () => {
    const { call } = await begin()
    expect(await call('GET', '/v3/sync?since=s999')).toMatchObject({ status: 400 })
    expect(await call('GET', '/v3/sync?since=')).toMatchObject({ status: 400 })
    const filter = encodeURIComponent(JSON.stringify({ room: { timeline: { limit: 0 } } }))
    expect(await call('GET', `/v3/sync?filter=${filter}`)).toMatchObject({ status: 400 })
  })
})

describe('it records', () => {
  test('edits of messages of others, unknown tags and relations that lead nowhere', async () => {
    const { people, ann, room, send } = await begin()
    const { event_id: id } = people.say(room, ann, 'mine')
    const edit = { 'm.new_content': HELLO, 'm.relates_to': { rel_type: 'm.replace', event_id: id } }
    await send({ ...HELLO, ...edit }, '1')
    const html = { format: 'org.matrix.custom.html', formatted_body: '<marquee>x</marquee><b>y' }
    await send({ ...HELLO, ...html }, '2')
    await send({ ...HELLO, 'm.relates_to': { 'm.in_reply_to': { event_id: '$gone' } } }, '3')
    await send({ msgtype: 'm.text', body: '' }, '4')
    expect(server.violations()).toEqual([
      'an edit of a message of another',
      'an unknown tag: marquee',
      'tags that are open: b',
      'a relation to an event that is not in the room: $gone',
      'a message without a body',
      'a message without mentions',
    ])
  })

  test('calls before a rate limit has ended', async () => {
    const { send } = await begin()
    server.fault({ endpoint: 'send', kind: 'limit', ms: 60_000 })
    const refused = await send(HELLO)
    expect(refused).toMatchObject({
      ...{ status: 429, errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 60_000 },
    })
    expect((refused.headers as Headers).get('retry-after')).toBe('60')
    const limitedAt = performance.now()
    await server.until(() => performance.now() - limitedAt > 150)
    expect(await send(HELLO)).toMatchObject({ status: 429 })
    expect(server.violations()).toHaveLength(1)
  })
})

describe('it knows', () => {
  test('a transaction again, and a second reaction of the same kind', async () => {
    const { room, send } = await begin()
    const { event_id: id } = await send(HELLO, 'a')
    expect(await send(HELLO, 'a')).toMatchObject({ event_id: id })
    const reaction = { 'm.relates_to': { rel_type: 'm.annotation', event_id: id, key: '👍' } }
    const { event_id: first } = await send(reaction, 'b', 'm.reaction')
    expect(await send(reaction, 'b', 'm.reaction')).toMatchObject({ event_id: first })
    expect(await send(reaction, 'c', 'm.reaction')).toMatchObject({
      ...{ status: 400, errcode: 'M_DUPLICATE_ANNOTATION' },
    })
    expect(room.events.filter(({ type }) => /message|reaction/.test(type))).toHaveLength(2)
  })

  test('its positions, whoever comes back with one, and wakes those who wait', async () => {
    const { people, ann, room, call } = await begin()
    const { next_batch: since } = await call('GET', '/v3/sync')
    people.say(room, ann, 'one')
    for (let times = 0; times < 2; times += 1) {
      const { rooms } = await call('GET', `/v3/sync?since=${since}`)
      expect(JSON.stringify(rooms)).toContain('"one"')
    }
    const { next_batch: now } = await call('GET', `/v3/sync?since=${since}`)
    const waiting = call('GET', `/v3/sync?since=${now}&timeout=60000`)
    await server.until(() => server.calls('sync') === 5)
    people.say(room, ann, 'two')
    expect(JSON.stringify((await waiting).rooms)).toContain('"two"')
  })
})
