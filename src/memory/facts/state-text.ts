import type { FactLine, NamedPerson, StatedFact } from '../../domain/fact.ts'
import type { MessageId, PersonId } from '../../domain/ids.ts'
import { countMissingWords } from '../../text/facts/compare-facts.ts'
import { extractStatements } from './extract/extract-facts.ts'

/* A sentence that is entered as a fact, and not read from a message. */

export type EnteredText = {
  readonly text: string
  readonly saidBy: NamedPerson
  readonly saidAt: Date
}

/** With more words that a rule did not read, a sentence says more than its attribute and value. */
const MAX_UNREAD_WORDS = 2
const CONFIDENCE = 0.9

/**
 * The sentence as a statement of the person: with subject, attribute and value where the rules find exactly one fact in it
 * and read nearly all of it, otherwise as a note about its person. The sentence stays as it was written.
 */
export function stateText(entered: EnteredText, people: readonly NamedPerson[]): StatedFact {
  const [only, ...more] = extractStatements([lineOf(entered)], people)
  if (only === undefined || more.length > 0 || only.ends) return noteAbout(entered)
  if (countMissingWords(entered.text, only.text) > MAX_UNREAD_WORDS) return noteAbout(entered)
  return { ...only, text: entered.text, messageIds: [] }
}

/** The sentence as a note about its person; notes stand side by side. */
export function noteAbout({ text, saidBy, saidAt }: EnteredText): StatedFact {
  return {
    about: { kind: 'person', personId: saidBy.id as PersonId, name: saidBy.name },
    ...{ attribute: 'note', key: null, value: text, text },
    ...{ saidBy: saidBy.id, saidAt, validFrom: saidAt, validTo: null, ends: false },
    ...{ messageIds: [], confidence: CONFIDENCE },
  }
}

function lineOf({ text, saidBy, saidAt }: EnteredText): FactLine {
  return {
    messageId: 0 as MessageId,
    authorId: saidBy.id,
    authorName: saidBy.name,
    ...{ isBot: false, sentAt: saidAt, text, replyTo: null },
  }
}
