import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ask } from '../strings/ask.ts'

const strings = ask.dialog

/** Asks for the topic of a new session; can be skipped. */
export function TopicDialog({ onDone }: { onDone: (topic: string | null) => void }) {
  const [topic, setTopic] = useState('')
  return (
    <Dialog title={strings.title} onClose={() => onDone(null)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onDone(topic.trim() === '' ? null : topic.trim())
        }}
      >
        <p>{strings.text}</p>
        <Field
          label={strings.topic}
          value={topic}
          maxLength={100}
          onChange={(event) => setTopic(event.target.value)}
        />
        <div className="row dialog-actions">
          <Button onClick={() => onDone(null)}>{strings.skip}</Button>
          <Button type="submit" kind="main" disabled={topic.trim() === ''}>
            {strings.use}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
