import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import type { Values } from '../../config/config.ts'
import { createStaticEmbedder } from '../../models/static-embedder.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'

const all = useOwnDatabase()
const embedder = createStaticEmbedder()

type Line = readonly [author: string, text: string]

/** A world in which these chats were had, a day apart, and read for facts. */
async function remembered(chats: Readonly<Record<string, readonly Line[]>>, env: Values = {}) {
  const it = await all.fresh()
  const world = memoryWorld(it, undefined, { embedder }, env)
  let last = 0
  for (const [name, lines] of Object.entries(chats)) {
    for (const [author, text] of lines) {
      world.pass({ days: 1 })
      last += 1
      const message = { ...incoming(author, text), externalId: `${last}`, sentAt: world.now() }
      const kind = name === 'private' ? ('private' as const) : ('group' as const)
      await world.engine.receive(admin(it), {
        chat: { ...delivery().chat, externalId: name, kind },
        messages: [message],
      })
    }
  }
  world.pass({ days: 20 })
  await world.upkeep()
  await embedMissing({ database: it.database, embedder, record: () => undefined }, new Map())
  const asked = (text: string, as: string, thread: string | null) => ({
    ...{ threadId: thread, text, messageId: null, replyTo: null, quote: null, askedAt: null },
    author: { externalId: as, name: as, username: null, isBot: false },
    budgetTokens: 3_000,
  })
  /** The facts that are found for a question, in the group or alone. */
  const ask = async (text: string, as = 'ann', thread: string | null = 'api:team') => {
    const { context } = await world.engine.buildContext(admin(it), asked(text, as, thread))
    const found = [...context.kept, ...context.dropped]
    const best = found.toSorted((a, b) => b.relevance - a.relevance)
    return best.flatMap(({ piece }) => (piece.kind === 'fact' ? [piece.fact.text] : []))
  }
  return { it, world, ask, asked }
}

const MOVES: readonly Line[] = [
  ['Ann', 'I live in Rome'],
  ['Bob', 'I am allergic to peanuts'],
  ['Ann', 'I work as a nurse'],
  ['Ann', 'I moved to Lisbon'],
]

describe('facts for a question', () => {
  test('of a named period come first, and without those that had ended before', async () => {
    const { world, ask } = await remembered({
      team: [
        ['Ann', 'I live in Rome'],
        ['Bob', 'Thank you all'],
        ['Ann', 'I moved to Lisbon'],
        ['Bob', 'Good luck there'],
        ['Ann', 'I moved to Oslo'],
      ],
    })
    // The day between Lisbon and Oslo, which is 20 days ago.
    const day = new Date(world.now().getTime() - 21 * 86_400_000).toISOString().slice(0, 10)
    const then = await ask(`where did Ann live on ${day}?`)
    expect(then[0]).toMatch(/Lisbon/)
    expect(then.join()).not.toMatch(/Rome/)
    expect((await ask('where did Ann live before?')).join()).toMatch(/Rome/)
    expect((await ask('where does Ann live?')).join()).toMatch(/^[^;]*Oslo[^;]*$/)
  })

  test('one that waits for review is not found, by words or meaning, before it is confirmed', async () => {
    const { it, world, ask } = await remembered({ team: MOVES }, { EARSHOT_FACTS_REVIEW: 'all' })
    expect(await ask('where does Ann live?')).toEqual([])
    await it.database.asOwner((db) =>
      db.query("update facts set status = 'active' where workspace_id = $1", [it.workspaceId]),
    )
    world.deps.dropCaches()
    expect(await ask('where does Ann live?')).toContain('Ann lives in Lisbon')
  })

  test('what holds about the one who is named; of another time what held then', async () => {
    const { ask } = await remembered({ team: MOVES })
    expect((await ask('where does Ann live?'))[0]).toBe('Ann lives in Lisbon')
    expect(await ask('where does Ann live?')).not.toContain('Ann lives in Rome')
    expect(await ask('where did Ann live before?')).toContain('Ann lives in Rome')
    expect((await ask('what is Bob allergic to?'))[0]).toBe('Bob is allergic to peanuts')
    expect((await ask('what is the job of Ann?'))[0]).toBe('Ann works as nurse')
    expect(await ask('is the build green today?')).toEqual([])
  })

  test('never another group’s, nor private ones in a group', async () => {
    const { ask } = await remembered({
      team: [['Ann', 'I live in Rome']],
      other: [['Bob', 'I am allergic to peanuts']],
      private: [['Ann', 'I work at Contoso']],
    })
    expect(await ask('what is Bob allergic to?')).toEqual([])
    expect(await ask('where does Ann work?')).not.toContain('Ann works at Contoso')
    expect(await ask('where do I work?', 'ann', 'api:private')).toEqual(['Ann works at Contoso'])
    expect(await ask('where does Ann live?', 'ann', 'api:private')).toContain('Ann lives in Rome')
    expect(await ask('what is Bob allergic to?', 'ann', 'api:private')).toEqual([])
  })

  test('an answer that rests on one is erased with its message', async () => {
    const { it, world, asked } = await remembered({
      team: [
        ['Ann', 'I am allergic to walnuts'],
        ...Array.from({ length: 40 }, (_, i): Line => ['Bob', `build number ${i} is green`]),
      ],
    })
    const question = { ...asked('what is Ann allergic to?', 'bob', 'api:team') }
    const answer = await world.engine.ask(admin(it), question, { sessionId: null, window: 5 })
    expect(answer.text).toContain('walnuts')
    await world.engine.delete(admin(it), {
      ...{ channel: 'api', externalId: 'team', messageId: '1' },
    })
    const { record } = await world.engine.why(admin(it), answer.id)
    expect(record.answer).not.toContain('walnuts')
  })
})
