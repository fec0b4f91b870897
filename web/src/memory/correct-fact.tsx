import { useEffect, useRef, useState } from 'react'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'
import { memory as strings } from '../strings/memory.ts'
import { type Fact, factPath } from './facts.ts'

const MAX_LENGTH = 500

/** A form to correct the sentence of a fact. */
export function CorrectFact({
  fact,
  onClose,
  onDone,
}: {
  fact: Fact
  onClose: () => void
  onDone: (what: string) => void
}) {
  const [text, setText] = useState(fact.text)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const save = useAction(async () => {
    await api.patch(factPath(fact), { text })
    onClose()
    onDone(strings.fact.saved)
  })
  const isChanged = text.trim() !== fact.text && text.trim() !== ''
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save.run()
      }}
    >
      <TextField
        label={strings.fact.text}
        hint={strings.fact.textHint}
        rows={2}
        maxLength={MAX_LENGTH}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {save.problem && <Failure problem={save.problem} />}
      <div className="row dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" kind="main" isBusy={save.isRunning} disabled={!isChanged}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
