import { z } from 'zod'
import { listNotes, type Note } from '../../db/sessions/notes.ts'
import { queryTermsOf, termsOf } from '../../text/terms.ts'
import { noteOwnerOf } from './note-owner.ts'
import { defineTool, limitArg, textArg, withinScope } from './tool.ts'

/** Reads the asker's notes. */
export const recallTool = defineTool({
  name: 'recall',
  description:
    'Notes that the person who asks had remembered: those that share words with the query first, the newest first without one.',
  schema: z.strictObject({
    query: textArg(1_000).optional().describe('What the notes should be about'),
    limit: limitArg(50, 10, 'notes'),
  }),
  run: async (caller, { query, limit }, deps) => {
    const owner = noteOwnerOf(caller.question)
    const notes = await withinScope(caller, deps, (db) => listNotes(db, owner))
    const best = query === undefined ? notes : bySharedWords(notes, query)
    return { notes: best.slice(0, limit).map(toWire) }
  },
})

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

function toWire({ text, createdAt }: Note) {
  return { text, remembered_at: createdAt.toISOString() }
}
