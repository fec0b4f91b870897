import { type KeyboardEvent, useState } from 'react'
import type { ChatThread } from '../../../src/api/chats/chats.ts'
import { Button } from '../parts/button.tsx'
import { Field, Select, TextField } from '../parts/field.tsx'
import { ask as strings } from '../strings/ask.ts'
import type { Askers } from './use-askers.ts'

/** The input for a question. Enter sends it, Shift+Enter starts a new line. */
export function Composer({
  isWriting,
  isReady,
  onSend,
  onStop,
  chats,
  threadId,
  onThread,
  askers,
}: {
  isWriting: boolean
  /** False until the chats and people are known. */
  isReady: boolean
  onSend: (question: string) => void
  onStop: () => void
  chats: readonly ChatThread[]
  threadId: string | null
  onThread: (threadId: string | null) => void
  /** Null if the user can ask only as themselves. */
  askers: Askers | null
}) {
  const [text, setText] = useState('')
  const canSend = isReady && !isWriting && text.trim() !== ''
  const send = () => {
    if (!canSend) return
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
        {askers !== null && <PersonPicker askers={askers} />}
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
          <Button type="submit" kind="main" disabled={!canSend}>
            {strings.send}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Chooses the person that asks; a search narrows the list of a chat with many. */
function PersonPicker({ askers }: { askers: Askers }) {
  return (
    <>
      <Select
        label={strings.author}
        title={strings.authorHint}
        value={askers.chosen}
        options={[
          ...askers.people.map(({ id, name }) => ({ value: id, label: name ?? id })),
          { value: '', label: strings.nobody },
        ]}
        onChange={(event) => askers.choose(event.target.value)}
      />
      {askers.hasMore && (
        <Field
          label={strings.findPerson}
          type="search"
          maxLength={200}
          value={askers.search}
          onChange={(event) => askers.onSearch(event.target.value)}
        />
      )}
    </>
  )
}
