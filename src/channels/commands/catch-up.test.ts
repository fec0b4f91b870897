import { afterEach, describe, expect, test } from 'vitest'
import { startChannelWorld } from '../../../test/channel-world.ts'
import { startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
import { openToyChannel } from '../../../test/toy-channel/toy-channel.ts'
import { createToyPlatform } from '../../../test/toy-channel/toy-platform.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { readPeriod } from './catch-up.ts'

const databases = useDatabase()
let world: TelegramWorld
afterEach(() => world?.stop())

test('/catchup tells what the person missed, and nothing that their own command is', async () => {
  world = await startWorld(await databases.fresh(), { privacy: 'off' })
  const { telegram } = world
  const [ann, bob] = [telegram.person('Ann'), telegram.person('Bob')]
  const group = telegram.group('Friends', [ann, bob])
  group.say(bob, 'see you later')
  group.say(ann, 'Bob, can you bring the *blue* tent?')
  group.say(ann, 'we booked the campsite by the lake')
  await world.heard()
  group.say(bob, '/catchup')
  const [reply] = await world.answers(group.id, 1)
  expect(reply?.text).toContain('You are asked: [1] Ann: Bob, can you bring the *blue* tent?')
  expect(reply?.text).toContain('Decided: ')
  expect(reply?.text).not.toContain('see you later')
})

test('what was read by an earlier /catchup is not listed again; a part that was read counts as nothing', async () => {
  const board = createToyPlatform()
  const start = Date.now() - 3_600_000
  const toy = await startChannelWorld(await databases.fresh(), board, {
    channel: openToyChannel(board),
  })
  const [ann, bob] = [board.person('Ann'), board.person('Bob')]
  const room = board.room('Friends', [ann, bob])
  const say = (author: typeof ann, text: string, minute: number) =>
    room.say(author, text, { at: new Date(start + minute * 60_000) })
  say(bob, 'see you later', 0)
  say(ann, 'we booked the campsite by the lake', 1)
  say(bob, '/catchup me', 2)
  say(bob, '/catchup', 3)
  say(ann, 'we decided to take the early ferry', 4)
  say(bob, '/catchup', 5)
  const [, all, later] = (await toy.answers(room.id, 3)).map(({ text }) => text)
  await toy.stop()
  expect(all).toContain('campsite')
  expect(later).toContain('ferry')
  expect(later).not.toContain('campsite')
})

describe('the period', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  test.each([
    ['', null, false],
    ['24 hours', '2026-03-09T12:00:00.000Z', false],
    ['24', '2026-03-09T12:00:00.000Z', false],
    ['3 days', '2026-03-07T12:00:00.000Z', false],
    ['2 Tage', '2026-03-08T12:00:00.000Z', false],
    ['me', null, true],
    ['@me 12h', '2026-03-10T00:00:00.000Z', true],
  ])('%j', (args, since, isOnlyMe) => {
    const read = readPeriod(args, now)
    expect({ ...read, since: read.since?.toISOString() ?? null }).toEqual({ since, isOnlyMe })
  })

  test('that is not understood is explained', () => {
    expect(() => readPeriod('since the flood', now)).toThrow(/\/catchup 24 hours/)
  })
})
