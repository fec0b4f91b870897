import { findByWords } from '../../db/find-messages.ts'
import type { Source } from './source.ts'

const LIMIT = 20
/** A query of ten thousand words is about its first ones, and must not cost a scan for each. */
const MAX_WORDS = 32

/** Messages of this chat that hold the question's words. A bare tag has none to search by. */
export const wordsSource: Source = {
  name: 'words',
  find: async (db, { place, question, keywords, isBareTag }) => {
    if (isBareTag) return []
    const matches = await findByWords(db, place, keywords.slice(0, MAX_WORDS), LIMIT)
    const best = matches[0]?.rank ?? 1
    return matches
      .filter(({ message }) => message.sentAt <= question.askedAt)
      .map(({ message, rank }) => ({
        message,
        finding: { by: 'words', weight: rank / best, reason: 'holds words of the question' },
      }))
  },
}
