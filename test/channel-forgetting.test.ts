import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type ChannelWorld, startChannelWorld } from './channel-world.ts'
import { admin } from './deps.ts'
import { runs } from './depth.ts'
import type { Platform, PlatformPerson, SaidMessage } from './platform/platform.ts'
import { PLATFORMS } from './platform/platforms.ts'
import { rowsOf } from './rows.ts'
import { type TestDb, useDatabase } from './with-db.ts'

/* Forgetting and opting out, on every channel: whatever a person did there, no row holds their words afterwards, and the
 * bot quotes nothing of who opted out. */

const databases = useDatabase()
let world: ChannelWorld
let platform: Platform
afterEach(async () => {
  await world.stop()
  await platform.stop()
})

const step = fc.constantFrom(
  'say',
  'say',
  'reply',
  'mention',
  'private',
  'edit',
  'delete',
  'remind',
)
const steps = fc.array(step, { minLength: 4, maxLength: 12 })
type Step = 'say' | 'reply' | 'mention' | 'private' | 'edit' | 'delete' | 'remind'

/** Ann does these things among others; each of her texts has a word of its own. */
async function live(db: TestDb, startPlatform: () => Promise<Platform>, script: readonly Step[]) {
  platform = await startPlatform()
  world = await startChannelWorld(db, platform)
  const [ann, bob] = [platform.person('Annxq0z'), platform.person('Bob')]
  const room = platform.room('Friends', [ann, bob])
  const direct = platform.direct(ann)
  let words = 0
  const text = (before = '') => {
    words += 1
    return `${before} the ferry xq${words}z leaves at nine`.trim()
  }
  const said: SaidMessage[] = []
  for (const kind of script) {
    const last = said.at(-1)
    if (kind === 'say') said.push(room.say(ann, text()))
    if (kind === 'reply')
      room.say(bob, 'I take it too', last === undefined ? {} : { replyTo: last })
    if (kind === 'mention') room.say(bob, `${platform.mention} when does the ferry leave?`)
    if (kind === 'private') direct.say(ann, text())
    if (kind === 'edit' && last !== undefined) room.edit(last, text())
    if (kind === 'delete' && last !== undefined && platform.tellsDeletions) {
      room.delete(last)
      said.pop()
    }
    if (kind === 'remind') room.command(ann, 'remind', text('tomorrow at 9'))
  }
  await world.processed()
  return { ann, bob, room }
}

async function leftOf({ id }: PlatformPerson, db: TestDb): Promise<string[]> {
  const rows = await rowsOf(db)
  // A person's id stays where a send was addressed to them; their words and name are gone.
  return [...rows].flatMap(([table, lines]) =>
    lines.flatMap((line) =>
      (line.match(/xq\d+z/g) ?? []).map((word) => `${table}: ${word} of ${id}`),
    ),
  )
}

describe.each(Object.entries(PLATFORMS))('on %s', (channel, startPlatform) => {
  test('what a forgotten person said is in no row, whatever was done before', async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (script) => {
          const db = await databases.fresh()
          const { ann } = await live(db, startPlatform, script)
          await forget(ann, channel, db)
          await world.restart()
          await world.processed()
          expect(await leftOf(ann, db)).toEqual([])
        })
        .afterEach(async () => {
          await world.stop()
          await platform.stop()
        }),
      runs(2, 15),
    )
  })

  test('nothing of who opted out is quoted to others', async () => {
    const db = await databases.fresh()
    const { ann, bob, room } = await live(db, startPlatform, ['say', 'mention', 'say'])
    await world.answers(room.id)
    const quoted = async () => (await rowsOf(db)).get('messages')?.filter(isQuoteOfBot)
    await expect.poll(quoted).toHaveLength(1)
    await world.memory.optOut(admin(db), `${channel}:${ann.id}`, true)
    expect(await quoted()).toEqual([])
    room.say(ann, 'the ferry xq9z leaves at ten')
    room.say(bob, `${platform.mention} when does the ferry leave?`)
    const sent = await world.answers(room.id, 2)
    expect(sent.at(-1)?.text).not.toMatch(/xq\d+z/)
  })
})

/** True for a row of a message in which the bot quotes a text of Ann's. */
function isQuoteOfBot(row: string): boolean {
  const { is_bot, text } = JSON.parse(row)
  return is_bot === true && /xq\d+z/.test(text)
}

/** A person who said nothing is not known. */
async function forget(ann: PlatformPerson, channel: string, db: TestDb): Promise<void> {
  try {
    await world.memory.forget(admin(db), `${channel}:${ann.id}`)
  } catch (error) {
    expect(error).toMatchObject({ code: 'person_not_found' })
  }
}
