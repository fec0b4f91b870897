import { afterEach, describe, expect, test } from 'vitest'
import { admin, memoryDeps } from '../../../test/deps.ts'
import type { GroupOptions } from '../../../test/telegram-server/group.ts'
import { createClock, startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { deleteChat } from '../../memory/delete-chat.ts'
import type { BotSettings } from '../deps.ts'
import { planDigests } from './plan-digests.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
afterEach(() => world.stop())

const SET = '2026-03-09T20:00:00Z'
const SAID = '2026-03-10T06:00:00Z'
const DUE = '2026-03-10T09:00:00Z'

type DigestRow = {
  readonly state: string
  readonly cause: string
  readonly detail: string
  readonly chat: string
}

/** A group whose admin, Ann, gave these commands the evening before. */
async function begin(commands: readonly string[], options: GroupOptions = {}) {
  db = await databases.fresh()
  const clock = createClock()
  clock.set(new Date(SET))
  world = await startWorld(db, { privacy: 'off', now: clock.now, engine: { now: clock.now } })
  const { telegram } = world
  const [ann, bob, cat] = [telegram.person('Ann'), telegram.person('Bob'), telegram.person('Cat')]
  const group = telegram.group('Friends', [ann, bob, cat], options)
  for (const command of commands) group.say(ann, command)
  await world.answers(group.id, commands.length)
  const said = () =>
    telegram
      .sent(group.id)
      .slice(commands.length)
      .map(({ text }) => text)
  return { clock, telegram, ann, bob, cat, group, said }
}

type Begun = Awaited<ReturnType<typeof begin>>

async function talkOf({ clock, ann, bob, group }: Begun) {
  clock.set(new Date(SAID))
  const decided = group.say(ann, 'we booked the campsite by the lake')
  group.say(bob, 'Who can bring the tent?')
  await world.heard()
  return { decided }
}

/** As the bot does every few seconds. */
function plan(clock: Begun['clock'], settings: Partial<BotSettings> = {}) {
  return planDigests({
    bot: { channel: 'telegram', bot: String(world.telegram.me.id) },
    principal: { ...admin(db), role: 'staff' },
    database: db.database,
    now: clock.now,
    settings: {
      ...{ names: [], mayReceiveFrom: 'all', mayAnswerIn: 'all', mayAnswer: 'all' },
      ...{ isStreaming: false, budgetTokens: 1_000 },
      ...{ timeZone: 'UTC', digest: 'off', quietHours: 'off' },
      ...settings,
    },
  })
}

const digests = () =>
  db.database.asOwner((tx) =>
    tx.query<DigestRow>(
      `select state, cause, detail, chat from outbox where workspace_id = $1 and kind = 'digest' order by id`,
      [db.workspaceId],
    ),
  )

const states = async () => (await digests()).map(({ state }) => state)

async function ended(count: number) {
  const isOpen = (state: string) => state === 'due' || state === 'sending' || state === 'posted'
  for (;;) {
    const now = await states()
    if (now.length >= count && !now.some(isOpen)) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('the digest of a chat', () => {
  test('comes at its hour, once, cited; of it the outbox holds no text and the chat no copy', async () => {
    const begun = await begin(['/digest daily 9'])
    const { clock, said } = begun
    await talkOf(begun)
    clock.set(new Date('2026-03-10T08:59:00Z'))
    await plan(clock)
    expect(await digests()).toEqual([])
    clock.set(new Date(DUE))
    await plan(clock)
    await plan(clock)
    expect(await ended(1)).toEqual(['sent'])
    const [text] = said()
    expect(text).toContain('Friends, 2026-03-09 09:00 – 2026-03-10 09:00')
    expect(text).toContain('Decided: [1] Ann: we booked the campsite by the lake')
    expect(text).toContain('Open question: [2] Bob: Who can bring the tent?')
    expect(JSON.stringify(await digests())).not.toMatch(/tent|campsite|Ann/)
    const stored = await db.database.asOwner((tx) =>
      tx.query('select 1 from messages where workspace_id = $1 and is_bot', [db.workspaceId]),
    )
    expect(stored).toEqual([])
    clock.set(new Date('2026-03-10T20:00:00Z'))
    await plan(clock)
    expect(said()).toHaveLength(1)
  })

  test('is enqueued once by workers that plan at the same time', async () => {
    const begun = await begin(['/digest daily 9'])
    await talkOf(begun)
    await world.bot.stop()
    begun.clock.set(new Date(DUE))
    await Promise.all(Array.from({ length: 8 }, () => plan(begun.clock)))
    expect(await states()).toEqual(['due'])
    await Promise.all([world.restart(), Promise.resolve(world.second())])
    expect(await ended(1)).toEqual(['sent'])
    expect(begun.said()).toHaveLength(1)
  })

  test('is sent after a restart, but not again if it may have arrived', async () => {
    const begun = await begin(['/digest daily 9'])
    await talkOf(begun)
    await world.bot.stop()
    begun.clock.set(new Date(DUE))
    await plan(begun.clock)
    await world.restart()
    expect(await ended(1)).toEqual(['sent'])
    await world.bot.stop()
    await db.database.asOwner((tx) =>
      tx.query(`update outbox set state = 'sending' where workspace_id = $1 and kind = 'digest'`, [
        db.workspaceId,
      ]),
    )
    await world.restart()
    expect(await ended(1)).toEqual(['uncertain'])
    await plan(begun.clock)
    expect(await states()).toEqual(['uncertain'])
    expect(begun.said()).toHaveLength(1)
  })

  test('is none if nothing happened, or only commands and messages of the bot', async () => {
    const { clock, said } = await begin(['/digest daily 9'])
    clock.set(new Date('2026-03-11T09:00:00Z'))
    await plan(clock)
    expect(await ended(1)).toEqual(['dropped'])
    expect(said()).toEqual([])
  })

  test('has nothing that was deleted, or whose author opted out, after it was enqueued', async () => {
    const begun = await begin(['/digest daily 9'])
    const { clock, cat, group, said } = begun
    const { decided } = await talkOf(begun)
    group.say(cat, 'we decided to take the night train')
    await world.heard()
    await world.bot.stop()
    clock.set(new Date(DUE))
    await plan(clock)
    const target = { channel: 'telegram', externalId: String(group.id) }
    await world.engine.delete(admin(db), { ...target, messageId: String(decided.message_id) })
    await db.database.asOwner((tx) =>
      tx.query(
        'update people set memory_opt_out = true where workspace_id = $1 and external_id = $2',
        [db.workspaceId, String(cat.id)],
      ),
    )
    await world.restart()
    expect(await ended(1)).toEqual(['sent'])
    expect(said().join()).toContain('Who can bring the tent?')
    expect(said().join()).not.toMatch(/campsite|train|Cat/)
  })

  test('is none where the bot was removed, stores nothing, or may not answer', async () => {
    const begun = await begin(['/digest daily 9'])
    const { clock, ann, group } = begun
    await talkOf(begun)
    clock.set(new Date(DUE))
    await plan(clock, { mayAnswerIn: new Set(['-1']) })
    await plan(clock, { mayReceiveFrom: new Set(['-1']) })
    group.say(ann, '/settings hearing off')
    await world.answers(group.id, 2)
    await plan(clock)
    group.say(ann, '/settings hearing on')
    await world.answers(group.id, 3)
    group.kickBot(ann)
    await world.heard()
    await plan(clock)
    expect(await digests()).toEqual([])
  })

  test('is dropped with its chat', async () => {
    const begun = await begin(['/digest daily 9 private'])
    const { clock, ann, bob, group, telegram } = begun
    bob.private.say('/digest on')
    await world.answers(bob.id, 1)
    await talkOf(begun)
    await world.bot.stop()
    clock.set(new Date(DUE))
    await plan(clock)
    expect(await states()).toEqual(['due'])
    await deleteChat(admin(db), `telegram:${group.id}`, memoryDeps(db, world.deps))
    await world.restart()
    expect(await ended(1)).toEqual(['dropped'])
    expect(telegram.sent(bob.id)).toHaveLength(1)
    // The chat is a new one now, without a digest.
    group.say(ann, 'we decided to start over')
    await world.heard()
    clock.set(new Date('2026-03-11T09:00:00Z'))
    await plan(clock)
    expect(await states()).toEqual(['dropped'])
  })

  test('waits for the end of quiet hours, also if they began after it was enqueued', async () => {
    const begun = await begin(['/digest daily 21', '/digest quiet 22-7'])
    const { clock, said } = begun
    await talkOf(begun)
    await world.bot.stop()
    clock.set(new Date('2026-03-10T21:59:00Z'))
    await plan(clock)
    expect(await states()).toEqual(['due'])
    clock.set(new Date('2026-03-10T22:30:00Z'))
    await world.restart()
    const notBefore = async () =>
      db.database.asOwner((tx) =>
        tx.query<{ at: Date }>(
          `select not_before as at from outbox where workspace_id = $1 and kind = 'digest'`,
          [db.workspaceId],
        ),
      )
    const end = new Date('2026-03-11T07:00:00Z').getTime()
    while (new Date((await notBefore())[0]?.at ?? 0).getTime() !== end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(said()).toEqual([])
    clock.set(new Date('2026-03-11T07:00:01Z'))
    expect(await ended(1)).toEqual(['sent'])
    expect(said()).toHaveLength(1)
  })

  test('has the messages of all threads of a forum', async () => {
    const begun = await begin(['/digest daily 9'], { isForum: true })
    const { clock, ann, bob, group, said } = begun
    const topic = group.createTopic(ann, 'Food')
    await talkOf(begun)
    group.say(bob, 'we decided on soup for all', { topic })
    await world.heard()
    clock.set(new Date(DUE))
    await plan(clock)
    expect(await ended(1)).toEqual(['sent'])
    for (const word of ['campsite', 'soup']) expect(said().join()).toContain(word)
  })

  test('of a group without a schedule is the operator’s, unless its admins said off', async () => {
    const begun = await begin(['/digest off'])
    const { clock, telegram, ann } = begun
    await talkOf(begun)
    const other = telegram.group('Work', [ann])
    other.say(ann, 'we decided to ship on Friday')
    await world.heard()
    clock.set(new Date(DUE))
    await plan(clock, { digest: { weekday: null, hour: 9, to: 'chat' } })
    expect((await digests()).map(({ chat }) => chat)).toEqual([String(other.id)])
  })

  test('is dropped if an admin stopped it before it was sent', async () => {
    const begun = await begin(['/digest daily 9'])
    await talkOf(begun)
    await world.bot.stop()
    begun.clock.set(new Date(DUE))
    await plan(begun.clock)
    const off = { digest: { every: 'off' } } as const
    await world.engine.changeChatPreferences(admin(db), `telegram:${begun.group.id}`, off)
    await world.restart()
    expect(await ended(1)).toEqual(['dropped'])
    expect(begun.said()).toEqual([])
  })
})

describe('the private digest', () => {
  test('goes to members of the chat who asked for it, and to nobody else', async () => {
    const begun = await begin(['/digest daily 9 private'])
    const { clock, telegram, bob, cat, group, said } = begun
    const [eve, late] = [telegram.person('Eve'), telegram.person('Late')]
    group.join(late)
    for (const person of [bob, eve]) person.private.say('/digest on')
    cat.private.say('hello')
    for (const person of [bob, eve, cat]) await world.answers(person.id, 1)
    await talkOf(begun)
    clock.set(new Date(DUE))
    late.private.say('/digest on')
    await world.answers(late.id, 1)
    await plan(clock)
    expect((await ended(2)).toSorted()).toEqual(['dropped', 'sent'])
    expect(said()).toEqual([])
    expect(telegram.sent(bob.id).at(-1)?.text).toContain('Decided: ')
    // Bob's own question is not told to Bob.
    expect(telegram.sent(bob.id).at(-1)?.text).not.toContain('tent')
    for (const person of [cat, eve, late]) expect(telegram.sent(person.id)).toHaveLength(1)
  })

  test('ends with membership, with /digest off, and with a block', async () => {
    const begun = await begin(['/digest daily 9 private'])
    const { clock, telegram, ann, bob, cat, group } = begun
    for (const person of [ann, bob, cat]) person.private.say('/digest on')
    for (const person of [ann, bob, cat]) await world.answers(person.id, 1)
    await talkOf(begun)
    ann.private.block()
    await world.heard()
    await world.bot.stop()
    clock.set(new Date(DUE))
    await plan(clock)
    expect((await digests()).map(({ chat }) => chat)).toEqual([bob.id, cat.id].map(String))
    group.leave(bob)
    await db.database.asOwner((tx) =>
      tx.query(
        `update chats set settings = settings || '{"privateDigests": "off"}'
          where workspace_id = $1 and external_id = $2`,
        [db.workspaceId, String(cat.id)],
      ),
    )
    await world.restart()
    expect(await ended(2)).toEqual(['dropped', 'dropped'])
    for (const person of [ann, bob, cat]) expect(telegram.sent(person.id)).toHaveLength(1)
  })
})
