import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../../test/deps.ts'
import { useDatabase } from '../../../../test/with-db.ts'
import type { IncomingMessage } from '../../../domain/message.ts'

const db = useDatabase()

/** Dan wrote at noon of the day before; two conversations go on without him. */
const CHAT: IncomingMessage[] = [
  incoming('Dan', 'I can drive on Sunday', { externalId: '1', minutesAgo: 1_440 }),
  incoming('Ann', 'Great! Where do we meet?', { externalId: '2', minutesAgo: 600, replyTo: '1' }),
  incoming('Cat', 'Dan, can you take four people?', {
    externalId: '3',
    minutesAgo: 590,
    replyTo: '2',
  }),
  incoming('Bob', 'The heating is out again', { externalId: '4', minutesAgo: 580 }),
  incoming('Ann', 'We meet at the fountain, it is decided', {
    externalId: '5',
    minutesAgo: 570,
    replyTo: '3',
  }),
  incoming('Eve', 'The plumber comes on Friday at nine', {
    externalId: '6',
    minutesAgo: 560,
    replyTo: '4',
  }),
  incoming('Bob', 'Who can let him in?', { externalId: '7', minutesAgo: 550, replyTo: '6' }),
]

async function world(messages: readonly IncomingMessage[] = CHAT) {
  const it = await db.fresh()
  const { engine } = testEngine(it)
  await engine.receive(admin(it), delivery(...messages))
  const ask = (more: Partial<Parameters<typeof engine.catchUp>[2]> = {}) =>
    engine.catchUp(admin(it), 'api:team', {
      author: { externalId: 'dan' },
      since: null,
      askedAt: null,
      isOnlyMe: false,
      ...more,
    })
  return { it, engine, ask }
}

const pointsOf = ({
  conversations,
}: Awaited<ReturnType<Awaited<ReturnType<typeof world>>['ask']>>) =>
  conversations.map(({ points }) =>
    points.map(({ kind, message }) => `${kind} ${message.externalId}`),
  )

describe('catching up', () => {
  test('tells since the person last wrote: questions to them, decisions, open questions', async () => {
    const { ask } = await world()
    const caught = await ask()
    expect(caught.since).toEqual(new Date(NOW.getTime() - 1_440 * 60_000))
    expect(caught).toMatchObject({ messageCount: 6, conversationCount: 2 })
    expect(pointsOf(caught)).toEqual([
      ['question_to_you 2', 'question_to_you 3', 'decision 5'],
      ['decision 6', 'open_question 7', 'said 4'],
    ])
    expect(caught.conversations.map(({ concernsAsker }) => concernsAsker)).toEqual([true, false])
  })

  test('cites every line, in the language of the chat', async () => {
    const { ask } = await world()
    const { text } = await ask()
    expect(text).toMatch(/^Messages: 6, conversations: 2\./)
    expect(text).toContain('**You are asked**: Ann, 10 Mar 02:00: "Great! Where do we meet?" [1]')
    expect(text.match(/^- /gm)).toHaveLength(text.match(/\[\d+\]$/gm)?.length ?? -1)
    const german = await world([
      incoming('Uwe', 'Die Heizung ist schon wieder ausgefallen', { externalId: '1' }),
      incoming('Eva', 'Der Klempner kommt am Freitag, so haben wir es beschlossen', {
        externalId: '2',
        replyTo: '1',
        minutesAgo: 5,
      }),
    ])
    expect((await german.ask({ author: null })).text).toContain('**Entschieden**: Eva')
  })

  test('what others agreed to in a word is decided', async () => {
    const { ask } = await world([
      incoming('Dan', 'plan without me', { externalId: '1', minutesAgo: 600 }),
      incoming('Ann', 'Cat cooks and Eve washes up', { externalId: '2', minutesAgo: 590 }),
      incoming('Cat', 'deal 🤝', { externalId: '3', minutesAgo: 589, replyTo: '2' }),
    ])
    expect(pointsOf(await ask()).flat()).toContain('decision 2')
    expect(pointsOf(await ask()).flat()).not.toContain('decision 3')
  })

  test('a question that the person answered is not told', async () => {
    const answer = incoming('Dan', 'yes, four', { externalId: '8', minutesAgo: 500, replyTo: '3' })
    const { ask } = await world([...CHAT, answer])
    expect((await ask()).conversations).toEqual([])
    expect((await ask()).text).toBe('You missed nothing.')
    const since = new Date(NOW.getTime() - 700 * 60_000)
    expect(pointsOf(await ask({ since })).flat()).not.toContain('question_to_you 3')
  })

  test('only what concerns the person, and only after a time', async () => {
    const { ask } = await world()
    expect((await ask({ isOnlyMe: true })).conversations).toHaveLength(1)
    const since = new Date(NOW.getTime() - 565 * 60_000)
    expect(pointsOf(await ask({ since }))).toEqual([['decision 6', 'open_question 7']])
    const askedAt = new Date(NOW.getTime() - 575 * 60_000)
    expect((await ask({ askedAt })).messageCount).toBe(3)
  })

  test('without a person it tells the last day; who is unknown is an error', async () => {
    const { ask } = await world()
    expect(await ask({ author: null })).toMatchObject({ messageCount: 6 })
    await expect(ask({ author: { externalId: 'zoe' } })).rejects.toMatchObject({
      code: 'person_not_found',
    })
    await expect(ask({ author: null, isOnlyMe: true })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('nothing of another chat, and no text of an author who opted out, is told', async () => {
    const { it, engine, ask } = await world()
    const other = { ...delivery(incoming('Ann', 'Dan, the secret is decided', { minutesAgo: 5 })) }
    await engine.receive(admin(it), { ...other, chat: { ...other.chat, externalId: 'other' } })
    await it.database.asOwner((tx) =>
      tx.query(
        `update people set memory_opt_out = true where workspace_id = $1 and external_id = 'ann'`,
        [it.workspaceId],
      ),
    )
    const { text } = await ask()
    expect(text).not.toMatch(/secret|Ann|fountain/)
    expect(text).toContain('Dan, can you take four people?')
  })

  test('a flood of two thousand messages by one author is told in a few points', async () => {
    const flood = Array.from({ length: 2_000 }, (_, i) =>
      incoming('Eve', `The build ${i} is red, Dan?`, {
        externalId: String(100 + i),
        minutesAgo: 500 - i / 10,
      }),
    )
    const { ask } = await world([...CHAT, ...flood])
    const caught = await ask()
    expect(caught.messageCount).toBe(2_006)
    expect(caught.conversations.length).toBeLessThanOrEqual(20)
    for (const { points } of caught.conversations) expect(points.length).toBeLessThanOrEqual(12)
    expect(caught.text).toContain('The build 1999 is red')
    expect(caught.text).not.toContain('The build 5 is red')
  })
})
