import { afterEach, describe, expect, test } from 'vitest'
import { type ChannelWorld, startChannelWorld } from '../../../test/channel-world.ts'
import { repeats } from '../../../test/depth.ts'
import type { PlatformPerson, Room } from '../../../test/platform/platform.ts'
import { openToyChannel } from '../../../test/toy-channel/toy-channel.ts'
import { createToyPlatform, type ToyPlatform } from '../../../test/toy-channel/toy-platform.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

const databases = useDatabase()
let world: ChannelWorld
let board: ToyPlatform
let db: TestDb
let now: Date
afterEach(() => world.stop())

/** A bot with a clock that the test sets, in Berlin. */
async function begin(at = '2026-10-20T08:00:00Z') {
  db = await databases.fresh()
  now = new Date(at)
  board = createToyPlatform()
  world = await startChannelWorld(db, board, {
    channel: openToyChannel(board),
    settings: { timeZone: 'Europe/Berlin' },
    engine: { now: () => now },
  })
  return { ann: board.person('Ann'), room: board.room('Friends', []) }
}

/** What the bot says to a message. */
async function replyTo(room: Room, author: PlatformPerson, text: string): Promise<string> {
  const before = board.sent(room.id).length
  room.say(author, text, { at: now })
  return (await world.answers(room.id, before + 1)).at(-1)?.text ?? ''
}

const texts = (room: Room) => board.sent(room.id).map(({ text }) => text)

test('is confirmed, listed, and sent once at its time, as a reply to the request', async () => {
  const { ann, room } = await begin()
  expect(await replyTo(room, ann, '@toy_bot remind us on Friday at 9 to bring the tent')).toBe(
    'I will remind you on 2026-10-23 09:00 (Europe/Berlin): bring the tent',
  )
  expect(board.sent(room.id)[0]?.buttons).toEqual(['Cancel'])
  expect(await replyTo(room, ann, '/remind')).toMatch(
    /^\d+\. 2026-10-23 09:00, Ann: bring the tent$/m,
  )
  now = new Date('2026-10-23T06:59:59Z')
  await world.restart()
  await world.processed()
  expect(texts(room)).toHaveLength(2)
  now = new Date('2026-10-23T07:00:00Z')
  const [, , reminder] = await world.answers(room.id, 3)
  expect(reminder).toMatchObject({ text: 'Reminder for Ann: bring the tent', replyTo: '3' })
  await world.restart()
  expect(await replyTo(room, ann, '/remind')).toContain('No reminder is set here.')
})

test('one that comes late says when it was due', async () => {
  const { ann, room } = await begin()
  await replyTo(room, ann, '/remind in 2 hours the oven')
  now = new Date('2026-10-20T12:00:00Z')
  const sent = await world.answers(room.id, 2)
  expect(sent[1]?.text).toBe('Reminder for Ann: the oven (it was due on 2026-10-20 12:00)')
})

describe('cancelling', () => {
  test('is for who asked for it, and admins', async () => {
    const { ann, room } = await begin()
    await replyTo(room, ann, '/remind tomorrow at 9 rent')
    const id = /^(\d+)\./m.exec(await replyTo(room, ann, '/remind'))?.[1]
    expect(await replyTo(room, ann, `/remind cancel ${id}`)).toBe('The reminder is cancelled.')
    expect(await replyTo(room, ann, `/remind cancel ${id}`)).toBe('The reminder is cancelled.')
    now = new Date('2026-10-22T12:00:00Z')
    await world.restart()
    expect(await replyTo(room, ann, '/remind')).toContain('No reminder is set here.')
    expect(texts(room).filter((text) => text.startsWith('Reminder'))).toEqual([])
  })

  test('reaches no reminder of another chat', async () => {
    const { ann, room } = await begin()
    const other = board.room('Work', [])
    await replyTo(room, ann, '/remind tomorrow at 9 rent')
    const id = /^(\d+)\./m.exec(await replyTo(room, ann, '/remind'))?.[1]
    expect(await replyTo(other, ann, `/remind cancel ${id}`)).toMatch(/no such reminder/)
    expect(await replyTo(other, ann, '/remind')).toContain('No reminder is set here.')
  })
})

