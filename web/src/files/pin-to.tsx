import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { files as strings } from '../strings/files.ts'
import type { Span } from './lines.ts'
import { usePins } from './pins.tsx'
import { titleOf, useChats } from './use-chats.ts'

/** Pins a file, or the chunk of the marked lines, to a chat; or unpins it. */
export function PinTo({ fileId, marked }: { fileId: string; marked: Span | null }) {
  const chats = useChats()
  const [threadId, setThreadId] = useState<string | null>(null)
  const pins = usePins(threadId)
  const line = marked?.from ?? null
  const pin = pins.data?.references.find(
    (one) => one.file_id === fileId && (one.line === null || one.line === line),
  )
  const change = useAction(async () => {
    if (pin !== undefined) await api.delete(`/api/references/${pin.id}`)
    else await api.post('/api/references', { thread_id: threadId, file_id: fileId, line })
    pins.reload()
  })
  const label = line === null ? strings.view.pin : strings.view.pinChunk(line)
  return (
    <div className="files-pin">
      <Select
        label={strings.view.pinTo}
        value={threadId ?? ''}
        options={[
          { value: '', label: strings.view.choose },
          ...chats.map((chat) => ({ value: chat.thread_id, label: titleOf(chat) })),
        ]}
        onChange={(event) => setThreadId(event.target.value || null)}
      />
      <Button
        isBusy={change.isRunning}
        disabled={threadId === null || pins.isLoading}
        onClick={() => void change.run()}
      >
        {pin === undefined ? label : strings.unpin}
      </Button>
      <span className="small" role="status">
        {pin !== undefined && threadId !== null && strings.view.pinned}
      </span>
      {change.problem && <Failure problem={change.problem} />}
    </div>
  )
}
