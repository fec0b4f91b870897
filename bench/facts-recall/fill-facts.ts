import type { Database } from '../../src/db/engine/database.ts'
import { saveEmbeddings } from '../../src/db/search/embeddings.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import type { MemoryOwner } from '../../src/domain/memory.ts'
import { workspaceScope } from '../../src/domain/scope.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { ATTRIBUTE_WORDS } from '../../src/text/facts/attribute-words.ts'
import { queryTermsOf } from '../../src/text/terms.ts'
import type { MadeFact } from './make-facts.ts'

/* Facts as they are stored: with terms, active, and with vectors. */

const BATCH = 1_000
const ANALYSED_EVERY = 10_000
const DAY_MS = 86_400_000

/** Stores facts of the owners that `ownerOf` names, with their vectors; `people` are the ids by number. */
export async function fillFacts(
  database: Database,
  embedder: Embedder,
  facts: readonly MadeFact[],
  {
    people,
    ownerOf,
    now,
  }: {
    readonly people: readonly PersonId[]
    readonly ownerOf: (person: PersonId) => MemoryOwner
    readonly now: Date
  },
): Promise<void> {
  const idOf = (fact: MadeFact) => people[fact.person] as PersonId
  for (let from = 0; from < facts.length; from += BATCH) {
    // Without statistics the planner joins each batch of vectors with all facts.
    if (from % ANALYSED_EVERY === 0) await database.execute('analyze facts')
    const batch = facts.slice(from, from + BATCH)
    const owners = batch.map((fact) => ownerOf(idOf(fact)))
    const stored = await database.asOwner((db) =>
      db.query<{ readonly id: number; readonly text: string }>(INSERT, [
        DEFAULT_WORKSPACE,
        owners.map(({ key }) => key),
        owners.map(({ chatId }) => chatId),
        owners.map(({ personId }) => personId),
        batch.map(idOf),
        batch.map(({ name }) => name),
        batch.map(({ attribute }) => attribute),
        batch.map(({ value }) => value),
        batch.map(({ text }) => text),
        batch.map(({ daysAgo }) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString()),
        batch.map((_, i) => from + i),
        batch.map((fact) => JSON.stringify(termsOfFact(fact))),
      ]),
    )
    const vectors = await embedder.embed(stored.map(({ text }) => text))
    const embedded = stored.map(({ id, text }, i) => ({
      owner: { kind: 'fact' as const, id, text, isDemo: false },
      vector: vectors[i] as Float32Array,
    }))
    await database.within(workspaceScope(DEFAULT_WORKSPACE), (db) =>
      saveEmbeddings(db, DEFAULT_WORKSPACE, embedder.id, 'fact', embedded),
    )
  }
  // Written long ago: what is younger than half a minute is read again by each question.
  await database.execute(`update embeddings set created_at = created_at - interval '1 hour'`)
  await database.execute('vacuum analyze')
}

/** The terms under which db/facts/facts.ts stores it. */
function termsOfFact({ text, attribute }: MadeFact): string[] {
  return [...new Set([text, ATTRIBUTE_WORDS[attribute]].flatMap(queryTermsOf))]
}

const INSERT = `
  insert into facts (workspace_id, owner, chat_id, person_id, subject_kind, subject_id, subject_name, subject_key,
                     attribute, value, text, said_by, said_at, stated_from, valid_from, ends, message_ids, confidence,
                     model_id, identity, terms, created_at)
  select $1, f.owner, f.chat, f.person, 'person', f.subject, f.name, 'person ' || f.subject, f.attribute, f.value, f.text,
         f.subject, f.at, f.at, f.at, false, array[f.n], 0.9, 'bench', f.owner || ' ' || f.n,
         array(select json_array_elements_text(f.terms::json)), f.at
    from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
                $10::timestamptz[], $11::bigint[], $12::text[])
           as f(owner, chat, person, subject, name, attribute, value, text, at, n, terms)
  returning id, text`
