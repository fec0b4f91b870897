import type { MessageId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import { closeRows, type IndexedLinks } from './closure.ts'
import {
  CONVERSATION_FEATURES,
  type ConversationView,
  conversationNumbers,
  SELF_CONVERSATION_FEATURES,
} from './features/conversation-features.ts'
import { FEATURE_COUNT, FEATURE_NAMES } from './features/features.ts'
import { dampingOf, type Pair } from './features/pairs.ts'
import { WINDOW } from './features/similarity.ts'
import type { LinkDraft } from './link-draft.ts'

/** What the first look gave a message: an earlier message it may continue, and how likely. */
export type DraftLink = { readonly to: MessageId; readonly probability: number }
/** The drafts of an earlier message. */
export type DraftsOf = (message: Message) => readonly DraftLink[]

export const FINAL_FEATURE_NAMES: readonly string[] = [
  ...FEATURE_NAMES,
  ...CONVERSATION_FEATURES,
  ...SELF_CONVERSATION_FEATURES,
]
export const FINAL_FEATURE_COUNT = FINAL_FEATURE_NAMES.length

/** Candidates that are looked at again, and the least draft probability of one. */
export const MAX_CANDIDATES = 8
const MIN_DRAFT = 0.01
/** A less likely link is dropped. Set by bench/lookback. */
const MIN_PROBABILITY = 0.02

/** The likeliest candidates of a draft, newest first; the last probability is of none of them. */
export function likeliestRows(probabilities: Float64Array): number[] {
  const rows: number[] = []
  for (let i = 0; i < probabilities.length - 1; i += 1) {
    if ((probabilities[i] as number) >= MIN_DRAFT) rows.push(i)
  }
  if (rows.length <= MAX_CANDIDATES) return rows
  const byProbability = rows.toSorted(
    (a, b) => (probabilities[b] as number) - (probabilities[a] as number),
  )
  return byProbability.slice(0, MAX_CANDIDATES).sort((a, b) => a - b)
}

/** Probabilities without the unlikely ones, whose share goes to the others; the last one is left out. */
export function withoutUnlikely(probabilities: Float64Array): number[] {
  const likely: number[] = []
  let kept = 0
  for (let i = 0; i < probabilities.length - 1; i += 1) {
    const probability = probabilities[i] as number
    likely.push(probability >= MIN_PROBABILITY ? probability : 0)
    kept += likely[i] as number
  }
  const wanted = 1 - (probabilities.at(-1) as number)
  return likely.map((p) => (kept === 0 ? 0 : (p * wanted) / kept))
}

/** Writes a row for each of the draft's likeliest candidates, and the self row last. */
export function fillFinalRows(
  draft: LinkDraft,
  before: readonly Message[],
  draftsOf: DraftsOf,
  out: Float32Array,
): void {
  const view = viewOf(draft, before, draftsOf)
  const n = view.count
  const { pairs, scores, probabilities, likeliest, scene } = draft
  const links = withoutUnlikely(
    Float64Array.from([...likeliest, pairs.length], (i) => probabilities[i] as number),
  )
  const selfScore = scores[pairs.length] as number
  const ownLast = scene.people[scene.target.author]?.last ?? -1
  let [words, meaning, meaningOwn, conversation] = [0, -3, 0, 0]
  for (const [row, i] of likeliest.entries()) {
    const pair = pairs[i] as Pair
    const at = row * FINAL_FEATURE_COUNT
    out.set(draft.rows[row] as Float32Array, at)
    let mass = 0
    for (const [k, p] of links.entries()) {
      const other = (pairs[likeliest[k] as number] as Pair).at - view.first
      mass += p * (view.together[(pair.at - view.first) * n + other] as number)
    }
    const drafted = {
      logit: (scores[i] as number) - selfScore,
      probability: probabilities[i] as number,
      conversation: mass,
    }
    const numbers = conversationNumbers(pair, drafted, view)
    out.set(numbers.values, at + FEATURE_COUNT)
    words = Math.max(words, numbers.words)
    meaning = Math.max(meaning, numbers.meaning)
    if (pair.at === ownLast) meaningOwn = numbers.meaning
    conversation = Math.max(conversation, mass)
  }
  const self = likeliest.length * FINAL_FEATURE_COUNT
  out.set(draft.rows[likeliest.length] as Float32Array, self)
  out.set(
    [
      probabilities[pairs.length] as number,
      words,
      meaning,
      meaningOwn,
      conversation,
      entropyOf(probabilities),
    ],
    self + FEATURE_COUNT + CONVERSATION_FEATURES.length,
  )
}

/** Reused for each message: 40 KB that are read at once and not kept. */
const closed = new Float32Array(WINDOW * WINDOW)

/** What the drafts of the earlier messages say of the conversations so far; valid until the next call. */
function viewOf(
  { scene, window }: LinkDraft,
  before: readonly Message[],
  draftsOf: DraftsOf,
): ConversationView {
  const count = Math.min(WINDOW, scene.earlier.length)
  const first = scene.earlier.length - count
  const links = indexDrafts(before.slice(before.length - count), draftsOf)
  const answered = new Float32Array(count)
  const answeredByAuthor = new Float32Array(count)
  for (let i = 0; i < count; i += 1) {
    const isByAuthor = scene.earlier[first + i]?.author === scene.target.author
    for (let s = links.starts[i] as number; s < (links.starts[i + 1] as number); s += 1) {
      const k = links.to[s] as number
      const probability = links.probabilities[s] as number
      answered[k] = (answered[k] as number) + probability
      if (isByAuthor) answeredByAuthor[k] = (answeredByAuthor[k] as number) + probability
    }
  }
  const wordSimilarity = new Float32Array(count)
  for (const pair of window) wordSimilarity[pair.at - first] = pair.likeness.cosine
  const damp = dampingOf(scene)
  const { rarities } = scene.target.reading
  const together = closed.subarray(0, count * count).fill(0)
  closeRows(links, together)
  return {
    scene,
    first,
    count,
    together,
    wordSimilarity,
    answered,
    answeredByAuthor,
    wordWeights: rarities.map((rarity, i) => rarity * (damp[i] ?? 1)),
  }
}

/** The drafts of some messages as links by index. */
function indexDrafts(messages: readonly Message[], draftsOf: DraftsOf): IndexedLinks {
  const indexOf = new Map<MessageId, number>()
  const [starts, to, probabilities] = [[0], [] as number[], [] as number[]]
  for (const [i, message] of messages.entries()) {
    const start = to.length
    for (const draft of draftsOf(message)) {
      const k = indexOf.get(draft.to)
      if (k === undefined) continue
      // Stored drafts come in any order, and sums must not depend on it: inserted, the oldest first.
      let at = to.length
      for (; at > start && (to[at - 1] as number) > k; at -= 1) {
        to[at] = to[at - 1] as number
        probabilities[at] = probabilities[at - 1] as number
      }
      to[at] = k
      probabilities[at] = draft.probability
    }
    starts.push(to.length)
    indexOf.set(message.id, i)
  }
  return { starts, to, probabilities }
}

function entropyOf(probabilities: Float64Array): number {
  let sum = 0
  for (let i = 0; i < probabilities.length; i += 1) {
    const p = probabilities[i] as number
    if (p > 0) sum -= p * Math.log(p)
  }
  return sum
}
