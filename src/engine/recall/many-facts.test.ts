import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import type { Db } from '../../db/engine/database.ts'
import { findFactsByTerms } from '../../db/facts/find-facts.ts'
import { saveEmbeddings } from '../../db/search/embeddings.ts'
import type { FactId, PersonId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { createStaticEmbedder } from '../../models/static-embedder.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'

/* A group with more facts than are read for one question. */

const database = useOwnDatabase()
const embedder = createStaticEmbedder()
const QUESTION = 'where does Bob live?'

/** Ann and Bob stated where they live. */
async function twoHomes() {
  const it = await database.fresh()
  const world = memoryWorld(it, undefined, { embedder })
  await world.engine.receive(
    admin(it),
    delivery(
      incoming('Ann', 'I live in Rome', { sentAt: world.now() }),
      incoming('Bob', 'I live in Porto', { sentAt: world.now() }),
    ),
  )
  world.pass({ days: 1 })
  await world.upkeep()
  await embedMissing({ database: it.database, embedder, record: () => undefined }, new Map())
  const facts = await within(it, (db) =>
    db.query<{ id: FactId; owner: string; text: string; subjectId: PersonId }>(
      `select id, owner, text, subject_id as "subjectId" from facts where workspace_id = $1 order by text`,
      [it.workspaceId],
    ),
  )
  return { it, world, facts }
}

const within = <T>(it: TestDb, work: (db: Db) => Promise<T>): Promise<T> =>
  it.database.within(workspaceScope(it.workspaceId), work)

/** So many facts more in the same memory, all of them as near the question as can be, and of none of its people. */
async function crowd(it: TestDb, count: number) {
  const [vector] = await embedder.embed([QUESTION.replace('Bob ', '')])
  const filled = await within(it, (db) =>
    db.query<{ id: number; text: string }>(
      `insert into facts (workspace_id, owner, chat_id, person_id, subject_kind, subject_name, subject_key, attribute, value,
                          text, said_by, said_at, stated_from, valid_from, ends, message_ids, confidence, model_id,
                          identity, terms, created_at)
       select workspace_id, owner, chat_id, person_id, 'thing', 'house ' || n, 'thing  house ' || n, 'other', 'there',
              'House ' || n || ' is there', said_by, said_at, stated_from, valid_from, false, message_ids, confidence,
              model_id, 'x' || n, array['house'], created_at
         from (select * from facts where workspace_id = $1 order by id limit 1) f, generate_series(1, $2::int) n
       returning id, text`,
      [it.workspaceId, count],
    ),
  )
  for (let from = 0; from < filled.length; from += 1_000) {
    const vectors = filled.slice(from, from + 1_000).map(({ id, text }) => ({
      owner: { kind: 'fact' as const, id, text, isDemo: false },
      vector: vector as Float32Array,
    }))
    await within(it, (db) => saveEmbeddings(db, it.workspaceId, embedder.id, 'fact', vectors))
  }
}

test('what is known of the one who is named is found among thousands that are nearer in meaning', async () => {
  const { it, world } = await twoHomes()
  await crowd(it, 5_001)
  const { context } = await world.engine.buildContext(admin(it), {
    ...{ threadId: 'api:team', text: QUESTION, messageId: null, replyTo: null, quote: null },
    ...{ author: { externalId: 'ann', name: 'Ann', username: null, isBot: false } },
    ...{ askedAt: null, budgetTokens: 3_000 },
  })
  const texts = [...context.kept, ...context.dropped].flatMap(({ piece }) =>
    piece.kind === 'fact' ? [piece.fact.text] : [],
  )
  expect(texts).toContain('Bob lives in Porto')
})

test('words are compared among the facts that are named, and about the people that are named', async () => {
  const { it, facts } = await twoHomes()
  const [ann, bob] = facts
  const found = (among: Parameters<typeof findFactsByTerms>[5]) =>
    within(it, (db) => {
      const seen = { owner: ann?.owner ?? '', personId: null }
      return findFactsByTerms(db, it.workspaceId, seen, ['live'], 10, among)
    })
  const ids = async (among: Parameters<typeof findFactsByTerms>[5]) =>
    (await found(among)).map(({ id }) => id).toSorted((a, b) => a - b)
  const both = facts.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(facts.map(({ text }) => text)).toEqual(['Ann lives in Rome', 'Bob lives in Porto'])
  expect(await ids(null)).toEqual(both)
  expect(await ids({ ids: [ann?.id as FactId], people: [] })).toEqual([ann?.id])
  expect(await ids({ ids: [], people: [bob?.subjectId as PersonId] })).toEqual([bob?.id])
  expect(await ids({ ids: [], people: [] })).toEqual([])
})
