/* Which messages are one conversation, and in which colour.
 *
 * A message joins the one it most likely continues, if that is likely enough for the engine; what hangs
 * together so is a conversation. Pages come in any order, so conversations may turn out to be one: then the
 * larger keeps its colour, for it is what people have been looking at. */

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
  /** Takes in messages that follow each other from this place on; known ones are passed over. */
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
  return {
    add: (index, messages) => {
      for (const [i, message] of messages.entries()) {
        places.set(index + i, message.id)
        const parent = parentOf(message)
        if (parent !== null) join(parent, message.id)
      }
      for (const [i, { id }] of messages.entries()) paint(index + i, id)
    },
    conversationOf: (id) => {
      const root = rootOf(id)
      return (sizes.get(root) ?? 1) < 2 ? null : root
    },
    colourOf: (id) => colours.get(rootOf(id)) ?? null,
  }
}
