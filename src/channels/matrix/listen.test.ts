import { describe, expect, test } from 'vitest'
import { useMatrix } from '../../../test/matrix-world.ts'

const matrix = useMatrix()

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `message ${from + i}`)

describe('after an absence', () => {
  test('what was missed is read, oldest first, and each message once', async () => {
    const { people, ann, bob, stored, bot, server } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    people.say(room, ann, 'before')
    await stored()
    await bot.stop()
    for (const text of numbers(1, 450)) people.say(room, bob, text)
    await bot.restart()
    expect((await stored()).map(({ text }) => text)).toEqual(['before', ...numbers(1, 450)])
    expect(server.calls('messages')).toBeGreaterThan(2)
    expect(server.violations()).toEqual([])
  })

  test('a mention is answered once, with what was written before it', async () => {
    const { people, ann, bob, stored, bot, sent, server } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    await stored()
    await bot.stop()
    server.quirks.maxEvents = 1
    people.say(room, ann, 'The ferry to Crete takes nine hours')
    people.say(room, bob, '@earshot how long does the ferry take?')
    people.say(room, ann, 'Good question')
    await bot.restart()
    await bot.answers(room.id)
    await stored()
    await bot.restart()
    await stored()
    expect(sent(room.id)).toHaveLength(1)
    expect(sent(room.id)[0]?.text).toContain('nine hours')
  })

  test('events that come again change nothing', async () => {
    const { people, ann, stored, sent, server } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    server.quirks.repeated = 10
    for (const text of numbers(1, 20)) {
      people.say(room, ann, text)
      await stored()
    }
    expect((await stored()).map(({ text }) => text)).toEqual(numbers(1, 20))
    people.say(room, ann, '@earshot help')
    people.say(room, ann, 'and more')
    await stored()
    expect(sent(room.id).length).toBeLessThanOrEqual(1)
  })

  test('a position that the homeserver lost is found again by what is stored', async () => {
    const { people, ann, stored, bot, server } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    for (const text of numbers(1, 5)) people.say(room, ann, text)
    await stored()
    await bot.stop()
    for (const text of numbers(6, 9)) people.say(room, ann, text)
    server.forgetPositions()
    for (const text of numbers(10, 12)) people.say(room, ann, text)
    await bot.restart()
    expect((await stored()).map(({ text }) => text)).toEqual(numbers(1, 12))
  })
})

describe('at the first start', () => {
  test('of a room that the bot has been in for long, nothing old is read', async () => {
    const { people, ann, stored, sent } = await matrix.start({
      before: (server, hands) => {
        const old = new Date(Date.now() - 40 * 86_400_000)
        const room = hands.createRoom([hands.person('Old Ann')], { title: 'Old', bot: 'absent' })
        const content = { membership: 'join' }
        const { me } = server.world
        const joined = { type: 'm.room.member', sender: me, state_key: me, content, at: old }
        server.world.add(room, joined)
        hands.say(room, { id: '@oldann:matrix.test', name: 'Old Ann' }, '@earshot long ago')
      },
    })
    const room = people.createRoom([ann], { title: 'New' })
    people.say(room, ann, 'a new message')
    expect((await stored()).map(({ text }) => text)).toEqual(['a new message'])
    expect(sent()).toEqual([])
  })

  test('of a room that it has joined lately, what was written since', async () => {
    const { stored } = await matrix.start({
      before: (server, hands) => {
        const cat = hands.person('Cat')
        const room = hands.createRoom([cat], { title: 'New', bot: 'absent', isPublic: true })
        for (const text of numbers(1, 5)) hands.say(room, cat, text)
        hands.setMember(room, server.world.me, 'join')
        for (const text of numbers(6, 150)) hands.say(room, cat, text)
      },
    })
    expect((await stored()).map(({ text }) => text)).toEqual(numbers(6, 150))
  })
})

describe('a sync that fails', () => {
  test.each([
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'garbage', status: 200, when: 'after' },
    { kind: 'garbage', status: 502, when: 'before' },
    { kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' },
    { kind: 'limit', ms: 100 },
  ] as const)('is repeated: $kind', async (how) => {
    const { people, ann, stored, server } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'hello')
    await stored()
    const fault = server.fault({ endpoint: 'sync', times: 2, ...how })
    for (const text of numbers(1, 5)) people.say(room, ann, text)
    expect((await stored()).map(({ text }) => text)).toEqual(['hello', ...numbers(1, 5)])
    await server.until(() => fault.hits() === 2)
    people.say(room, ann, 'later')
    expect((await stored()).map(({ text }) => text)).toEqual(['hello', ...numbers(1, 5), 'later'])
    expect(server.violations()).toEqual([])
  })

  test('because the token has expired is reported, with a status, and goes on with a new one', async () => {
    const { people, ann, stored, server, bot, until } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'hello')
    await stored()
    server.expireToken({ soft: true })
    people.say(room, ann, 'is anybody there?')
    const failures = () => bot.events.filter(({ name }) => name === 'channel.failed')
    await until(() => failures().length > 0)
    expect(failures()[0]).toMatchObject({
      ...{ channel: 'matrix', step: 'listen', status: 401, problem: '401: M_UNKNOWN_TOKEN' },
    })
    expect(JSON.stringify(bot.events)).not.toContain(server.token())
    server.renewToken(server.token())
    expect((await stored()).map(({ text }) => text)).toEqual(['hello', 'is anybody there?'])
  })

  test('for one event only holds up that event', async () => {
    const { people, ann, stored, server, until } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'at nine')
    await stored()
    server.fault({ endpoint: 'event', kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' })
    people.edit(room, ann, id, 'at ten')
    people.say(room, ann, 'next')
    await until(async () => (await stored()).some(({ text }) => text === 'at ten'))
    expect((await stored()).map(({ text }) => text)).toEqual(['at ten', 'next'])
  })
})
