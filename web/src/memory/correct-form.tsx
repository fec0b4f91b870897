import { useState } from 'react'
import type { CorrectedSession } from '../../../src/api/memory/corrections.ts'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'
import { memory as strings } from '../strings/memory.ts'
import { readTags, type SessionSummary } from './owner.ts'

/** A form to correct the summary and the tags of a session. */
export function CorrectForm({
  session,
  path,
  onClose,
  onDone,
}: {
  session: SessionSummary
  path: string
  onClose: () => void
  onDone: (what: string) => void
}) {
  const before = session.tags.join(', ')
  const [text, setText] = useState(session.summary_text)
  const [tags, setTags] = useState(before)
  const save = useAction(async () => {
    // Unchanged fields are not sent: tags keep their confidence.
    const { redacted } = await api.patch<CorrectedSession>(path, {
      ...(text.trim() === session.summary_text ? {} : { summary_text: text }),
      ...(tags === before ? {} : { tags: readTags(tags) }),
    })
    onClose()
    onDone(redacted ? strings.session.redacted : strings.session.saved)
  })
  const isChanged = text.trim() !== session.summary_text || tags !== before
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <TextField
        label={strings.session.text}
        hint={strings.session.textHint}
        rows={Math.min(12, text.split('\n').length + 2)}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label={strings.session.tags}
        hint={strings.session.tagsHint}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      {save.problem && <Failure problem={save.problem} />}
      <div className="row dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          type="submit"
          kind="main"
          isBusy={save.isRunning}
          disabled={!isChanged || text.trim() === ''}
        >
          {common.save}
        </Button>
      </div>
    </form>
  )
}
