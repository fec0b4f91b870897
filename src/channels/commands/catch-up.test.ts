import { afterEach, describe, expect, test } from 'vitest'
import { startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
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
