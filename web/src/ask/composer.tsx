import { type KeyboardEvent, useState } from 'react'
import type { ChatThread } from '../../../src/api/chats/chats.ts'
import { Button } from '../parts/button.tsx'
import { Field, Select, TextField } from '../parts/field.tsx'
import { ask as strings } from '../strings/ask.ts'

/** The input for a question. Enter sends it, Shift+Enter starts a new line. */
export function Composer({
  isWriting,
  onSend,
  onStop,
  chats,
  threadId,
  onThread,
  asker,
  onAsker,
}: {
  isWriting: boolean
  onSend: (question: string) => void
  onStop: () => void
  chats: readonly ChatThread[]
  threadId: string | null
  onThread: (threadId: string | null) => void
  /** Null if the user can ask only as themselves. */
  asker: string | null
  onAsker: (id: string) => void
}) {
  const [text, setText] = useState('')
  const send = () => {
    if (isWriting || text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="ask-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="ask-where">
        <Select
          label={strings.chat}
          value={threadId ?? ''}
          onChange={(event) => onThread(event.target.value || null)}
          options={[
            { value: '', label: strings.noChat },
            ...chats.map(({ thread_id, title }) => ({
              value: thread_id,
              label: title ?? thread_id,
            })),
          ]}
        />
        {asker !== null && (
          <Field
            label={strings.author}
            title={strings.authorHint}
            value={asker}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => onAsker(event.target.value.trim())}
          />
        )}
      </div>
      <div className="ask-write">
        <TextField
          label={strings.question}
          isLabelHidden
          placeholder={strings.placeholder}
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isWriting ? (
          <Button onClick={onStop}>{strings.stop}</Button>
        ) : (
          <Button type="submit" kind="main" disabled={text.trim() === ''}>
            {strings.send}
          </Button>
        )}
      </div>
    </form>
  )
}
