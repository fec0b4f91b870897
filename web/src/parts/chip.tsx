import type { ReactNode } from 'react'

/** A short label: a tag or a state. */
export function Chip({
  children,
  tone = 'plain',
  title,
}: {
  children: ReactNode
  tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'danger'
  title?: string
}) {
  return (
    <span className={`chip chip-${tone}`} title={title}>
      {children}
    </span>
  )
}
