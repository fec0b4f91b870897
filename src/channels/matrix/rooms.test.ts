import { describe, expect, test } from 'vitest'
import { membershipOf } from '../../../test/matrix-server/world.ts'
import { type MatrixWorldInHand, useMatrix } from '../../../test/matrix-world.ts'

const matrix = useMatrix()

async function chatsOf({ db: { database, workspaceId } }: MatrixWorldInHand) {
  return database.asOwner((db) =>
    db.query<{ chat: string; title: string | null; status: string | null; overheard: boolean }>(
      `select chat, title, status, overheard_at is not null as overheard from bot_chats
        where workspace_id = $1 order by chat`,
      [workspaceId],
    ),
  )
}

describe('an invitation', () => {
  test('to a group is accepted, and the bot greets, once', async () => {
    const { people, ann, bob, bot, server, sent, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends', bot: 'invited' })
    people.say(room, ann, '@earshot before you came')
    const [greeting] = await bot.answers(room.id)
    expect(greeting?.text).toContain('Hello, I am Earshot. Mention me (@earshot)')
    expect(greeting?.text).toContain('I cannot read end-to-end encrypted messages')
    people.say(room, ann, 'welcome')
    await bot.processed()
    await bot.restart()
    expect((await stored()).map(({ text }) => text)).toEqual(['welcome'])
    expect(sent(room.id)).toHaveLength(1)
    expect(server.violations()).toEqual([])
  })

  test('to a direct chat is accepted, and every message is answered', async () => {
    const { people, ann, bot, server, stored } = await matrix.start()
    const room = people.createRoom([ann], { bot: 'invited', isDirect: true })
    await server.until(() => membershipOf(room, server.world.me) === 'join')
    people.say(room, ann, 'hello there')
    const [answer] = await bot.answers(room.id)
    expect(answer?.text).not.toContain('Hello, I am Earshot')
    expect((await stored())[0]).toMatchObject({ chatKind: 'private', title: null })
    expect(server.world.accountData.get('m.direct')?.content).toEqual({ [ann.id]: [room.id] })
  })

  test('to a direct chat where others are already is one to a group', async () => {
    const { people, ann, bob, server, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { bot: 'invited', isDirect: true })
    await server.until(() => membershipOf(room, server.world.me) === 'join')
    people.say(room, ann, 'hello all')
    expect((await stored())[0]).toMatchObject({ chatKind: 'group' })
    expect(server.world.accountData.get('m.direct')?.content).toEqual({ [ann.id]: [] })
  })

  test.each([{ EARSHOT_MATRIX_AUTO_JOIN: '0' }, { EARSHOT_BOT_MAY_HEAR: '!other:matrix.test' }])(
    'is left alone with %o',
    async (env: Readonly<Record<string, string>>) => {
      const { people, ann, bot, server } = await matrix.start({ env })
      const room = people.createRoom([ann], { title: 'Friends', bot: 'invited' })
      await server.until(() => server.calls('sync') > 2)
      await bot.processed()
      expect(membershipOf(room, server.world.me)).toBe('invite')
      expect(server.calls('join')).toBe(0)
    },
  )

  test('is repeated if the homeserver fails, and dropped if it refuses', async () => {
    const world = await matrix.start()
    const { people, ann, server, until, waiting } = world
    const fault = { endpoint: 'join', kind: 'refuse' } as const
    server.fault({ ...fault, status: 500, errcode: 'M_UNKNOWN' })
    const room = people.createRoom([ann], { title: 'Friends', bot: 'invited' })
    await server.until(() => membershipOf(room, server.world.me) === 'join')
    server.fault({ ...fault, status: 403, errcode: 'M_FORBIDDEN' })
    const other = people.createRoom([ann], { title: 'Others', bot: 'invited' })
    await server.until(() => server.calls('join') === 3)
    await until(async () => (await waiting()).length === 0)
    expect(membershipOf(other, server.world.me)).toBe('invite')
  })
})

describe('the bot’s membership', () => {
  test('ends when it is removed, and begins again', async () => {
    const world = await matrix.start()
    const { people, ann, bot, server, stored, sent } = world
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'hello')
    await stored()
    people.say(room, ann, 'and goodbye')
    people.setMember(room, server.world.me, 'leave', ann.id)
    people.say(room, ann, 'in its absence')
    await world.until(async () => (await chatsOf(world))[0]?.status === 'kicked')
    expect((await stored()).map(({ text }) => text)).toEqual(['hello', 'and goodbye'])
    const { pos } = people.setMember(room, server.world.me, 'invite', ann.id)
    room.invite = { pos, inviter: ann.id, isDirect: false }
    server.changed()
    await bot.answers(room.id)
    expect(sent(room.id)[0]?.text).toContain('Hello, I am Earshot')
    people.say(room, ann, 'welcome back')
    expect((await stored()).map(({ text }) => text)).toEqual([
      'hello',
      'and goodbye',
      'welcome back',
    ])
    expect(await chatsOf(world)).toMatchObject([{ status: 'member', title: 'Friends' }])
  })
})

