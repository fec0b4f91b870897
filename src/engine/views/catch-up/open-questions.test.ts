import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, minutesAgo, testEngine } from '../../../../test/deps.ts'
import { useDatabase } from '../../../../test/with-db.ts'
import type { IncomingMessage } from '../../../domain/message.ts'

const db = useDatabase()

/** Texts of the open questions of a chat. */
async function openIn(...messages: IncomingMessage[]): Promise<string[]> {
  const it = await db.fresh()
  const { engine } = testEngine(it)
  await engine.receive(admin(it), delivery(...messages))
  const { conversations } = await engine.catchUp(admin(it), 'api:team', {
    author: null,
    since: minutesAgo(1_000),
    askedAt: null,
    isOnlyMe: false,
  })
  const points = conversations.flatMap((one) => one.points)
  return points.filter(({ kind }) => kind === 'open_question').map(({ text }) => text)
}

const QUESTION = incoming('Ann', 'Who has a spare sleeping bag?', {
  externalId: '1',
  minutesAgo: 600,
})

describe('an open question', () => {
  test('is one that nobody continued, though the conversation goes on', async () => {
    const more = incoming('Bob', 'The boiler is broken', { externalId: '0', minutesAgo: 700 })
    const aside = { externalId: '2', minutesAgo: 500, replyTo: '0' }
    const asked = { ...QUESTION, replyTo: '0' }
    const other = incoming('Cat', 'I called the landlord', aside)
    expect(await openIn(more, asked, other)).toEqual(['Who has a spare sleeping bag?'])
  })

  test('is not one that somebody else replied to', async () => {
    const reply = { externalId: '2', minutesAgo: 590, replyTo: '1' }
    expect(await openIn(QUESTION, incoming('Bob', 'I have two', reply))).toEqual([])
  })

  test('stays open if its author adds to it, and is answered where they added', async () => {
    const added = incoming('Ann', 'a warm one please', {
      externalId: '2',
      minutesAgo: 599,
      replyTo: '1',
    })
    expect(await openIn(QUESTION, added)).toHaveLength(1)
    const reply = { externalId: '3', minutesAgo: 590, replyTo: '2' }
    expect(await openIn(QUESTION, added, incoming('Bob', 'I have two', reply))).toEqual([])
  })

  test('is no remark of two words', async () => {
    expect(await openIn(incoming('Ann', 'again, really?', { minutesAgo: 600 }))).toEqual([])
  })
})
