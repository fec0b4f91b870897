import type { Random } from '../../test/chaos/seeded-random.ts'

/* Messages like those of a busy chat: a dozen words each, a few words very often and most of them
 * rarely, a dozen people, every seventh message a reply. */

export type BenchMessage = {
  readonly id: string
  readonly author: { readonly id: string; readonly name: string }
  readonly sent_at: string
  readonly text: string
  readonly reply_to?: string
}

export const PEOPLE_COUNT = 12
const VOCABULARY_SIZE = 5_000
const REPLY_SHARE = 0.15
const COMMON =
  'the to and a of in is it you that for on we was with be this have are not but at or if so can my just what do all they will there me from your one when like no get know time out up about'.split(
    ' ',
  )
const SYLLABLES =
  'ka lo mi ter ban ros ven ti du sha pel gor wen fri as ol um bri kle nor sta que zi hu jan'.split(
    ' ',
  )

/** Makes a chat's messages, batch after batch, in the order they were sent; never dated ahead of `now`. */
export function createChat(random: Random, now: number): { batch(size: number): BenchMessage[] } {
  const vocabulary = makeVocabulary(random)
  let sent = 0
  let clock = now - 300 * 24 * 3_600_000
  const message = (): BenchMessage => {
    sent += 1
    clock += random.chance(0.02) ? 1_800_000 : random.between(1_000, 60_000)
    const person = random.between(1, PEOPLE_COUNT)
    const parent = sent - random.between(1, 15)
    return {
      id: String(sent),
      author: { id: `u${person}`, name: `Person ${person}` },
      sent_at: new Date(clock).toISOString(),
      text: sentence(random, vocabulary),
      ...(parent > 0 && random.chance(REPLY_SHARE) ? { reply_to: String(parent) } : {}),
    }
  }
  return { batch: (size) => Array.from({ length: size }, message) }
}

function makeVocabulary(random: Random): string[] {
  const words = new Set(COMMON)
  const syllables = SYLLABLES as [string, ...string[]]
  while (words.size < VOCABULARY_SIZE) {
    words.add(Array.from({ length: random.between(2, 4) }, () => random.pick(syllables)).join(''))
  }
  return [...words]
}

function sentence(random: Random, vocabulary: readonly string[]): string {
  // Zipf's law: the word of rank r comes up in proportion to 1/r.
  const word = () => vocabulary[Math.floor(vocabulary.length ** random.next()) - 1]
  return Array.from({ length: random.between(4, 20) }, word).join(' ')
}
