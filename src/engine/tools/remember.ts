import { z } from 'zod'
import { MAX_NOTES, pruneNotes, saveNote } from '../../db/sessions/notes.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { noteOwnerOf } from './note-owner.ts'
import { defineTool, textArg, withinScope } from './tool.ts'

/** Stores a note for the asker. */
export const remember = defineTool({
  name: 'remember',
  description:
    'Keeps a short note for the person who asks, to be found again with recall. Use it when they ask to have something remembered.',
  schema: z.strictObject({
    text: textArg(1_000).describe('What to remember, in a sentence that can be understood alone'),
  }),
  run: async (caller, { text }, deps) => {
    const { workspaceId, askedAt } = caller.question
    const owner = noteOwnerOf(caller.question)
    const note = { text, createdAt: askedAt }
    const outcome = await withinScope(caller, deps, (db) => saveNote(db, owner, note))
    if (outcome === 'opted-out') {
      const reason = 'This person opted out of being remembered. Nothing was kept; tell them so.'
      return { remembered: false, reason }
    }
    if (outcome === 'kept') {
      // The limit is on all notes of a person, and a group's scope sees only its own.
      await deps.database.within(workspaceScope(workspaceId), (db) =>
        pruneNotes(db, workspaceId, owner.personId, MAX_NOTES),
      )
    }
    return { remembered: true, was_known: outcome === 'known' }
  },
})