describe('an encrypted room', () => {
  test('gets one notice that the bot cannot read it, instead of a greeting', async () => {
    const world = await matrix.start()
    const { people, ann, bot, server, sent, stored } = world
    const room = people.createRoom([ann], { title: 'Secret', isEncrypted: true, bot: 'invited' })
    const [notice] = await bot.answers(room.id)
    expect(notice?.text).toContain('I cannot read encrypted messages')
    const encrypt = () =>
      server.world.add(room, {
        type: 'm.room.encrypted',
        sender: ann.id,
        content: { algorithm: 'm.megolm.v1.aes-sha2', ciphertext: 'AwgAEnACgAkLmt6q' },
      })
    encrypt()
    server.changed()
    await bot.processed()
    await bot.restart()
    encrypt()
    server.changed()
    expect(await stored()).toEqual([])
    expect(sent(room.id)).toHaveLength(1)
    // Listed for the operator as one where nothing was received that was not addressed to the bot.
    expect(await chatsOf(world)).toMatchObject([{ title: 'Secret', overheard: false }])
  })

  test('that was not encrypted before gets it, too', async () => {
    const world = await matrix.start()
    const { people, ann, bot, stored } = world
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'hello')
    await stored()
    expect(await chatsOf(world)).toMatchObject([{ overheard: true }])
    people.setState(room, ann.id, 'm.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' })
    const [notice] = await bot.answers(room.id)
    expect(notice?.text).toContain('I cannot read encrypted messages')
    await bot.processed()
    await world.until(async () => (await world.waiting()).length === 0)
    expect(await chatsOf(world)).toMatchObject([{ overheard: false }])
  })

  test('gets none where the bot may not answer, or may not write', async () => {
    const { people, ann, bot, sent } = await matrix.start({
      env: { EARSHOT_BOT_MAY_ANSWER_IN: '!other:matrix.test' },
    })
    const room = people.createRoom([ann], { title: 'Friends' })
    people.setState(room, ann.id, 'm.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' })
    people.say(room, ann, 'in the clear')
    await bot.processed()
    expect(sent(room.id)).toEqual([])
  })
})

describe('an upgraded room', () => {
  test('goes on in the room that replaced it', async () => {
    const { people, ann, server, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'before')
    await stored()
    const options = { title: 'Friends', bot: 'absent', isPublic: true } as const
    const next = people.createRoom([ann], { ...options, predecessor: room.id })
    people.setState(room, ann.id, 'm.room.tombstone', { replacement_room: next.id })
    await server.until(() => membershipOf(next, server.world.me) === 'join')
    people.say(next, ann, 'after')
    const rows = await stored()
    expect(rows.map(({ chat, text }) => [chat, text])).toEqual([
      [next.id, 'before'],
      [next.id, 'after'],
    ])
  })

  test('that is a private chat stays one, and is not read where others are', async () => {
    const { people, ann, bob, server, stored, sent } = await matrix.start()
    const room = people.createRoom([ann], { isDirect: true })
    people.say(room, ann, 'before')
    await stored()
    const options = { bot: 'absent', isPublic: true, predecessor: room.id } as const
    const next = people.createRoom([ann, bob], options)
    people.setState(room, ann.id, 'm.room.tombstone', { replacement_room: next.id })
    await server.until(() => membershipOf(next, server.world.me) === 'join')
    await stored()
    people.say(next, bob, '@earshot what did Ann ask?')
    const rows = await stored()
    expect(rows.map(({ text }) => text)).not.toContain('@earshot what did Ann ask?')
    expect(sent(next.id).map(({ text }) => text)).toEqual([
      expect.stringContaining('others have joined it'),
    ])
  })

  test('stays where it is if the other room says nothing of it', async () => {
    const { people, ann, bob, server, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'before')
    const theirs = people.createRoom([bob], { title: 'Others' })
    people.say(theirs, bob, 'of others')
    people.setState(room, ann.id, 'm.room.tombstone', { replacement_room: theirs.id })
    people.setState(room, ann.id, 'm.room.tombstone', { replacement_room: '!gone:matrix.test' })
    people.setState(room, ann.id, 'm.room.tombstone', { replacement_room: 7 })
    people.say(room, ann, 'after')
    expect((await stored(room.id)).map(({ text }) => text)).toEqual(['before', 'after'])
    expect((await stored(theirs.id)).map(({ text }) => text)).toEqual(['of others'])
    expect(server.violations()).toEqual([])
  })
})
