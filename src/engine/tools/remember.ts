import { z } from 'zod'
import { factAskerOf, recordFacts } from './fact-asker.ts'
import { defineTool, textArg } from './tool.ts'

/** A longer text is a story, and no fact. */
export const MAX_REMEMBERED_LENGTH = 1_000

/** Stores a fact for the asker. */
export const remember = defineTool({
  name: 'remember',
  description:
    'Stores a fact, if the asker wants it remembered: in a group for the group, in private for them alone.',
  schema: z.strictObject({
    text: textArg(MAX_REMEMBERED_LENGTH).describe('A sentence that can be understood alone'),
  }),
  run: async (caller, { text }, { askerFacts }) => {
    const asker = factAskerOf(caller.question)
    const done =
      asker === null
        ? ({ outcome: 'opted-out' } as const)
        : await askerFacts.remember(asker, text, caller.question.askedAt)
    if (done.outcome === 'opted-out') {
      const reason = 'This person opted out of being remembered. Nothing was kept; tell them so.'
      return { remembered: false, reason }
    }
    recordFacts(caller, [{ id: done.id, messageIds: [] }])
    return {
      ...{ remembered: true, was_known: done.outcome === 'known', id: String(done.id) },
      ...(done.text === text ? {} : { stored_without_personal_data: done.text }),
    }
  },
})
