import { afterEach, expect, test } from 'vitest'
import { type ChannelWorld, startChannelWorld } from '../../../test/channel-world.ts'
import type { PlatformPerson, Room } from '../../../test/platform/platform.ts'
import { connectBot } from '../../../test/rows.ts'
import { openToyChannel } from '../../../test/toy-channel/toy-channel.ts'
import { createToyPlatform, type ToyPlatform } from '../../../test/toy-channel/toy-platform.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { planUnprompted } from './plan-unprompted.ts'

const databases = useDatabase()
let world: ChannelWorld
let board: ToyPlatform
let now: Date
let plan: () => Promise<void>
afterEach(() => world.stop())

const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000)
}

/** A group in which the bot answers open questions after half an hour, unless `setting` says otherwise. */
async function begin(setting = '30') {
  const db = await databases.fresh()
  now = new Date('2026-11-19T09:00:00Z')
  board = createToyPlatform()
  const engine = { now: () => now }
  const channel = openToyChannel(board)
  world = await startChannelWorld(db, board, { channel, engine })
  const [ann, bob] = [board.person('Ann'), board.person('Bob')]
  const room = board.room('Friends', [ann, bob])
  // The running bot plans every ten seconds by the machine's clock; here the test decides when.
  plan = () =>
    planUnprompted({
      ...{ channel, bot: { channel: 'toy', bot: 'bot' }, database: db.database, now: () => now },
      principal: { workspaceId: db.workspaceId, role: 'staff', personId: null, name: 'bot' },
      settings: world.settings,
    })
  room.say(ann, `/settings unanswered ${setting}`, { at: now })
  await world.answers(room.id)
  await connectBot(db, 'toy')
  minutes(1)
  const say = async (author: PlatformPerson, text: string) => {
    room.say(author, text, { at: now })
    await world.processed()
    minutes(1)
  }
  return { ann, bob, room, say }
}

/** What was sent after the reply to /settings. */
const unasked = (room: Room) =>
  board
    .sent(room.id)
    .slice(1)
    .map(({ text }) => text)

async function settled() {
  await plan()
  await world.idle()
}

test('a question that stays open is answered once, as a reply, from what the group knows', async () => {
  const { ann, bob, room, say } = await begin()
  await say(bob, 'The key of the boat house hangs behind the kitchen door')
  minutes(600)
  await say(ann, 'Where is the key of the boat house?')
  minutes(20)
  await settled()
  expect(unasked(room)).toEqual([])
  minutes(10)
  await settled()
  expect(unasked(room)).toEqual([expect.stringContaining('behind the kitchen door')])
  expect(board.sent(room.id)[1]?.replyTo).not.toBeNull()
  minutes(120)
  await world.restart()
  await settled()
  expect(unasked(room)).toHaveLength(1)
})

test('one that was answered, asks nothing the group knows, or is of who opted out, is left alone', async () => {
  const { ann, bob, room, say } = await begin()
  await say(bob, 'The train to the lake leaves at nine')
  await say(ann, 'When does the train to the lake leave?')
  await say(bob, 'At nine, as I wrote')
  minutes(60)
  await say(ann, 'Has anybody ever seen a zeppelin?')
  minutes(60)
  await settled()
  expect(unasked(room)).toEqual([])
})

test('nothing is answered unasked by default, or of before the setting', async () => {
  const { ann, bob, room, say } = await begin('off')
  await say(bob, 'The key of the boat house hangs behind the kitchen door')
  await say(ann, 'Where is the key of the boat house?')
  minutes(60)
  await settled()
  expect(unasked(room)).toEqual([])
  room.say(ann, '/settings unanswered 30', { at: now })
  await world.answers(room.id, 2)
  minutes(60)
  await settled()
  expect(unasked(room)).toHaveLength(1)
})

test('a length that makes no sense is refused', async () => {
  const { room } = await begin('2')
  expect(board.sent(room.id)[0]?.text).toContain('5 to 1440')
})
