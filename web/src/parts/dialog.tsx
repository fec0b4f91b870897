import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Problem } from '../lib/api.ts'
import { common } from '../strings/common.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Failure } from './notice.tsx'

/** A modal dialog. The browser traps the focus, closes it on Escape and restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
  side = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** A drawer at the side instead of a centred dialog. */
  side?: boolean
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closing it on unmount must not call onClose.
  const isUnmounting = useRef(false)
  useEffect(() => {
    const dialog = ref.current
    isUnmounting.current = false
    dialog?.showModal()
    // Focus the first input, not the close button.
    dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      isUnmounting.current = true
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={side ? 'dialog dialog-side' : 'dialog'}
      aria-labelledby={id}
      onClose={() => {
        if (!isUnmounting.current) onClose()
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" size="small" onClick={onClose} aria-label={common.close}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  )
}

/** Confirms an action that cannot be undone; `typed` is the text the user must enter, if any. */
export function Confirm({
  title,
  children,
  action,
  typed = null,
  isBusy,
  problem,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  action: string
  typed?: { readonly label: string; readonly text: string } | null
  isBusy: boolean
  problem: Problem | null
  onConfirm: () => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const isReady = typed === null || text.trim() === typed.text
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onConfirm()
        }}
      >
        <div>{children}</div>
        {typed && (
          <Field
            label={typed.label}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {problem && <Failure problem={problem} />}
        <div className="row dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
