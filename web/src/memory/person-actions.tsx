import { useState } from 'react'
import { api, request } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { memory as strings } from '../strings/memory.ts'
import { confirmationText, fileNameOf } from './owner.ts'

type Props = { id: string; name: string; onDone: (what: string) => void }
type Forgotten = { messages: number; sessions: number; files: number }

/** Opt out, export and forget, for the person or for staff. */
export function PersonActions({ id, name, isOptedOut, onDone }: Props & { isOptedOut: boolean }) {
  const [asking, setAsking] = useState<'out' | 'forget' | null>(null)
  const path = `/api/people/${encodeURIComponent(id)}`
  const optIn = useAction(async () => {
    await api.put(`${path}/memory`, { opted_out: false })
    onDone(strings.actions.optedIn)
  })
  const save = useAction(async () => {
    const response = await request(`${path}/export`)
    download(await response.blob(), strings.actions.exportName(fileNameOf(name)))
    onDone(strings.actions.exported)
  })
  const problem = optIn.problem ?? save.problem
  const close = () => setAsking(null)
  return (
    <>
      <div className="row">
        {isOptedOut ? (
          <Button size="small" isBusy={optIn.isRunning} onClick={() => void optIn.run()}>
            {strings.actions.optIn}
          </Button>
        ) : (
          <Button size="small" onClick={() => setAsking('out')}>
            {strings.actions.optOut}
          </Button>
        )}
        <Button size="small" isBusy={save.isRunning} onClick={() => void save.run()}>
          {strings.actions.export}
        </Button>
        <Button size="small" kind="danger" onClick={() => setAsking('forget')}>
          {strings.actions.forget}
        </Button>
      </div>
      {problem && <Failure problem={problem} />}
      {asking === 'out' && <OptOut id={id} name={name} onDone={onDone} onClose={close} />}
      {asking === 'forget' && <Forget id={id} name={name} onDone={onDone} onClose={close} />}
    </>
  )
}

function OptOut({ id, name, onDone, onClose }: Props & { onClose: () => void }) {
  const out = useAction(async () => {
    await api.put(`/api/people/${encodeURIComponent(id)}/memory`, { opted_out: true })
    onClose()
    onDone(strings.optedOutTitle)
  })
  return (
    <Confirm
      title={strings.optOut.title(visibleText(name))}
      action={strings.optOut.action}
      isBusy={out.isRunning}
      problem={out.problem}
      onConfirm={() => void out.run()}
      onClose={onClose}
    >
      <p>{strings.optOut.text}</p>
    </Confirm>
  )
}

function Forget({ id, name, onDone, onClose }: Props & { onClose: () => void }) {
  const typed = confirmationText(name, id)
  const forget = useAction(async () => {
    const deleted = await api.delete<Forgotten>(`/api/people/${encodeURIComponent(id)}/memory`)
    onClose()
    onDone(strings.forget.done(deleted.messages, deleted.sessions, deleted.files))
  })
  return (
    <Confirm
      title={strings.forget.title(visibleText(name))}
      action={strings.forget.action}
      typed={{ label: strings.forget.type(typed), text: typed }}
      isBusy={forget.isRunning}
      problem={forget.problem}
      onConfirm={() => void forget.run()}
      onClose={onClose}
    >
      <div className="stack">
        <p>{strings.forget.intro}</p>
        <ul className="memory-deleted">
          {strings.forget.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{strings.forget.groups}</p>
        <p>
          <strong>{strings.forget.forever}</strong>
        </p>
      </div>
    </Confirm>
  )
}

/** Starts a download in the browser. */
function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