test('of a message that was deleted or forgotten reminds nobody, and its text is nowhere', async () => {
  const { ann, room } = await begin()
  const said = room.say(ann, '@toy_bot remind me tomorrow at 9 about xq7z', { at: now })
  await world.answers(room.id)
  const admin = {
    workspaceId: db.workspaceId,
    role: 'admin',
    personId: null,
    name: 'test',
  } as const
  await world.engine.delete(admin, { channel: 'toy', externalId: room.id, messageId: said.id })
  expect(await replyTo(room, ann, '/remind')).toContain('No reminder is set here.')
  now = new Date('2026-10-22T12:00:00Z')
  await world.restart()
  await replyTo(room, ann, '/help')
  expect(texts(room).filter((text) => text.startsWith('Reminder'))).toEqual([])
})

test.each([
  ['/remind someday', /do not understand when/],
  ['@toy_bot remind us every Monday at 9', /once, not repeatedly/],
  ['/remind 3 March 2020', /has passed/],
  ['/remind cancel 999999', /no such reminder/],
])('%s is answered with what is wrong', async (text, reply) => {
  const { ann, room } = await begin()
  expect(await replyTo(room, ann, text)).toMatch(reply)
})

test('“remind me what we decided” is a question', async () => {
  const { ann, room } = await begin()
  room.say(ann, 'We decided to take the ferry to Crete', { at: new Date(now.getTime() - 60_000) })
  const answer = await replyTo(room, ann, '@toy_bot remind me what we decided about the ferry')
  expect(answer).toContain('We decided to take the ferry to Crete')
})

test('a chat has room for a hundred', async () => {
  const { ann, room } = await begin()
  for (let i = 0; i < 100; i += 1) room.say(ann, `/remind tomorrow at 9 item ${i}`, { at: now })
  await world.answers(room.id, 100)
  expect(await replyTo(room, ann, '/remind tomorrow at 9 one more')).toMatch(/100 reminders here/)
})

test('across clock changes and restarts each is sent once, and none before its time', async () => {
  await begin('2026-10-20T08:00:00Z')
  const count = repeats(60, 500)
  const rooms = Array.from({ length: 10 }, (_, i) => board.room(`Room ${i}`, []))
  const person = board.person('Ann')
  for (let i = 0; i < count; i += 1) {
    // From 21 October to April: over the changes of 25 October and 28 March.
    const day = new Date(Date.UTC(2026, 9, 21 + ((i * 7) % 170))).toISOString().slice(0, 10)
    const time = `${i % 24}:${i % 2 ? '30' : '00'}`
    rooms[i % rooms.length]?.say(person, `/remind ${day} at ${time} item ${i} end`, { at: now })
  }
  const sentUpTo = async (wanted: number) => {
    await board.until(() => board.sent().length >= wanted)
    return board.sent().map(({ text }) => text)
  }
  const item = (text: string) => Number(/item (\d+) end/.exec(text)?.[1])
  const confirmed = await sentUpTo(count)
  const dueAt = new Map(
    confirmed.map((text) => [item(text), /on (\S+ \S+) \(/.exec(text)?.[1] ?? '']),
  )
  expect(dueAt.size).toBe(count)
  const berlin = (at: Date) => at.toLocaleString('sv', { timeZone: 'Europe/Berlin' }).slice(0, 16)
  const last = Date.UTC(2027, 4, 1)
  for (let at = now.getTime(); at < last; at += 9.5 * 86_400_000) {
    now = new Date(at)
    await world.restart()
    const isDue = [...dueAt.values()].filter((one) => one <= berlin(now)).length
    const sent = await sentUpTo(count + isDue)
    const early = sent.slice(count).filter((text) => (dueAt.get(item(text)) ?? '') > berlin(now))
    expect(early).toEqual([])
  }
  const reminded = (await sentUpTo(2 * count)).slice(count).map(item)
  await world.restart()
  await world.processed()
  expect(reminded.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i))
  expect(board.sent()).toHaveLength(2 * count)
})
