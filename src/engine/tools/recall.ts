import { z } from 'zod'
import { findFactsByTerms, listFactsByIds } from '../../db/facts/find-facts.ts'
import { listNotes, type Note } from '../../db/sessions/notes.ts'
import type { Fact } from '../../domain/fact.ts'
import { memoryScope } from '../../domain/memory.ts'
import { queryTermsOf, termsOf } from '../../text/terms.ts'
import { noteOwnerOf } from './note-owner.ts'
import {
  defineTool,
  limitArg,
  type ToolCaller,
  type ToolDeps,
  textArg,
  withinScope,
} from './tool.ts'

const MAX_FACTS = 200

/** Reads the asker's notes, and facts about people. */
export const recallTool = defineTool({
  name: 'recall',
  description:
    'Notes that the person who asks had remembered: those that share words with the query first, the newest first without one. With a query also facts that people of this chat stated.',
  schema: z.strictObject({
    query: textArg(1_000).optional().describe('What the notes and facts should be about'),
    limit: limitArg(50, 10, 'notes'),
  }),
  run: async (caller, { query, limit }, deps) => {
    const owner = noteOwnerOf(caller.question)
    const notes = await withinScope(caller, deps, (db) => listNotes(db, owner))
    const best = query === undefined ? notes : bySharedWords(notes, query)
    const facts = query === undefined ? [] : await factsFor(caller, query, limit, deps)
    for (const { messageIds } of facts) {
      for (const id of messageIds) caller.lookedUp.messageIds.add(id)
    }
    return { notes: best.slice(0, limit).map(toWire), facts: facts.map(toWireFact) }
  },
})

/** The facts about anybody that may be shown to the asker here, and that hold. */
async function factsFor(
  { question: { workspaceId, memory, askedAt } }: ToolCaller,
  query: string,
  limit: number,
  { database }: ToolDeps,
): Promise<Fact[]> {
  if (memory === null) return []
  const seen = { owner: memory.key, personId: memory.personId }
  return database.within(memoryScope(workspaceId, memory), async (db) => {
    const hits = await findFactsByTerms(db, workspaceId, seen, queryTermsOf(query), MAX_FACTS)
    const holding = hits.filter(({ validTo }) => validTo === null || validTo > askedAt)
    const ids = holding.slice(0, limit).map(({ id }) => id)
    const facts = await listFactsByIds(db, workspaceId, seen, ids)
    const byId = new Map(facts.map((fact) => [fact.id, fact]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

/** Most common words first; notes with equally many stay newest first. */
function bySharedWords(notes: readonly Note[], query: string): Note[] {
  const asked = queryTermsOf(query)
  const shared = new Map(
    notes.map((note) => {
      const terms = new Set(termsOf(note.text))
      return [note, asked.filter((term) => terms.has(term)).length]
    }),
  )
  return notes.toSorted((a, b) => (shared.get(b) ?? 0) - (shared.get(a) ?? 0))
}

function toWireFact({ text, saidByName, saidAt }: Fact) {
  return { text, said_by: saidByName, said_at: saidAt.toISOString() }
}

function toWire({ text, createdAt }: Note) {
  return { text, remembered_at: createdAt.toISOString() }
}
