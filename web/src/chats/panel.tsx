import { type ReactNode, useId } from 'react'
import { Button } from '../parts/button.tsx'
import { common } from '../strings/common.ts'

/** The panel beside the timeline: search results or the context preview. */
export function Panel({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="chats-panel" aria-labelledby={id}>
      <header className="chats-panel-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" size="small" aria-label={common.close} onClick={onClose}>
          ✕
        </Button>
      </header>
      {children}
    </section>
  )
}
