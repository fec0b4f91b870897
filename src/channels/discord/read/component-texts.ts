/** More parts than Discord allows in a message. */
const MAX_PARTS = 500
const TEXT_DISPLAY = 10

/**
 * The texts among a message's components, which may be its only text. Components hold components; they are read without
 * recursion, so that no depth overflows the stack.
 */
export function componentTexts(components: unknown): string[] {
  const texts: string[] = []
  const waiting: unknown[] = [components]
  for (let n = 0; waiting.length > 0 && n < MAX_PARTS; n += 1) {
    const part = waiting.shift()
    if (Array.isArray(part)) waiting.unshift(...part.slice(0, MAX_PARTS))
    else if (typeof part === 'object' && part !== null) {
      const { type, content, components: inner } = part as Readonly<Record<string, unknown>>
      if (type === TEXT_DISPLAY && typeof content === 'string') texts.push(content)
      waiting.unshift(inner)
    }
  }
  return texts
}
