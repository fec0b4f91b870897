import type { LinkWindow, WindowMessage } from './link-window.ts'

/** What stands between the target and one earlier message, found in one walk back. */
export type Pair = {
  readonly candidate: WindowMessage
  /** Index of the candidate in the scene, and how many messages lie between: 0 for the newest. */
  readonly at: number
  readonly rank: number
  readonly minutes: number
  /** The longest silence on the way. */
  readonly longestGap: number
  /** How often the speaker changes on the way. */
  readonly turns: number
  readonly isSameAuthor: boolean
  /** Messages of the target's author, and of the candidate's, that came after the candidate. */
  readonly ownSince: number
  readonly authorSince: number
  /** The message right after, or right before it, is by the candidate's author too. */
  readonly isRunAfter: boolean
  readonly isRunBefore: boolean
  /** No newer message names the target's author. */
  readonly isLatestCall: boolean
  readonly likeness: WordSimilarity
  /** Similarity of the target with the messages of the candidate's author around the candidate. */
  likeAround: number
}

/** Words in common, rare ones counting more. */
type WordSimilarity = {
  readonly cosine: number
  readonly shared: number
  readonly rarest: number
  readonly share: number
}

const NOTHING_SHARED: WordSimilarity = { cosine: 0, shared: 0, rarest: 0, share: 0 }
/** The author's last few messages tell what they were on about. */
const OWN_MESSAGES = 3
/** How far around a candidate its author's other messages are taken for the same conversation. */
const AROUND = 6

/** Walks back from the target over the scene, newest first. */
export function walkBack(scene: LinkWindow): Pair[] {
  const { target, earlier } = scene
  const likenesses = likenessesOf(scene, dampingOf(scene))
  const pairs: Pair[] = []
  const since = scene.people.map(() => 0)
  let speaker = target.author
  let minute = target.minute
  let turns = 0
  let longestGap = 0
  let wasCalled = false
  for (let at = earlier.length - 1; at >= 0; at -= 1) {
    const candidate = earlier[at] as WindowMessage
    const { author } = candidate
    turns += author === speaker ? 0 : 1
    longestGap = Math.max(longestGap, minute - candidate.minute)
    const callsTarget = candidate.mentions.includes(target.author)
    pairs.push({
      candidate,
      at,
      rank: earlier.length - 1 - at,
      minutes: Math.max(0, target.minute - candidate.minute),
      longestGap,
      turns,
      isSameAuthor: author === target.author,
      ownSince: since[target.author] as number,
      authorSince: since[author] as number,
      isRunAfter: earlier[at + 1]?.author === author,
      isRunBefore: earlier[at - 1]?.author === author,
      isLatestCall: callsTarget && !wasCalled,
      likeness: likenesses.get(at) ?? NOTHING_SHARED,
      likeAround: 0,
    })
    since[author] = (since[author] as number) + 1
    wasCalled ||= callsTarget
    speaker = author
    minute = candidate.minute
  }
  for (const pair of pairs) if (pair.likeness.cosine > 0) spreadLikeness(pair, pairs)
  return pairs
}

/** Nearer than this anything may be continued. */
const NEAR = 12

/** Leaves out what is far back and has nothing to do with the target: half the rows, and none that counts. */
export function plausible(pairs: readonly Pair[], { target, people }: LinkWindow): Pair[] {
  return pairs.filter(({ rank, candidate, isSameAuthor, likeness }) => {
    const person = people[candidate.author]
    return (
      rank < NEAR ||
      isSameAuthor ||
      likeness.shared > 0 ||
      target.mentions.includes(candidate.author) ||
      candidate.mentions.includes(target.author) ||
      (person !== undefined && person.fromTarget + person.toTarget > 0)
    )
  })
}

/** Raises `likeAround` of a candidate and of its author's messages close to it; most candidates share no word. */
function spreadLikeness({ candidate, rank, likeness }: Pair, pairs: readonly Pair[]): void {
  const end = Math.min(pairs.length - 1, rank + AROUND)
  for (let i = Math.max(0, rank - AROUND); i <= end; i += 1) {
    const other = pairs[i] as Pair
    if (other.candidate.author !== candidate.author) continue
    other.likeAround = Math.max(other.likeAround, likeness.cosine)
  }
}

/** The last messages of the target's author, newest first. */
export function ownMessages({ target, earlier }: LinkWindow): WindowMessage[] {
  const own: WindowMessage[] = []
  for (let i = earlier.length - 1; i >= 0; i -= 1) {
    const heard = earlier[i] as WindowMessage
    if (heard.author === target.author) own.push(heard)
    if (own.length === OWN_MESSAGES) break
  }
  return own
}

/**
 * How much each of the target's words counts here: one that many of the last messages have is no subject, in any
 * language, however rare it is in the training chats.
 */
export function dampingOf({ wordHolders, earlier }: LinkWindow): number[] {
  const scale = Math.log(earlier.length + 10)
  return wordHolders.map(({ length }) => (length < 2 ? 1 : 1 - Math.log(length) / scale))
}

/** What earlier messages have in common with the target, by place; those that share no word are not in it. */
function likenessesOf(scene: LinkWindow, damp: readonly number[]): Map<number, WordSimilarity> {
  const { rarities, norm, total } = scene.target.reading
  const sums = new Map<number, { shared: number; rarest: number; squares: number; sum: number }>()
  for (const [i, holders] of scene.wordHolders.entries()) {
    const rarity = (rarities[i] ?? 0) * (damp[i] ?? 1)
    for (const at of holders) {
      const known = sums.get(at) ?? { shared: 0, rarest: 0, squares: 0, sum: 0 }
      known.shared += 1
      known.rarest = Math.max(known.rarest, rarity)
      known.squares += rarity * rarity
      known.sum += rarity
      sums.set(at, known)
    }
  }
  const likenesses = new Map<number, WordSimilarity>()
  for (const [at, { shared, rarest, squares, sum }] of sums) {
    const cosine = squares / (norm * (scene.earlier[at] as WindowMessage).reading.norm)
    likenesses.set(at, { cosine, shared, rarest, share: sum / total })
  }
  return likenesses
}

/** The largest likeness of a candidate with other messages of the target's author. */
export function likeOwn({ candidate }: Pair, own: readonly WindowMessage[]): number {
  let most = 0
  for (const message of own) {
    if (message !== candidate) most = Math.max(most, plainCosine(message, candidate))
  }
  return most
}

function plainCosine(a: WindowMessage, b: WindowMessage): number {
  const { words, rarities, norm } = a.reading
  const { wordSet } = b.reading
  let squares = 0
  // Plain loops: entries() makes an array for each word of each pair.
  for (let i = 0; i < words.length; i += 1) {
    if (wordSet.has(words[i] as string)) squares += (rarities[i] ?? 0) ** 2
  }
  return squares / (norm * b.reading.norm)
}
