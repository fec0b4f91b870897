import type { ReactNode } from 'react'
import { UserText } from './user-text.tsx'

/** A text with search matches marked. Ranges are sorted and do not overlap. */
export function Marked({
  text,
  ranges,
}: {
  text: string
  ranges: readonly (readonly [number, number])[]
}) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of ranges) {
    if (from < at || to <= from) continue
    if (from > at) parts.push(<UserText key={at} inline text={text.slice(at, from)} />)
    parts.push(
      <mark key={from}>
        <UserText inline text={text.slice(from, to)} />
      </mark>,
    )
    at = to
  }
  parts.push(<UserText key={at} inline text={text.slice(at)} />)
  return <span dir="auto">{parts}</span>
}
