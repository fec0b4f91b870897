import { describe, expect, test } from 'vitest'
import { correctedChat, idOf, THREAD } from '../../../test/corrected-chat.ts'
import { wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
const chat = async () => correctedChat(await db.fresh())
const coded = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${body.code}`

describe('a correction', () => {
  test('is obeyed by the next look back and by the lanes, and undone without a trace', async () => {
    const it = await chat()
    expect(await it.conversations()).toBe('1 3 5 | 2 4 6')
    expect(await it.lookBack('5')).toBe('1 3 5')
    const before = await it.timeline()

    const { status, body } = await it.correct('together', ['5', '4'], { by: 'ann' })
    expect(status).toBe(201)
    expect(body.corrections).toEqual([
      {
        id: expect.any(String),
        kind: 'together',
        message_id: '5',
        other_id: '4',
        author: 'ann',
        created_at: expect.any(String),
      },
    ])
    expect(await it.conversations()).toBe('1 3 | 2 4 5 6')
    expect(await it.lookBack('5')).toBe('2 4 5 6')
    expect(await it.lookBack('3')).toBe('1 3')
    expect((await it.timeline())[4]).toMatchObject({
      links: [{ to: '4', probability: 1, reason: 'linked by a person' }],
      corrections: body.corrections as object[],
    })

    expect((await it.undo(idOf({ body }))).status).toBe(204)
    expect(await it.timeline()).toEqual(before)
    expect(await it.lookBack('5')).toBe('1 3 5')
    expect(await it.list()).toEqual([])
  })

  test.each([
    ['together', ['2', '1'], {}, '1 2 3 4 5 6', '6', '1 2 3 4 5 6'],
    ['together', ['6', '3'], {}, '1 3 5 6 | 2 4', '6', '1 3 5 6'],
    ['apart', ['3'], {}, '1 | 2 4 6 | 3 5', '5', '3 5'],
    ['apart', ['5'], {}, '1 3 | 2 4 6 | 5', '5', '5'],
    ['apart', ['1'], { apart_from: '5' }, '1 3 | 2 4 6 | 5', '3', '1 3'],
    ['apart', ['1'], { apart_from: '5' }, '1 3 | 2 4 6 | 5', '5', '5'],
    ['start', ['3'], {}, '1 | 2 4 6 | 3 5', '5', '3 5'],
  ] as const)('%s %j %j', async (kind, ids, more, lanes, at, seen) => {
    const it = await chat()
    const { status, body } = await it.correct(kind, ids, more)
    expect([status, body]).toMatchObject([201, {}])
    expect([await it.conversations(), await it.lookBack(at)]).toEqual([lanes, seen])
  })

  test('of several messages is undone message by message', async () => {
    const it = await chat()
    const { body } = await it.correct('together', ['6', '5', '1'])
    const made = body.corrections as { id: string; message_id: string; other_id: string }[]
    expect(made.map(({ message_id, other_id }) => `${message_id}-${other_id}`).sort()).toEqual([
      '5-1',
      '6-5',
    ])
    await it.undo(made.find(({ message_id }) => message_id === '6')?.id ?? '')
    expect(await it.conversations()).toBe('1 3 5 | 2 4 6')
  })

  test('reaches a context that was built a moment ago', async () => {
    const it = await chat()
    const asked = {
      thread_id: THREAD,
      message: '@bot what about the salad?',
      author: { id: 'ann' },
    }
    const build = async () => (await it.send('POST', '/api/context/build', asked)).body.meta
    await build()
    expect(await build()).toMatchObject({ cached: true })
    const made = await it.correct('start', ['3'])
    expect(await build()).toMatchObject({ cached: false })
    await it.undo(idOf(made))
    expect(await build()).toMatchObject({ cached: false })
  })

  test('is seen by the tool that a model looks around with', async () => {
    const it = await chat()
    await it.correct('together', ['5', '4'])
    const { body } = await it.send('POST', '/api/tools/get_smart_context', {
      thread_id: THREAD,
      arguments: { anchor_id: '5' },
    })
    expect(JSON.stringify(body)).toContain('Rolling the invoices service back')
    expect(JSON.stringify(body)).not.toContain('fountain')
  })

  test('stays when its message is edited or something arrives late', async () => {
    const it = await chat()
    await it.correct('together', ['5', '4'])
    await it.send('PATCH', `/api/messages/${THREAD}/5`, {
      text: 'Good, then I bring the potato salad by the fountain',
      edited_at: '2026-03-10T11:30:00Z',
    })
    const late = { id: 'late', sent_at: '2026-03-10T11:10:30Z', text: 'The picnic, again' }
    await it.send('POST', '/api/messages', wireMessages(late))
    expect((await it.timeline()).find(({ id }) => id === '5')?.links).toMatchObject([{ to: '4' }])
  })
})

describe('corrections that contradict each other', () => {
  test('the same one again is the same one', async () => {
    const it = await chat()
    const [first, again] = [
      await it.correct('together', ['5', '4'], { by: 'ann' }),
      await it.correct('together', ['4', '5'], { by: 'bob' }),
    ]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(await it.list()).toHaveLength(1)
  })

  test('the opposite one of the same two messages takes its place', async () => {
    const it = await chat()
    await it.correct('together', ['5', '4'])
    await it.correct('apart', ['5'], { apart_from: '4' })
    expect(await it.list()).toMatchObject([{ kind: 'apart', overruled: false }])
    expect(await it.conversations()).toBe('1 3 5 | 2 4 6')
    await it.correct('together', ['5', '4'])
    expect(await it.list()).toMatchObject([{ kind: 'together' }])
  })

  test('the newest counts; an older one takes effect again when it is undone, or made again', async () => {
    const it = await chat()
    await it.correct('together', ['5', '4'])
    const start = await it.correct('start', ['5'])
    expect(await it.conversations()).toBe('1 3 | 2 4 6 | 5')
    expect(await it.list()).toMatchObject([
      { kind: 'start', overruled: false },
      { kind: 'together', overruled: true },
    ])
    expect((await it.timeline())[4]?.corrections).toMatchObject([{ kind: 'start' }])

    expect((await it.correct('together', ['5', '4'])).status).toBe(201)
    expect(await it.conversations()).toBe('1 3 | 2 4 5 6')
    await it.correct('start', ['5'])
    await it.undo(idOf(start))
    expect(coded(await it.undo(idOf(start)))).toBe('404 correction_not_found')
  })

  test('a ring of them is one conversation', async () => {
    const it = await chat()
    for (const pair of [
      ['1', '2'],
      ['2', '5'],
      ['5', '1'],
    ])
      await it.correct('together', pair)
    expect(await it.conversations()).toBe('1 2 5 3 4 6'.split(' ').sort().join(' '))
  })
})

describe('what cannot be stated', () => {
  test.each([
    ['a message with itself', 'together', ['1', '1'], {}, '400 invalid_request'],
    ['a message named twice', 'together', ['1', '2', '1'], {}, '400 invalid_request'],
    ['one message together', 'together', ['1'], {}, '400 invalid_request'],
    ['a message apart from itself', 'apart', ['1'], { apart_from: '1' }, '400 invalid_request'],
    ['two messages that start', 'start', ['1', '2'], {}, '400 invalid_request'],
    ['a start apart from something', 'start', ['1'], { apart_from: '2' }, '400 invalid_request'],
    ['no message', 'apart', [], {}, '400 invalid_request'],
    [
      'too many messages',
      'together',
      Array.from({ length: 51 }, (_, i) => `${i}`),
      {},
      '400 invalid_request',
    ],
    ['another kind', 'sideways', ['1', '2'], {}, '400 invalid_request'],
    ['an unknown message', 'together', ['1', 'nope'], {}, '404 message_not_found'],
    [
      'an unknown message to be apart from',
      'apart',
      ['1'],
      { apart_from: 'nope' },
      '404 message_not_found',
    ],
    ['a message of another chat', 'together', ['1', 'elsewhere'], {}, '404 message_not_found'],
    ['a deleted message', 'together', ['1', 'deleted'], {}, '404 message_not_found'],
    ['a message of another topic', 'together', ['1', 'topical'], {}, '400 invalid_request'],
    ['a note of the platform', 'together', ['1', 'joined'], {}, '400 invalid_request'],
    ['a message that stands alone, out of nothing', 'apart', ['alone'], {}, '400 invalid_request'],
    ['an unknown author', 'start', ['3'], { author: { id: 'nobody' } }, '404 person_not_found'],
  ] as const)('%s', async (_, kind, ids, more, expected) => {
    const it = await shared()
    expect(coded(await it.correct(kind, ids, more))).toBe(expected)
    expect(await it.list()).toEqual([])
  })

  let kept: Promise<Awaited<ReturnType<typeof chat>>> | null = null
  const shared = () => {
    kept ??= chat().then(async (it) => {
      const at = (id: string, sent_at: string, more = {}) => ({ id, sent_at, ...more })
      const more = wireMessages(
        at('deleted', '2026-03-10T11:16:00Z'),
        at('topical', '2026-03-10T11:17:00Z', { thread_id: 'side' }),
        at('joined', '2026-03-10T11:18:00Z', { kind: 'system', text: 'Fay joined' }),
        at('alone', '2025-01-10T11:19:00Z', { text: 'Zeppelin', author: { id: 'gus' } }),
      )
      await it.send('POST', '/api/messages', more)
      await it.send('DELETE', `/api/messages/${THREAD}/deleted`)
      await it.send('POST', '/api/messages', {
        ...wireMessages(at('elsewhere', '2026-03-10T11:10:00Z')),
        chat: { channel: 'api', id: 'other', kind: 'group' },
      })
      return it
    })
    return kept
  }
})

describe('who may correct', () => {
  test('members of the chat and staff, also for a person they name; they undo each other', async () => {
    const it = await chat()
    const own = await it.correct('start', ['3'], { by: 'bob' })
    expect(own.body.corrections).toMatchObject([{ author: 'bob' }])
    const named = await it.correct('start', ['4'], { author: { id: 'cid' } })
    expect(named.body.corrections).toMatchObject([{ author: 'cid' }])
    const staff = await it.correct('start', ['5'])
    expect(staff.body.corrections).toMatchObject([{ author: null }])
    expect((await it.undo(idOf(staff), 'ann')).status).toBe(204)
  })

  test('a member cannot speak for others; a person outside the chat does not see it', async () => {
    const it = await chat()
    const { body } = await it.correct('start', ['3'])
    await it.send('POST', '/api/messages', {
      ...wireMessages({ author: { id: 'eve' } }),
      chat: { channel: 'api', id: 'other', kind: 'group' },
    })
    const asBob = { by: 'bob', author: { id: 'ann' } }
    expect(coded(await it.correct('start', ['4'], asBob))).toBe('403 forbidden')
    expect(coded(await it.correct('start', ['4'], { by: 'eve' }))).toBe('404 chat_not_found')
    expect(coded(await it.undo(idOf({ body }), 'eve'))).toBe('404 correction_not_found')
    const other = await correctedChat(await db.fresh())
    expect(coded(await other.undo(idOf({ body })))).toBe('404 correction_not_found')
    expect(await it.list()).toHaveLength(1)
  })

  test('a person who wants nothing remembered is not named', async () => {
    const it = await chat()
    await it.correct('start', ['3'], { by: 'bob' })
    await it.send('PUT', '/api/people/api:bob/memory', { opted_out: true })
    expect(JSON.stringify([await it.list(), (await it.timeline())[2]])).not.toContain('bob')
  })
})

test('is described in /openapi.json', async () => {
  const it = await chat()
  const { paths } = (await it.send('GET', '/openapi.json')).body as {
    paths: Record<string, object>
  }
  expect(Object.keys(paths['/api/conversations/corrections'] ?? {})).toEqual(['post', 'get'])
  expect(Object.keys(paths['/api/conversations/corrections/{id}'] ?? {})).toEqual(['delete'])
})
