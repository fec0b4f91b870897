import { describe, expect, test } from 'vitest'
import { admin, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { useOwnDatabase } from '../../test/with-db.ts'
import { createStaticEmbedder } from '../models/static-embedder.ts'
import { applyRetention } from '../upkeep/apply-retention.ts'
import { embedMissing } from '../upkeep/embed-missing.ts'

/* Messages older than the retention period are gone from every table; younger ones are not touched. */

const database = useOwnDatabase()
const DAYS = 100
const MS_IN_DAYS = 1 / 86_400_000
/** Tables that hold message texts, or data derived from them. */
const TABLES = [
  'sessions',
  'turns',
  'messages',
  'answers',
  'session_summaries',
  'session_tags',
  'rolling_summaries',
  'topic_summaries',
  'embeddings',
  'message_links',
  'context_references',
] as const

async function office() {
  const it = await database.fresh()
  const model = scriptedModel({
    answer: 'Noted.',
    summarise: ({ prompt }) => {
      const all = prompt.messages.map(({ content }) => content).join('\n')
      return `- about ${[...new Set(all.match(/\bword\w+\b/g) ?? [])].join(' ')}`
    },
    tag: '{"tags":[{"tag":"invoices"},{"tag":"acme"},{"tag":"pdf"}]}',
    'match-topics': '{"candidates":[]}',
  })
  const world = memoryWorld(it, model)
  const embed = () =>
    embedMissing(
      { database: it.database, embedder: createStaticEmbedder(), record: () => undefined },
      new Map(),
    )
  /** A session of Ann’s own and a conversation of the group, all with one word; then both close. */
  const talk = async (word: string) => {
    await world.ask('ann', `ann-${word}`, `my ${word}`)
    const chat = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const
    const said = (text: string, replyTo: string | null = null) =>
      incoming('Bob', text, { externalId: `${word}-${text.length}`, sentAt: world.now(), replyTo })
    const messages = [said(`our ${word}`), said(`yes, our ${word}`, `${word}-${4 + word.length}`)]
    await world.engine.receive(admin(it), { chat, messages })
    world.pass({ minutes: 420 })
    await world.upkeep()
    await embed()
  }
  const retain = (stopping = new AbortController().signal) =>
    applyRetention(DAYS, world.deps, stopping)
  const holding = async (word: string) => {
    const rows = await rowsOf(it)
    // As a word, not as a part of the ids of this test: ids in a younger trace are no text.
    const said = new RegExp(`(?<!ann-)${word}(?!-\\d)`)
    return TABLES.filter((table) => rows.get(table)?.some((row) => said.test(row)))
  }
  const counts = async () => {
    const rows = await rowsOf(it)
    return Object.fromEntries(TABLES.map((table) => [table, rows.get(table)?.length ?? 0]))
  }
  const see = () => world.memory.see(admin(it), 'api:ann')
  const applied = () =>
    world.events.filter(
      (event) => event.name === 'retention.applied' && event.workspaceId === it.workspaceId,
    )
  return { ...world, it, talk, retain, holding, counts, see, applied }
}

describe('retention', () => {
  test('takes old sessions and all that was made of them, and leaves the younger', async () => {
    const { talk, pass, retain, holding, counts, upkeep, see, memory, it, applied } = await office()
    await talk('wordold')
    await memory.buildTopic(admin(it), 'api:ann', 'invoices')
    const one = await counts()
    expect(await holding('wordold')).toEqual(
      expect.arrayContaining([
        'turns',
        'messages',
        'answers',
        'session_summaries',
        'topic_summaries',
      ]),
    )
    expect(one).toMatchObject({ sessions: 3, messages: 2, embeddings: 4, message_links: 1 })
    pass({ days: 99 })
    await talk('wordnew')
    pass({ days: 2 })
    await retain()
    expect(await holding('wordold')).toEqual([])
    expect(await holding('wordnew')).toEqual(
      expect.arrayContaining(['turns', 'messages', 'session_summaries']),
    )
    const { session_tags, sessions, messages, turns } = await counts()
    expect({ session_tags, sessions, messages, turns }).toEqual({
      ...{ session_tags: one.session_tags, sessions: one.sessions },
      ...{ messages: one.messages, turns: one.turns },
    })
    expect((await counts()).embeddings).toBe(one.embeddings)
    await upkeep()
    expect(await see()).toMatchObject({
      recent: { text: '- about wordnew', sessionIds: ['ann-wordnew'] },
      history: null,
      sessions: [{ sessionId: 'ann-wordnew' }],
    })
    expect(applied()).toMatchObject([{ sessions: 3, messages: 2 }])
  })

  test('begins behind the last day, not at it', async () => {
    const { ask, pass, retain, upkeep, counts } = await office()
    await ask('ann', 's', 'wordborder')
    pass({ minutes: 16 })
    await upkeep()
    pass({ days: DAYS, minutes: -16 })
    await retain()
    expect(await counts()).toMatchObject({ sessions: 1, turns: 1, answers: 1 })
    pass({ days: MS_IN_DAYS })
    await retain()
    expect(await counts()).toMatchObject({
      sessions: 0,
      turns: 0,
      answers: 0,
      session_summaries: 0,
    })
  })

  test('counts from the last that was said, and leaves alone what is still open', async () => {
    const { ask, pass, retain, counts } = await office()
    await ask('ann', 's', 'one')
    pass({ days: 60 })
    await ask('ann', 's', 'two')
    pass({ days: 60 })
    await retain()
    expect(await counts()).toMatchObject({ sessions: 1, turns: 2 })
  })

  test('makes the history anew from what remains', async () => {
    const { talk, pass, retain, upkeep, see } = await office()
    await talk('wordfirst')
    pass({ days: 50 })
    await talk('wordsecond')
    pass({ days: 40 })
    await upkeep()
    expect((await see()).history?.text).toBe('- about wordfirst wordsecond')
    pass({ days: 11 })
    await retain()
    expect((await see()).history).toBeNull()
    await upkeep()
    expect((await see()).history).toMatchObject({
      text: '- about wordsecond',
      sessionIds: ['ann-wordsecond'],
    })
  })

  test('a second time does nothing, and says nothing', async () => {
    const { talk, pass, retain, applied, counts } = await office()
    await talk('wordold')
    pass({ days: 101 })
    await retain()
    const after = await counts()
    await retain()
    expect([await counts(), applied().length]).toEqual([after, 1])
  })

  test('goes on over more than one batch, and stops between two when told to', async () => {
    const { ask, pass, upkeep, retain, counts } = await office()
    for (let i = 0; i < 60; i += 1) await ask('ann', `s${i}`, 'wordmany')
    pass({ minutes: 16 })
    await upkeep()
    pass({ days: 101 })
    await retain(AbortSignal.abort())
    expect((await counts()).sessions).toBe(10)
    await retain()
    expect((await counts()).sessions).toBe(0)
  })

  test('a person stays known, with what they decided', async () => {
    const { talk, pass, retain, memory, it, see } = await office()
    await talk('wordold')
    await memory.optOut(admin(it), 'api:ann', true)
    pass({ days: 101 })
    await retain()
    expect((await see()).who.isOptedOut).toBe(true)
  })

  test('old answers that belong to no session go too', async () => {
    const { engine, it, pass, retain, counts } = await office()
    const question = {
      ...{ threadId: null, text: 'wordalone', author: null, messageId: null, replyTo: null },
      ...{ quote: null, askedAt: null, budgetTokens: 3_000 },
    }
    await engine.ask(admin(it), question, { sessionId: null, window: 5 })
    expect((await counts()).answers).toBe(1)
    pass({ days: 101 })
    await retain()
    expect((await counts()).answers).toBe(0)
  })

  // deleteAnswersFrom() goes by source_session_ids: all sessions that were in the memory of the prompt.
  test('a young answer is not lost because the memory it was given held an old session', async () => {
    const { talk, pass, retain, holding, ask } = await office()
    await talk('wordold')
    pass({ days: 99 })
    await ask('ann', 'young', 'wordyoung')
    pass({ days: 2 })
    await retain()
    expect(await holding('wordyoung')).toContain('answers')
  })

  // eraseSaid() empties quotes and snapshots in replies; deleteSome() does not.
  test('what a younger reply quotes of an old message goes with it', async () => {
    const { talk, pass, retain, holding, engine, it, now } = await office()
    await talk('wordold')
    pass({ days: 99 })
    const chat = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const
    const reply = incoming('Cat', 'me too', {
      sentAt: now(),
      replyTo: 'wordold-11',
      quote: 'our wordold',
    })
    await engine.receive(admin(it), { chat, messages: [reply] })
    pass({ days: 2 })
    await retain()
    expect(await holding('wordold')).toEqual([])
  })
})
