/* The ids seen so far, in bounded memory: a Bloom filter of 32 MB. At ten million messages it has one false
 * positive in two hundred, so an id that is counted as missing is missing. */

const BITS = 28
const MASK = 2 ** BITS - 1

/** Ids that were seen: `has` may give a rare false positive, and never a false negative. */
type SeenIds = { add(id: string): void; has(id: string): boolean }

/** An empty one. */
export function createSeenIds(): SeenIds {
  const bits = new Uint8Array(2 ** BITS / 8)
  const places = (id: string): readonly [number, number] => {
    // FNV-1a from two starting points.
    let one = 0x811c9dc5
    let other = 0x01000193
    for (let i = 0; i < id.length; i += 1) {
      const code = id.charCodeAt(i)
      one = Math.imul(one ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
    }
    return [(one ^ (one >>> 15)) & MASK, (other ^ (other >>> 16)) & MASK]
  }
  return {
    add: (id) => {
      for (const at of places(id)) bits[at >>> 3] = (bits[at >>> 3] as number) | (1 << (at & 7))
    },
    has: (id) => places(id).every((at) => ((bits[at >>> 3] as number) & (1 << (at & 7))) !== 0),
  }
}
