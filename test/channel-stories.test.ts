import { afterEach, describe, expect, test } from 'vitest'
import type { Channel } from '../src/channels/channel.ts'
import { type ChannelWorld, startChannelWorld, talk } from './channel-world.ts'
import type { BotMessage, Platform } from './platform/platform.ts'
import { PLATFORMS } from './platform/platforms.ts'
import { openToyChannel } from './toy-channel/toy-channel.ts'
import { createToyPlatform } from './toy-channel/toy-platform.ts'
import { useDatabase } from './with-db.ts'

/* The stories of the first source document, as conversations, on every channel. What the bot answered from is what it
 * cites and what /why shows; what it left out is in neither. */

const db = useDatabase()
let world: ChannelWorld
let platform: Platform
afterEach(async () => {
  await world.stop()
  await platform.stop()
})

type Started = { readonly platform: Platform; readonly channel?: Channel }

const CHANNELS: readonly (readonly [string, () => Promise<Started>])[] = [
  ...Object.entries(PLATFORMS).map(
    ([name, start]) => [name, async () => ({ platform: await start() })] as const,
  ),
  // A channel that the program does not know: all it takes is the port.
  [
    'a toy',
    async () => {
      const board = createToyPlatform()
      return { platform: board, channel: openToyChannel(board) }
    },
  ],
]

describe.each(CHANNELS)('on %s', (name, start) => {
  /** People talk; returns the answer to the mention, and what /why says it was made from. */
  async function tell(script: string): Promise<{ answer: BotMessage; why: string }> {
    const started = await start()
    platform = started.platform
    world = await startChannelWorld(await db.fresh(), platform, started)
    const people = Object.fromEntries(
      ['Ann', 'Bob', 'Cat', 'Dan'].map((name) => [name.toLowerCase(), platform.person(name)]),
    )
    const room = platform.room('Friends', Object.values(people))
    await talk(world, platform, room, people, script)
    await world.answers(room.id)
    const { ann } = people
    if (ann === undefined) throw new Error('Ann is missing')
    room.command(ann, 'why')
    const [answer, why] = await world.answers(room.id, 2)
    if (!answer || !why) throw new Error('nothing was sent')
    expect(platform.violations()).toEqual([])
    // Messages that are only offered as nearby are listed, too, and say so.
    const inside = why.text.split('\n').filter((line) => !line.includes('(nearby: '))
    return { answer, why: inside.join('\n') }
  }

  describe('story 1: a mention with hardly a word looks back', () => {
    test('over three days, when the subject goes on', async () => {
      const { answer, why } = await tell(`
        ann  3 days ago   We should look at the restaurant for the gathering
        bob  2 days ago   Any thoughts?
        cat  10 min ago   The thai restaurant on 10th Ave?
        cat  now          @bot
      `)
      expect(answer.text).toContain('The thai restaurant on 10th Ave?')
      expect(why).toContain('Ann: We should look at the restaurant for the gathering')
      expect(why).toContain('Bob: Any thoughts?')
    })

    test('and not at old chatter, when it does not', async () => {
      const { answer, why } = await tell(`
        ann  3 days ago   Has anybody seen my umbrella?
        bob  3 days ago   It is in the hall
        cat  12 min ago   The build fails on the parser test again
        dan  11 min ago   Same here, the parser test times out since noon
        cat  10 min ago   What changed in the parser?
        cat  now          @bot what do you think?
      `)
      expect(answer.text).toContain('parser')
      expect(why).toContain('Dan: Same here, the parser test times out since noon')
      expect(`${answer.text} ${why}`).not.toMatch(/umbrella|hall/)
    })

    test('at the conversation of the asker, when two run through each other', async () => {
      const { answer, why } = await tell(`
        ann  20 min ago   Shall we take the ferry or the plane to Crete?
        cat  19 min ago   Who waters the plants in the office this week?
        bob  18 min ago   @ann The ferry, the plane costs twice as much
        dan  17 min ago   @cat I watered the plants on Monday, somebody else on Friday please
        ann  16 min ago   But the ferry takes nine hours to Crete
        ann  now          @bot can you help?
      `)
      expect(answer.text).toMatch(/ferry/)
      expect(why).toContain('Bob: @ann The ferry, the plane costs twice as much')
      expect(`${answer.text} ${why}`).not.toMatch(/plants/)
    })

    test.each(['^', 'thoughts?', 'can you help', 'what do you think'])(
      'with “%s” as with nothing',
      async (words) => {
        const { answer } = await tell(`
          ann  5 min ago   The key of the boat house is lost
          bob  4 min ago   Dan had the key of the boat house on Sunday
          ann  now         @bot ${words}
        `)
        expect(answer.text).toMatch(/boat house/)
      },
    )
  })

  describe('story 2: a reply with a mention points', () => {
    // Of a chat of three messages, days apart, the net knows no pace, and takes the second for an answer to the first:
    // it would have to learn from more young chats with silences in them. On Slack a reply stands in a thread.
    const testThreads = name === 'slack' ? test : test.fails
    testThreads('to a message of three days ago, whatever was said since', async () => {
      const { answer, why } = await tell(`
        ann  3 days ago         The museum in the old mill opens at ten
        bob  2 days ago         My bicycle has a flat tyre
        cat  30 min ago         Lunch at one?
        dan  now      (to 1)    @bot is this still so?
      `)
      expect(answer.text).toContain('museum')
      expect(why).toContain('Ann: The museum in the old mill opens at ten')
      expect(answer.text).not.toMatch(/bicycle|Lunch/)
    })

    test('and what belongs with that message comes along', async () => {
      const { why } = await tell(`
        ann  3 days ago         Who has a tent for the festival?
        bob  3 days ago (to 1)  I have a tent for four
        cat  40 min ago         The printer is out of paper
        dan  now      (to 1)    @bot help with this
      `)
      expect(why).toContain('Ann: Who has a tent for the festival?')
      expect(why).toContain('Bob: I have a tent for four')
      expect(why).not.toContain('printer')
    })
  })

  test('what is missing is said, with the request to be mentioned again', async () => {
    const { answer } = await tell(`
      ann  5 min ago   We meet at the harbour on Friday
      bob  now         @bot what does parking at the harbour cost?
    `)
    expect(answer.text).toContain('harbour')
    expect(answer.text).toMatch(/Not in the context: .*parking.*Tag me again/)
  })
})
