import { seededRandom } from '../../test/chaos/seeded-random.ts'
import type { PastSession } from './fill-sessions.ts'

/* Many sessions for measuring time: each is made of bullets and tags of two sessions of the labelled set,
 * so its words and its vector are those of real sentences, and many of a person's are near each other. */

const OLDEST_DAYS = 400

/** So many people with so many sessions each, of one seed. */
export function makeSessions(
  pool: readonly PastSession[],
  { people, each, seed }: { readonly people: number; readonly each: number; readonly seed: number },
): PastSession[] {
  const random = seededRandom(seed)
  const some = <T>(items: readonly T[], most: number): T[] => {
    const left = [...items]
    const count = Math.min(most, items.length)
    return Array.from({ length: count }, () =>
      left.splice(random.between(0, left.length - 1), 1),
    ).flat()
  }
  return Array.from({ length: people * each }, (_, i) => {
    const [one, other] = some(pool, 2) as [PastSession, PastSession]
    return {
      id: `made-${i}`,
      person: `person${i % people}`,
      daysAgo: random.between(0, OLDEST_DAYS),
      tags: [...new Set([...some(one.tags, 4), ...some(other.tags, 3)])],
      summary: [
        ...some(one.summary, random.between(2, 4)),
        ...some(other.summary, random.between(1, 3)),
      ],
    }
  })
}
