/** Events of platforms are far flatter. */
const MAX_PAYLOAD_DEPTH = 64

/** True for a value that is nested deeper than any event: handling it could exhaust the stack. */
export function isTooDeep(value: unknown): boolean {
  return depthOf(value, 0) > MAX_PAYLOAD_DEPTH
}

/** How deep a value is nested, looking no further than is allowed. */
function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > MAX_PAYLOAD_DEPTH) return depth
  return Object.values(value).reduce<number>((most, one) => {
    return Math.max(most, depthOf(one, depth + 1))
  }, depth)
}
