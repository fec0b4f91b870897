/* Which messages are one conversation, and in which colour.
 *
 * A message joins the one it most likely continues, if that is likely enough for the engine; what hangs
 * together so is a conversation. Pages come in any order, so conversations may turn out to be one: then the
 * larger keeps its colour, for it is what people have been looking at. A message that continues another one
 * than before (corrected, edited) has everything joined again; the larger part keeps the colour. */

/** The engine's own: below this a message counts as part of another conversation (engine/link/closure.ts). */
export const CONTINUES = 0.35
export const COLOURS = 8
/** So near, two conversations should not share a colour. */
const NEAR = 40

export type Linked = {
  readonly id: string
  readonly links: readonly { readonly to: string; readonly probability: number }[]
}

export type Braid = {
  /** Adds messages that follow each other from this place on; known ones with what they continue now. */
  add(index: number, messages: readonly Linked[]): void
  /** A name for the conversation a message is in; null for one that stands alone. */
  conversationOf(id: string): string | null
  /** 0 to 7; null for one that stands alone. */
  colourOf(id: string): number | null
}

/** The message this one continues; null if it starts anew. */
export function parentOf({ links }: Linked): string | null {
  const [first, ...rest] = links
  if (first === undefined) return null
  const best = rest.reduce((a, b) => (b.probability > a.probability ? b : a), first)
  return best.probability >= CONTINUES ? best.to : null
}

/** An empty one. */
export function createBraid(): Braid {
  const above = new Map<string, string>()
  const sizes = new Map<string, number>()
  const colours = new Map<string, number>()
  const places = new Map<number, string>()
  const parents = new Map<string, string | null>()

  const rootOf = (id: string): string => {
    let root = id
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next
    for (let at = id; at !== root; ) {
      const next = above.get(at) ?? root
      above.set(at, root)
      at = next
    }
    return root
  }
  const join = (a: string, b: string) => {
    const [one, other] = [rootOf(a), rootOf(b)]
    if (one === other) return
    const [sizeOne, sizeOther] = [sizes.get(one) ?? 1, sizes.get(other) ?? 1]
    const [kept, lost] = sizeOne >= sizeOther ? [one, other] : [other, one]
    above.set(lost, kept)
    sizes.set(kept, sizeOne + sizeOther)
    const colour = colours.get(kept) ?? colours.get(lost)
    if (colour !== undefined) colours.set(kept, colour)
  }
  const paint = (index: number, id: string) => {
    const root = rootOf(id)
    if ((sizes.get(root) ?? 1) < 2 || colours.has(root)) return
    const near = Array.from({ length: COLOURS }, () => NEAR + 1)
    for (let step = 1; step <= NEAR; step += 1) {
      for (const at of [index - step, index + step]) {
        const other = places.get(at)
        const colour = other === undefined ? undefined : colours.get(rootOf(other))
        if (colour !== undefined) near[colour] = Math.min(near[colour] ?? step, step)
      }
    }
    colours.set(root, near.indexOf(Math.max(...near)))
  }
  /** Joins everything again. Of each conversation that had a colour, the largest part keeps it. */
  const rebuild = () => {
    const before = new Map([...parents.keys()].map((id) => [id, rootOf(id)]))
    const had = new Map(colours)
    for (const map of [above, sizes, colours]) map.clear()
    for (const [id, parent] of parents) if (parent !== null) join(parent, id)
    const parts = new Map<string, { old: string; root: string; size: number }>()
    for (const [id, old] of before) {
      const root = rootOf(id)
      const part = parts.get(`${old} ${root}`) ?? { old, root, size: 0 }
      part.size += 1
      parts.set(`${old} ${root}`, part)
    }
    const taken = new Set<string>()
    for (const { old, root } of [...parts.values()].toSorted((a, b) => b.size - a.size)) {
      const colour = had.get(old)
      if (colour === undefined || taken.has(old) || colours.has(root)) continue
      taken.add(old)
      if ((sizes.get(root) ?? 1) > 1) colours.set(root, colour)
    }
  }
  return {
    add: (index, messages) => {
      let isMoved = false
      for (const [i, message] of messages.entries()) {
        places.set(index + i, message.id)
        const [known, parent] = [parents.get(message.id), parentOf(message)]
        parents.set(message.id, parent)
        isMoved ||= known !== undefined && known !== parent
        if (parent !== null && !isMoved) join(parent, message.id)
      }
      if (isMoved) rebuild()
      const painted = isMoved ? [...places] : messages.map(({ id }, i) => [index + i, id] as const)
      for (const [at, id] of painted) paint(at, id)
    },
    conversationOf: (id) => {
      const root = rootOf(id)
      return (sizes.get(root) ?? 1) < 2 ? null : root
    },
    colourOf: (id) => colours.get(rootOf(id)) ?? null,
  }
}
