import type { VectorQuery } from '../../src/db/search/find-similar.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import { personMemory } from '../../src/domain/memory.ts'
import { type Question, shownTo, withoutMentions } from '../../src/domain/question.ts'
import type { RecallSearch, Steps } from '../../src/engine/recall/source.ts'
import { readQuery } from '../../src/text/query/read-query.ts'

/** A question of one person without a chat, as recall hands it to its sources. */
export function searchFor(
  personId: PersonId,
  text: string,
  { vector, askedAt }: { readonly vector: VectorQuery | null; readonly askedAt: Date },
): RecallSearch {
  const question: Question = {
    workspaceId: DEFAULT_WORKSPACE,
    chat: null,
    personId,
    memory: personMemory(personId),
    isTopicUnsure: false,
    askerName: null,
    text,
    searchText: null,
    messageId: null,
    replyTo: null,
    quote: null,
    askedAt,
    isNow: true,
    budgetTokens: 3_000,
    seesSharedFiles: true,
  }
  return {
    question,
    query: readQuery(withoutMentions(text)),
    shown: shownTo(question),
    vector,
    // Of other sources: this one takes no steps of other rooms.
    steps: {} as Steps,
    onCounted: () => undefined,
    onMissing: () => undefined,
  }
}
