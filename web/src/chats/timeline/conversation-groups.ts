/* Groups messages into conversations, and gives each a colour.
 *
 * Union-find: a message joins the one it most likely continues, if the probability reaches the engine's threshold.
 * Pages are loaded in any order, so two groups may turn out to be one; then the larger keeps its colour, as more of
 * it is on the screen. If the link of a message has changed (correction, edit), all groups are rebuilt; the largest
 * part of each keeps its colour. */

/** The threshold of the engine (engine/link/closure.ts). */
export const MIN_LINK_PROBABILITY = 0.35
export const COLOURS = 8
/** Conversations within this many rows get different colours. */
const NEARBY_ROWS = 40

export type LinkedMessage = {
  readonly id: string
  readonly links: readonly { readonly to: string; readonly probability: number }[]
}

export type ConversationGroups = {
  /** Adds consecutive messages from this index on; known ones with their current links. */
  add(index: number, messages: readonly LinkedMessage[]): void
  /** Id of the conversation of a message; null if it is in none. */
  conversationOf(id: string): string | null
  /** 0 to 7; null if it is in no conversation. */
  colourOf(id: string): number | null
}

/** The message this one continues; null if it starts a conversation. */
export function parentOf({ links }: LinkedMessage): string | null {
  const [first, ...rest] = links
  if (first === undefined) return null
  const best = rest.reduce((a, b) => (b.probability > a.probability ? b : a), first)
  return best.probability >= MIN_LINK_PROBABILITY ? best.to : null
}

/** No messages yet. */
export function createConversationGroups(): ConversationGroups {
  const setParent = new Map<string, string>()
  const sizes = new Map<string, number>()
  const colours = new Map<string, number>()
  const idAt = new Map<number, string>()
  const parents = new Map<string, string | null>()

  const rootOf = (id: string): string => {
    let root = id
    for (let next = setParent.get(root); next !== undefined; next = setParent.get(root)) root = next
    for (let at = id; at !== root; ) {
      const next = setParent.get(at) ?? root
      setParent.set(at, root)
      at = next
    }
    return root
  }
  const join = (a: string, b: string) => {
    const [one, other] = [rootOf(a), rootOf(b)]
    if (one === other) return
    const [sizeOne, sizeOther] = [sizes.get(one) ?? 1, sizes.get(other) ?? 1]
    const [larger, smaller] = sizeOne >= sizeOther ? [one, other] : [other, one]
    setParent.set(smaller, larger)
    sizes.set(larger, sizeOne + sizeOther)
    const colour = colours.get(larger) ?? colours.get(smaller)
    if (colour !== undefined) colours.set(larger, colour)
  }
  const paint = (index: number, id: string) => {
    const root = rootOf(id)
    if ((sizes.get(root) ?? 1) < 2 || colours.has(root)) return
    const near = Array.from({ length: COLOURS }, () => NEARBY_ROWS + 1)
    for (let step = 1; step <= NEARBY_ROWS; step += 1) {
      for (const at of [index - step, index + step]) {
        const other = idAt.get(at)
        const colour = other === undefined ? undefined : colours.get(rootOf(other))
        if (colour !== undefined) near[colour] = Math.min(near[colour] ?? step, step)
      }
    }
    colours.set(root, near.indexOf(Math.max(...near)))
  }
  /** Rebuilds all groups. The largest part of each coloured conversation keeps its colour. */
  const rebuild = () => {
    const before = new Map([...parents.keys()].map((id) => [id, rootOf(id)]))
    const oldColours = new Map(colours)
    for (const map of [setParent, sizes, colours]) map.clear()
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
      const colour = oldColours.get(old)
      if (colour === undefined || taken.has(old) || colours.has(root)) continue
      taken.add(old)
      if ((sizes.get(root) ?? 1) > 1) colours.set(root, colour)
    }
  }
  return {
    add: (index, messages) => {
      let hasMoved = false
      for (const [i, message] of messages.entries()) {
        idAt.set(index + i, message.id)
        const [known, parent] = [parents.get(message.id), parentOf(message)]
        parents.set(message.id, parent)
        hasMoved ||= known !== undefined && known !== parent
        if (parent !== null && !hasMoved) join(parent, message.id)
      }
      if (hasMoved) rebuild()
      const toPaint = hasMoved ? [...idAt] : messages.map(({ id }, i) => [index + i, id] as const)
      for (const [at, id] of toPaint) paint(at, id)
    },
    conversationOf: (id) => {
      const root = rootOf(id)
      return (sizes.get(root) ?? 1) < 2 ? null : root
    },
    colourOf: (id) => colours.get(rootOf(id)) ?? null,
  }
}
