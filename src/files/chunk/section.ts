/** A stretch of a text that belongs together, and where it stands in the document. */
export type Section = {
  readonly start: number
  readonly end: number
  /** The headings above it, outermost first. */
  readonly path: readonly string[]
  /** Prepended to each chunk made of it: the header of a table. */
  readonly header?: string
}

const BETWEEN = ' › '
const MAX_HEADING = 300

/** A path as it is displayed: "Setup › Docker". Several below one parent: "Setup › Docker, Podman". */
export function headingOf(paths: readonly (readonly string[])[]): string {
  const [first = [], ...rest] = paths
  const isShared = (i: number) => rest.every((path) => path[i] === first[i])
  const differs = first.findIndex((_, i) => !isShared(i))
  const shared = differs < 0 ? first : first.slice(0, differs)
  const names = new Set(
    paths.map((path) => path.slice(shared.length).join(BETWEEN)).filter((name) => name !== ''),
  )
  const heading = [...shared, ...(names.size === 0 ? [] : [[...names].join(', ')])].join(BETWEEN)
  return heading.length > MAX_HEADING ? `${heading.slice(0, MAX_HEADING).toWellFormed()}…` : heading
}

/** True if both stand in the same place of the document. */
export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i])
}
