import { afterEach, expect, test } from 'vitest'
import { type ChannelWorld, startChannelWorld } from '../../../test/channel-world.ts'
import { admin } from '../../../test/deps.ts'
import type { Platform, PlatformPerson, Room } from '../../../test/platform/platform.ts'
import { startTelegramPlatform } from '../../../test/platform/telegram-platform.ts'
import { rowsOf } from '../../../test/rows.ts'
import { openToyChannel } from '../../../test/toy-channel/toy-channel.ts'
import { createToyPlatform } from '../../../test/toy-channel/toy-platform.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

/* One person on two channels of one program. */

const databases = useDatabase()
let db: TestDb
let toy: Platform
let telegram: Platform
let worlds: readonly [ChannelWorld, ChannelWorld]
afterEach(async () => {
  await Promise.all(worlds.map((world) => world.stop()))
  await telegram.stop()
})

async function begin() {
  db = await databases.fresh()
  const board = createToyPlatform()
  toy = board
  telegram = await startTelegramPlatform()
  worlds = [
    await startChannelWorld(db, toy, { channel: openToyChannel(board) }),
    await startChannelWorld(db, telegram),
  ]
  return { here: toy.person('Ann'), there: telegram.person('Ann') }
}

/** What the bot replies to a message on one of the channels. */
async function reply(platform: Platform, room: Room, by: PlatformPerson, text: string) {
  const before = platform.sent(room.id).length
  room.say(by, text)
  await platform.until(() => platform.sent(room.id).length > before)
  return platform.sent(room.id).at(-1)?.text ?? ''
}

const accounts = async () => {
  const rows = await db.database.asOwner((tx) =>
    tx.query<{ same: boolean }>(
      'select same_as is not null as same from people where workspace_id = $1 and not is_bot',
      [db.workspaceId],
    ),
  )
  return rows.map(({ same }) => same).toSorted()
}

/** The words that any row still holds. */
const left = async () => {
  const found = JSON.stringify([...(await rowsOf(db))]).match(/xq\dz/g)
  return [...new Set(found)].toSorted()
}

test('a code of one channel links the account on another; forgetting then reaches both', async () => {
  const { here, there } = await begin()
  const [alone, other] = [toy.direct(here), telegram.direct(there)]
  const code = /account: link (\S+)/.exec(await reply(toy, alone, here, '/link'))?.[1] ?? ''
  expect(await reply(telegram, other, there, `/link ${code}`)).toContain('are linked')
  expect(await accounts()).toEqual([false, true])
  expect(await reply(telegram, other, there, `/link ${code}`)).toContain('are linked')
  const room = telegram.room('Friends', [there])
  room.say(there, 'the xq1z of telegram')
  toy.room('Board', []).say(here, 'the xq2z of the toy')
  await Promise.all(worlds.map((world) => world.processed()))
  expect(await left()).toEqual(['xq1z', 'xq2z'])
  const { memory } = worlds[0]
  await memory.forget(admin(db), `toy:${here.id}`)
  expect(await left()).toEqual([])
})

test('a code is asked for and given in private only, and a wrong one links nobody', async () => {
  const { here, there } = await begin()
  const room = telegram.room('Friends', [there])
  expect(await reply(telegram, room, there, '/link')).toContain('in a private chat')
  expect(await reply(telegram, telegram.direct(there), there, '/link ABCD1234')).toMatch(
    /invalid or expired/,
  )
  await reply(toy, toy.direct(here), here, 'hello there')
  expect(await accounts()).toEqual([false, false])
})
