/** A message of a timeline, as far as it is exported. */
export type TimelineLine = {
  readonly id: string
  readonly author: { readonly id: string | null; readonly name: string }
  readonly sent_at: string
  readonly text: string
  /** What it continues after the corrections. */
  readonly links: readonly { readonly to: string; readonly probability: number }[]
  /** Users' corrections in effect. */
  readonly corrections: readonly unknown[]
}

/** A line of an annotated chat, as read-chats.ts reads it. */
export type AnnotatedLine = {
  readonly file: string
  readonly idx: number
  readonly time: string
  readonly author: string
  readonly kind: 'message'
  readonly text: string
  /** The message it continues; its own place if it starts a conversation. */
  readonly links: readonly [number]
  /** True if a person corrected what it continues. */
  readonly annotated: boolean
}

/** Converts the messages of a thread, in their order, page by page, to annotated lines. */
export function createAnnotator(thread: string): (message: TimelineLine) => AnnotatedLine {
  const places = new Map<string, number>()
  const nameOf = uniqueNames()
  return (message) => {
    const idx = places.size
    places.set(message.id, idx)
    const best = message.links.toSorted((a, b) => b.probability - a.probability)[0]
    const starts = 1 - message.links.reduce((sum, { probability }) => sum + probability, 0)
    const continued = best === undefined || best.probability < starts ? idx : places.get(best.to)
    return {
      file: thread,
      idx,
      time: message.sent_at,
      author: nameOf(message.author),
      kind: 'message',
      text: message.text,
      links: [continued ?? idx],
      annotated: message.corrections.length > 0,
    }
  }
}

/** In an annotated chat a name is a person: of two people with one name, the second has the id appended. */
function uniqueNames(): (author: TimelineLine['author']) => string {
  const names = new Map<string | null, string>()
  const taken = new Set<string>()
  return ({ id, name }) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const own = taken.has(name) ? `${name} (${id})` : name
    names.set(id, own)
    taken.add(own)
    return own
  }
}
