import { type ReactNode, useId } from 'react'
import { Button } from '../parts/button.tsx'
import { common } from '../strings/common.ts'

/** What lies beside the messages: what was found, or what the bot would look at. */
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
