import type { LinkWindow, WindowMessage } from './link-window.ts'
import type { Pair } from './pairs.ts'
import { BIT } from './shape.ts'
import { log } from './target-features.ts'

/* What a candidate's conversation looks like when the target arrives.
 *
 * A message joins a conversation, not a single message: "10 each" fits the collection for the teacher, not the
 * line above it. The conversation of a candidate is known softly, from the draft links of the earlier messages:
 * together(k, j) is how surely j belongs with candidate k (closure.ts). Every number below is a sum, mean or
 * maximum over the earlier messages with that weight. */

/** The conversations so far, as a target finds them. */
export type ConversationView = {
  readonly scene: LinkWindow
  /** The earlier messages of the window, oldest first: the first one's place in the scene, and how many. */
  readonly first: number
  readonly count: number
  /** How surely each of them belongs with each; row by row, square. */
  readonly together: Float32Array
  /** Of each with the target by rare words; 0 beyond the window. */
  readonly wordSimilarity: Float32Array
  /** Drafted links to each, summed; and those from messages of the target's author. */
  readonly answered: Float32Array
  readonly answeredByAuthor: Float32Array
  /** How much each of the target's words counts here. */
  readonly wordWeights: readonly number[]
}

/** The draft of a candidate: its logit against starting a conversation, its probability, and its conversation's. */
type Drafted = {
  readonly logit: number
  readonly probability: number
  readonly conversation: number
}

const RECENT = 12
/** A message with a higher weight counts as a member where a single one is asked for. */
const MEMBER = 0.5
/** Messages until an older member counts 1/e of a new one in the mean of meaning. */
const MEANING_LIFE = 8

export const CONVERSATION_FEATURES = [
  'draft.logit',
  'draft.probability',
  'draft.conversation',
  'conv.size',
  'conv.people',
  'conv.author',
  'conv.authorShare',
  'conv.named',
  'conv.words',
  'conv.rarest',
  'conv.wordsMost',
  'conv.meaningMean',
  'conv.meaningRecent',
  'conv.meaningMost',
  'conv.meaningCosine',
  'conv.spellingMean',
  'conv.spellingCosine',
  'conv.newest',
  'conv.second',
  'conv.ownLast',
  'conv.recent',
  'conv.minutesSince',
  'conv.ranksSince',
  'conv.sinceByPace',
  'conv.pace',
  'conv.age',
  'conv.lastAsks',
  'conv.lastThanks',
  'conv.lastOwn',
  'conv.lastIsCandidate',
  'conv.openQuestion',
  'conv.after',
  'conv.answered',
  'conv.answeredByAuthor',
] as const

export const SELF_CONVERSATION_FEATURES = [
  'self.draft',
  'self.words',
  'self.meaning',
  'self.meaningOwn',
  'self.conversation',
  'self.entropy',
] as const

/** The numbers of one candidate's conversation; `words` and `meaning` are wanted for the self row too. */
export function conversationNumbers(
  pair: Pair,
  drafted: Drafted,
  view: ConversationView,
): { readonly values: readonly number[]; readonly words: number; readonly meaning: number } {
  const { scene, together, first: base, count: n } = view
  const { target, earlier, meaning: similar } = scene
  const candidate = pair.at - base
  const row = candidate * n
  let size = 0
  let author = 0
  let authorSum = 0
  let named = 0
  let wordsMost = 0
  let meaningSum = 0
  let recentSum = 0
  let recentWeight = 0
  let meaningMost = 0
  let meaningCosine = 0
  let spellingSum = 0
  let spellingCosine = 0
  let recent = 0
  let last = candidate
  let first = candidate
  let after = 0
  let open = 0
  const people = new Map<number, number>()
  for (let j = 0; j < n; j += 1) {
    const weight = together[row + j] as number
    if (weight < 0.01) continue
    const other = earlier[base + j] as WindowMessage
    size += weight
    people.set(other.author, Math.max(people.get(other.author) ?? 0, weight))
    if (other.author === target.author) {
      author = Math.max(author, weight)
      authorSum += weight
    }
    wordsMost = Math.max(wordsMost, weight * (view.wordSimilarity[j] as number))
    const meaning = similar.deviations[base + j] as number
    meaningSum += weight * meaning
    const fresh = weight * Math.exp((j - n) / MEANING_LIFE)
    recentSum += fresh * meaning
    recentWeight += fresh
    meaningMost = Math.max(meaningMost, weight * meaning)
    meaningCosine = Math.max(meaningCosine, weight * (scene.meaning.cosines[base + j] as number))
    spellingSum += weight * (scene.spelling.deviations[base + j] as number)
    spellingCosine = Math.max(spellingCosine, weight * (scene.spelling.cosines[base + j] as number))
    if (j >= n - RECENT) recent += weight
    if (weight > MEMBER) {
      last = Math.max(last, j)
      first = Math.min(first, j)
    }
    if (j > candidate) after = Math.max(after, weight)
    const isOpen =
      (other.reading.shape & BIT.question) > 0 &&
      other.author !== target.author &&
      (view.answered[j] as number) < 0.5
    if (isOpen) open = Math.max(open, weight)
  }
  for (const who of target.mentions) named = Math.max(named, people.get(who) ?? 0)
  const words = wordsIn(view, row)
  const lastMember = earlier[base + last] as WindowMessage
  const minutesSince = Math.max(0, target.minute - lastMember.minute)
  const age = Math.max(0, lastMember.minute - (earlier[base + first] as WindowMessage).minute)
  const pace = age / Math.max(1, size - 1)
  const ownLast = (scene.people[target.author]?.last ?? -1) - base
  const meaningRecent = recentWeight === 0 ? 0 : recentSum / recentWeight
  const values = [
    drafted.logit,
    drafted.probability,
    drafted.conversation,
    log(size),
    log([...people.values()].reduce((a, b) => a + b, 0)),
    author,
    authorSum / size,
    named,
    words.share,
    words.rarest / 10,
    wordsMost,
    meaningSum / size,
    meaningRecent,
    meaningMost,
    meaningCosine,
    spellingSum / size,
    spellingCosine,
    together[row + n - 1] as number,
    n > 1 ? (together[row + n - 2] as number) : 0,
    ownLast < 0 ? 0 : (together[row + ownLast] as number),
    recent / Math.min(RECENT, n),
    log(minutesSince),
    log(n - 1 - last),
    Math.log((minutesSince + 1) / (pace + 1)),
    log(pace),
    log(age),
    Number((lastMember.reading.shape & BIT.question) > 0 && lastMember.author !== target.author),
    Number((lastMember.reading.shape & (BIT.thanks | BIT.takesNote)) > 0),
    Number(lastMember.author === target.author),
    Number(last === candidate),
    open,
    after,
    log(view.answered[candidate] as number),
    Math.min(1, view.answeredByAuthor[candidate] as number),
  ]
  return { values, words: words.share, meaning: meaningRecent }
}

/** How many of the target's words the conversation has, rare ones counting more, and the rarest of them. */
function wordsIn({ scene, together, first, wordWeights }: ConversationView, row: number) {
  let [sum, total, rarest] = [0, 0, 0]
  for (const [w, holders] of scene.wordHolders.entries()) {
    const weight = wordWeights[w] as number
    let most = 0
    for (const place of holders) {
      if (place >= first) most = Math.max(most, together[row + place - first] as number)
    }
    sum += weight * most
    total += weight
    rarest = Math.max(rarest, weight * most)
  }
  return { share: total === 0 ? 0 : sum / total, rarest }
}
