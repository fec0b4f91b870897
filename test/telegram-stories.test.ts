import { afterEach, expect, test } from 'vitest'
import { startWorld, type TelegramWorld, talk } from './telegram-world.ts'
import { useDatabase } from './with-db.ts'

const db = useDatabase()
let world: TelegramWorld
afterEach(() => world.stop())

test('a bare tag is answered from the conversation over three days', async () => {
  world = await startWorld(await db.fresh())
  const { telegram } = world
  const [ann, bob, cat] = [telegram.person('Ann'), telegram.person('Bob'), telegram.person('Cat')]
  const group = telegram.group('Friends', [ann, bob, cat])
  talk(
    group,
    { ann, bob, cat },
    `
    ann  3 days ago   We should look at the restaurant for the gathering
    bob  2 days ago   Any thoughts?
    cat  10 min ago   The thai restaurant on 10th Ave?
    ann  now          @${telegram.me.username}
  `,
  )
  const [answer] = await world.answers(group.id)
  console.log(answer?.text, answer?.html)
  expect(answer?.text).toContain('thai restaurant')
})
