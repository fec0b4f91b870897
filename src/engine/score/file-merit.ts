import type { AskedSubject, Corpus, DocumentCandidate } from '../../domain/ranking.ts'
import { rarity } from './bm25.ts'

/* Is a chunk of a workspace's file about what is asked in a group?
 *
 * The files of the workspace are searched for every question of every chat, and among thousands of chunks some have a
 * word of any question: "rules", "keep", "saved". A chunk is about the question if it has half of what the question is
 * about, a rare word counting more, or if it means the same. A question that leans on the conversation
 * ("can we keep it?") says too little of its subject for one word.
 *
 * Measured with docs/decisions as workspace files: of the 65 mentions with content in the first 36 chats of chats dev, 64
 * got chunks before and none does now; of 12 questions about the documents 10 do, and the two in other languages do
 * not. What is left: a question made of the files' own words ("is there a limit per person at the pool?"). */

/** The least share of the question's words, by rarity; among few chunks hardly one matches by chance. */
const MIN_SHARE = { few: 0.3, many: 0.5 } as const
const FEW_CHUNKS = 20
/** A chunk this similar means the same, whatever its words. */
const SAME_MEANING = 0.6
/** The least share where the meaning is near too. */
const NEAR = { similarity: 0.45, share: 0.35 } as const
/** Few files say little about how rare a word is: no word weighs less than this. */
const MIN_WEIGHT_OF_WORD = 1
const MIN_WORDS_IF_LEANING = 2

/** A word as the files spell it is a guess: "flour" is in no file and may be read as "flow". */
const TRUST_IN_CORRECTED = 0.5

/** Whether a chunk, given as its words and its similarity to the question, is about the question's subject. */
export function isAbout(
  { terms, corrected, leansOnConversation }: AskedSubject,
  chunk: DocumentCandidate,
  corpus: Corpus,
): boolean {
  const similarity = chunk.similarity ?? 0
  if (similarity >= SAME_MEANING) return true
  const held = terms.filter((term) => chunk.bag.frequencies.has(term))
  if (leansOnConversation && held.length < MIN_WORDS_IF_LEANING) return false
  const trusted = (term: string) => (corrected.has(term) ? TRUST_IN_CORRECTED : 1)
  const all = terms.reduce((sum, term) => sum + weightOfWord(term, corpus), 0)
  const ours = held.reduce((sum, term) => sum + trusted(term) * weightOfWord(term, corpus), 0)
  if (held.length === 0) return false
  const least = corpus.size <= FEW_CHUNKS ? MIN_SHARE.few : MIN_SHARE.many
  return ours >= (similarity >= NEAR.similarity ? NEAR.share : least) * all
}

/**
 * A word that is in no file weighs as much as one that is in a single chunk. Squared, as in a cosine: "last" and "time"
 * together weigh less than "paid".
 */
function weightOfWord(term: string, { size, averageLength, documentFrequencies }: Corpus): number {
  const count = Math.max(1, documentFrequencies.get(term) ?? 0)
  const known = { size, averageLength, documentFrequencies: new Map([[term, count]]) }
  return Math.max(MIN_WEIGHT_OF_WORD, rarity(term, known)) ** 2
}
