import { useMemo, useState } from 'react'
import { formatBytes } from '../lib/format.ts'
import { type TextPart, visibleParts } from '../lib/visible-text.ts'
import { common } from '../strings/common.ts'

/** Longer texts are truncated until expanded: a line of 100 kB makes the page slow. */
const MAX_SHOWN = 4_000

/** Untrusted text, rendered as text only; invisible characters are escaped. */
export function UserText({
  text,
  inline = false,
  hasLinks = true,
}: {
  text: string
  inline?: boolean
  /** False in links and code. */
  hasLinks?: boolean
}) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > MAX_SHOWN
  const shown = isLong && !isWhole ? text.slice(0, MAX_SHOWN) : text
  const parts = useMemo(() => visibleParts(shown), [shown])
  const Tag = inline ? 'span' : 'div'
  return (
    <Tag className={inline ? 'user-text user-text-inline' : 'user-text'} dir="auto">
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        <Part key={i} part={part} hasLinks={hasLinks} />
      ))}
      {isLong && (
        <button type="button" className="link-button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? common.close : `… ${common.more} (${formatBytes(text.length)})`}
        </button>
      )}
    </Tag>
  )
}

function Part({ part, hasLinks }: { part: TextPart; hasLinks: boolean }) {
  if (part.kind === 'text' || (part.kind === 'link' && !hasLinks)) return part.text
  if (part.kind === 'escape') {
    return (
      <span className="user-text-escape" title={common.invisible(part.text)}>
        {part.text}
      </span>
    )
  }
  return (
    <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
      {part.text}
    </a>
  )
}
