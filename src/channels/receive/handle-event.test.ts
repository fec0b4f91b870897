import { afterEach, describe, expect, test } from 'vitest'
import { startWorld, type TelegramWorld, type WorldOptions } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
afterEach(() => world.stop())

async function begin(options: WorldOptions = {}) {
  db = await databases.fresh()
  world = await startWorld(db, options)
  const { telegram } = world
  const [ann, bob] = [telegram.person('Ann', { username: 'ann' }), telegram.person('Bob')]
  return { telegram, ann, bob, tag: `@${telegram.me.username}` }
}

type Kept = {
  id: string
  chat: string
  kind: string
  author: string
  text: string
  reply_to: string | null
  topic: string | null
  pictures: number
  snapshot: string | null
}

async function kept(): Promise<Kept[]> {
  return db.database.asOwner((tx) =>
    tx.query<Kept>(
      `select m.external_id as id, c.external_id as chat, m.kind, p.name as author, m.text, m.reply_to,
              m.topic, jsonb_array_length(m.media) as pictures, m.context_snapshot->>'text' as snapshot
         from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
         join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
        where m.workspace_id = $1 order by m.id`,
      [db.workspaceId],
    ),
  )
}

const texts = async () => (await kept()).map(({ text }) => text)

describe('what is heard', () => {
  test('is kept, meant for the bot or not, and only what is meant for it is answered', async () => {
    const { telegram, ann, bob, tag } = await begin()
    const group = telegram.group('Friends', [ann, bob])
    group.say(ann, 'The train leaves at nine')
    group.say(bob, 'From platform four')
    group.join(telegram.person('Cat'))
    group.say(ann, `${tag} when does the train leave?`)
    const sent = await world.answers(group.id)
    await world.heard()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('nine')
    const rows = await kept()
    expect(rows.slice(0, 4).map(({ kind, author, text }) => [kind, author, text])).toEqual([
      ['message', 'Ann', 'The train leaves at nine'],
      ['message', 'Bob', 'From platform four'],
      ['system', 'Cat', expect.stringMatching(/joined/)],
      ['message', 'Ann', `${tag} when does the train leave?`],
    ])
  })

  test('twice, or under another number, is kept once and answered once', async () => {
    const { telegram, ann, tag } = await begin()
    const group = telegram.group('Friends', [ann])
    const message = group.say(ann, `${tag} hello there`)
    const sent = await world.answers(group.id)
    for (const update_id of [telegram.confirmed[0]?.update_id ?? 0, 900_000_001, 17]) {
      telegram.deliver({ update_id, message } as never)
    }
    await world.restart()
    group.say(ann, 'and something else')
    await world.heard()
    expect((await kept()).filter(({ text }) => text.includes('hello there'))).toHaveLength(1)
    expect(telegram.sent(group.id)).toHaveLength(sent.length)
  })

  test('after a quiet week, when numbers begin again anywhere, is heard', async () => {
    const { telegram, ann } = await begin()
    const group = telegram.group('Friends', [ann])
    group.say(ann, 'before')
    await world.heard()
    telegram.restartUpdateIds(3)
    group.say(ann, 'after')
    await world.heard()
    expect(await texts()).toEqual(['before', 'after'])
  })

  test('is acknowledged only once it is kept', async () => {
    db = await databases.fresh()
    let isAway = false
    const { database } = db
    const moody = {
      ...database,
      within: ((scope, work) =>
        isAway
          ? Promise.reject(new AppError('database_unavailable', 'away'))
          : database.within(scope, work)) as typeof database.within,
    }
    world = await startWorld({ ...db, database: moody })
    const { telegram } = world
    const ann = telegram.person('Ann')
    const group = telegram.group('Friends', [ann])
    await telegram.until(() => telegram.calls('getUpdates').length > 0)
    isAway = true
    group.say(ann, 'is anybody there?')
    const asked = telegram.calls('getUpdates').length
    await telegram.until(() => telegram.calls('getUpdates').length > asked + 1)
    expect(telegram.confirmed).toEqual([])
    isAway = false
    await world.heard()
    expect(await texts()).toEqual(['is anybody there?'])
  })
})

describe('an edit', () => {
  test('replaces the words, whichever comes first, and the last of a second counts', async () => {
    const { telegram, ann } = await begin()
    const group = telegram.group('Friends', [ann])
    const at = new Date()
    const message = group.say(ann, 'at nine', { at })
    const first = group.edit(message, 'at ten', at)
    group.edit(message, 'at eleven', at)
    await world.heard()
    expect(await texts()).toEqual(['at eleven'])
    telegram.deliver({ edited_message: { ...first, edit_date: first.date - 60 } } as never)
    telegram.deliver({ message } as never)
    await world.heard()
    expect(await texts()).toEqual(['at eleven'])
  })

  test('of something never heard is heard as it is now; its original adds nothing', async () => {
    const { telegram, ann } = await begin()
    const group = telegram.group('Friends', [ann])
    const known = group.say(ann, 'known')
    await world.heard()
    const message = { ...known, message_id: known.message_id + 7, text: 'as it is now' }
    telegram.deliver({ edited_message: { ...message, edit_date: message.date } } as never)
    telegram.deliver({ message: { ...message, text: 'as it was' } } as never)
    await world.heard()
    expect(await texts()).toEqual(['known', 'as it is now'])
  })
})

