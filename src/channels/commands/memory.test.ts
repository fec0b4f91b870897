import { afterEach, expect, test } from 'vitest'
import { memoryWorld } from '../../../test/memory-world.ts'
import { startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'

const databases = useOwnDatabase()
let world: TelegramWorld
afterEach(() => world?.stop())

test('/memory lists what is known of the one who asks, /forget deletes one of it', async () => {
  const it = await databases.fresh()
  world = await startWorld(it, { privacy: 'off' })
  const { telegram } = world
  const [ann, bob] = [telegram.person('Ann'), telegram.person('Bob')]
  const group = telegram.group('Friends', [ann, bob])
  const reply = async (chat: number, say: () => void) => {
    const before = telegram.sent(chat).length
    say()
    return (await world.answers(chat, before + 1)).at(-1)?.text ?? ''
  }
  const inGroup = (by: typeof ann, text: string) => reply(group.id, () => group.say(by, text))
  const inPrivate = (by: typeof ann, text: string) => reply(by.id, () => by.private.say(text))
  expect(await inGroup(ann, '/memory')).toContain('I know no facts about you here')
  group.say(ann, 'I am allergic to peanuts')
  group.say(bob, 'Ann is vegan')
  await world.heard()
  const upkeep = memoryWorld(it)
  upkeep.pass({ days: 1_000 })
  await upkeep.upkeep()
  const listed = await inGroup(ann, '/memory')
  expect(listed).toContain('Ann is allergic to peanuts (Ann, ')
  expect(listed).toContain('Ann is vegan (Bob, ')
  expect(await inGroup(bob, '/memory')).not.toContain('peanuts')
  // What Bob said of her stays in the group.
  const own = await inPrivate(ann, '/memory')
  expect(own).toContain('peanuts')
  expect(own).not.toContain('vegan')
  const number = /(\d+)\. Ann is allergic/.exec(listed)?.[1] ?? ''
  expect(await inGroup(bob, `/forget ${number}`)).toContain('is no fact about you here')
  expect(await inGroup(ann, '/forget it all')).toContain('/forget 12')
  expect(await inGroup(ann, `/forget ${number}`)).toContain('Done')
  expect(await inGroup(ann, '/memory')).not.toContain('peanuts')
})
