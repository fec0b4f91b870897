import { afterEach, describe, expect, test } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { createClock, startWorld, type TelegramWorld, talk } from '../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
afterEach(() => world.stop())

const states = () =>
  db.database.asOwner((tx) =>
    tx.query<{ state: string; problem: string | null }>(
      'select state, problem from outbox where workspace_id = $1 order by id',
      [db.workspaceId],
    ),
  )

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('of two processes one is the bot; when it stops the other takes over, and nothing is doubled', async () => {
  db = await databases.fresh()
  world = await startWorld(db)
  const { telegram, bot } = world
  const [ann, tag] = [telegram.person('Ann'), `@${telegram.me.username}`]
  const group = telegram.group('Friends', [ann])
  group.say(ann, `${tag} one`)
  await world.answers(group.id)
  const other = world.second()
  group.say(ann, `${tag} two`)
  await world.answers(group.id, 2)
  await bot.stop()
  group.say(ann, `${tag} three`)
  await world.answers(group.id, 3)
  await until(async () => (await states()).every(({ state }) => state === 'sent'))
  expect(telegram.sent(group.id)).toHaveLength(3)
  expect(telegram.calls('getUpdates').filter(({ status }) => status === 409)).toEqual([])
  await other.stop()
})

test('what an earlier life was sending is uncertain to the next', async () => {
  db = await databases.fresh()
  world = await startWorld(db)
  const { telegram } = world
  const ann = telegram.person('Ann')
  ann.private.say('hello')
  await until(async () => (await states())[0]?.state === 'sent')
  await world.bot.stop()
  await db.database.asOwner((tx) =>
    tx.query(`update outbox set state = 'sending' where workspace_id = $1`, [db.workspaceId]),
  )
  await world.restart()
  await until(async () => (await states())[0]?.state === 'uncertain')
  expect((await states())[0]?.problem).toContain('the process ended')
  expect(telegram.sent(ann.id)).toHaveLength(1)
})

test('a wrong token, and a Telegram that is away, are waited out', async () => {
  db = await databases.fresh()
  world = await startWorld(db, { engine: { model: scriptedModel({ answer: 'Here.' }) } })
  const { telegram, events } = world
  const ann = telegram.person('Ann')
  ann.private.say('one')
  await world.answers(ann.id)
  await world.bot.stop()
  telegram.revokeToken()
  await world.restart()
  await until(async () =>
    events.some((event) => event.name === 'channel.failed' && event.status === 401),
  )
  telegram.restoreToken()
  ann.private.say('two')
  expect(await world.answers(ann.id, 2)).toHaveLength(2)
})

describe('after an absence', () => {
  test('all that was said is heard before anything is answered', async () => {
    db = await databases.fresh()
    world = await startWorld(db)
    const { telegram } = world
    const ann = telegram.person('Ann')
    const group = telegram.group('Friends', [ann])
    await world.bot.stop()
    group.say(ann, `@${telegram.me.username} hello?`)
    for (let i = 0; i < 150; i += 1) group.say(ann, `and then ${i}`)
    await world.restart()
    await until(async () => (await states())[0]?.state === 'sent')
    const [ids] = await db.database.asOwner((tx) =>
      tx.query<{ said: number; answered: number }>(
        `select max(id) filter (where not is_bot) as said, min(id) filter (where is_bot) as answered
           from messages where workspace_id = $1`,
        [db.workspaceId],
      ),
    )
    expect(Number(ids?.said)).toBeLessThan(Number(ids?.answered))
  })

  const note = async () =>
    db.database.asOwner((tx) =>
      tx.query<{ text: string }>(
        `select text from messages where workspace_id = $1 and external_id like 'gap-%'`,
        [db.workspaceId],
      ),
    )

  test.each([
    { hours: 25, notes: 1 },
    { hours: 20, notes: 0 },
  ])(
    'of $hours hours the chat has $notes notes of what may be missing',
    async ({ hours, notes }) => {
      db = await databases.fresh()
      const clock = createClock()
      world = await startWorld(db, { now: clock.now, engine: { now: clock.now } })
      const { telegram } = world
      const ann = telegram.person('Ann')
      const group = telegram.group('Friends', [ann])
      await talk(world, clock, group, { ann }, `ann  ${hours * 60} min ago  see you`)
      await world.bot.stop()
      clock.set(new Date())
      await world.restart()
      await talk(world, clock, group, { ann }, 'ann  now  I am back')
      expect(await note()).toHaveLength(notes)
    },
  )
})