describe('an album', () => {
  const photo = { kind: 'photo' } as const

  test('is one message, also for whoever replies to one of its pictures', async () => {
    const { telegram, ann, bob } = await begin()
    const group = telegram.group('Friends', [ann, bob])
    const pictures = group.sayAlbum(ann, [photo, photo, photo], 'our trip')
    await world.heard()
    group.say(bob, 'lovely', { replyTo: pictures[2] as never })
    await world.heard()
    const rows = await kept()
    expect(rows.map(({ text, pictures: n }) => [text, n])).toEqual([
      ['our trip', 3],
      ['lovely', 0],
    ])
    expect(rows[1]?.reply_to).toBe(rows[0]?.id)
  })

  test('has each picture once, however often it comes, and is answered under any of them', async () => {
    const { telegram, ann, tag } = await begin()
    const group = telegram.group('Friends', [ann])
    const fields = { media_group_id: '4712' }
    const first = group.say(ann, '', { media: photo, fields })
    telegram.deliver({ update_id: 77, message: first } as never)
    await world.heard()
    group.say(ann, `${tag} what is this?`, { media: photo, fields })
    const [answer] = await world.answers(group.id)
    await world.heard()
    expect(answer?.replyTo).toBe(first.message_id)
    const [row] = (await kept()).filter(({ pictures }) => pictures > 0)
    expect([row?.pictures, row?.text]).toEqual([2, `${tag} what is this?`])
  })

  test('takes pictures that come late, and their words', async () => {
    const { telegram, ann } = await begin()
    const group = telegram.group('Friends', [ann])
    const fields = { media_group_id: '4711' }
    group.say(ann, '', { media: photo, fields })
    await world.heard()
    group.say(ann, 'the second one', { media: photo, fields })
    await world.heard()
    expect((await kept()).map(({ text, pictures }) => [text, pictures])).toEqual([
      ['the second one', 2],
    ])
  })
})

describe('where it was said', () => {
  test('a topic is a topic; General is the chat itself; answers go where they were asked', async () => {
    const { telegram, ann, tag } = await begin()
    const forum = telegram.group('Forum', [ann], { isForum: true })
    const cooking = forum.createTopic(ann, 'Cooking')
    forum.say(ann, 'The soup needs salt', { topic: cooking })
    forum.say(ann, 'The bus is late')
    forum.say(ann, `${tag} what does the soup need?`, { topic: cooking })
    const [answer] = await world.answers(forum.id)
    expect(answer?.topic).toBe(cooking)
    expect(answer?.text).toContain('salt')
    expect(answer?.text).not.toContain('bus')
    const topics = (await kept()).map(({ text, topic }) => [text, topic])
    expect(topics).toContainEqual(['The soup needs salt', String(cooking)])
    expect(topics).toContainEqual(['The bus is late', null])
  })

  test('what is older than the bot is kept as a copy by whoever replies to it', async () => {
    const { telegram, ann, bob, tag } = await begin()
    const group = telegram.group('Friends', [ann, bob], { bot: 'left' })
    const old = group.say(bob, 'The key is under the mat')
    group.addBot(ann)
    group.say(ann, `${tag} where is the key?`, { replyTo: old })
    const answers = await world.answers(group.id, 2)
    expect(answers.at(-1)?.text).toContain('under the mat')
    const reply = (await kept()).find(({ text }) => text.includes('where is the key'))
    expect(reply?.snapshot).toBe('The key is under the mat')
  })

  test.each(['to-first', 'from-first'] as const)(
    'a group that becomes a supergroup goes on, and its old numbers meet no new ones (%s)',
    async (order) => {
      const { telegram, ann, bob, tag } = await begin()
      const group = telegram.group('Friends', [ann, bob], { kind: 'group' })
      for (let i = 1; i <= 4; i += 1) group.say(ann, `The code of door ${i} is ${i}${i}${i}`)
      await world.heard()
      const after = group.migrate(ann, order)
      for (let i = 1; i <= 6; i += 1) after.say(bob, `Some other talk, part ${i}`)
      after.say(bob, `${tag} what is the code of door 3?`)
      const [answer] = await world.answers(after.id)
      await world.heard()
      expect(answer?.text).toContain('333')
      const rows = (await kept()).filter(({ kind }) => kind === 'message')
      expect(new Set(rows.map(({ chat }) => chat))).toEqual(new Set([String(after.id)]))
      expect(rows.filter(({ text }) => /door|other talk/.test(text))).toHaveLength(11)
    },
  )
})

describe('who may be heard, and answered, are two things', () => {
  test('a chat that is not on the list leaves nothing behind', async () => {
    const { telegram, ann, tag } = await begin({ settings: { mayReceiveFrom: new Set(['-1']) } })
    const group = telegram.group('Friends', [ann])
    group.say(ann, 'a secret')
    group.say(ann, `${tag} what is it?`)
    const [answer] = await world.answers(group.id)
    await world.heard()
    expect(answer?.text).toContain('do not store messages in this chat')
    expect(await kept()).toEqual([])
  })

  test('a person who is not on the list is heard and not answered', async () => {
    const { telegram, ann, bob, tag } = await begin({ settings: { mayAnswer: new Set(['ann']) } })
    const group = telegram.group('Friends', [ann, bob])
    group.say(bob, `${tag} the harbour or the hill?`)
    await world.heard()
    group.say(ann, `${tag} the harbour or the hill?`)
    await world.answers(group.id)
    expect(telegram.sent(group.id)).toHaveLength(1)
    expect(await texts()).toContain(`${tag} the harbour or the hill?`)
  })

  test('a chat that is not on the list for answers is heard', async () => {
    const { telegram, ann, tag } = await begin({ settings: { mayAnswerIn: new Set(['-1']) } })
    const group = telegram.group('Friends', [ann])
    group.say(ann, `${tag} hello`)
    await world.heard()
    expect(await texts()).toEqual([`${tag} hello`])
    expect(telegram.sent()).toEqual([])
  })
})
