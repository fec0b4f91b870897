import { type FormEvent, useState } from 'react'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Select } from '../parts/field.tsx'
import { Failure, Notice } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'
import { settings as strings } from '../strings/settings.ts'

type CreatedKey = { readonly id: string; readonly key: string }
const ROLES = Object.entries(strings.access.roles).map(([value, label]) => ({ value, label }))

/** Creates a key and shows it once. */
export function CreateKey({
  person,
  isFirst,
  onClose,
}: {
  person: string
  isFirst: boolean
  onClose: () => void
}) {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return created === null ? (
    <NewKeyForm person={person} isFirst={isFirst} onCreated={setCreated} onClose={onClose} />
  ) : (
    <KeyOnce created={created} onClose={onClose} />
  )
}

function NewKeyForm({
  person: given,
  isFirst,
  onCreated,
  onClose,
}: {
  person: string
  isFirst: boolean
  onCreated: (created: CreatedKey) => void
  onClose: () => void
}) {
  const { access } = strings
  const [name, setName] = useState('')
  // The first key must be an admin's: no other role can create further keys.
  const [role, setRole] = useState(isFirst ? 'admin' : 'member')
  const [person, setPerson] = useState(given)
  const create = useAction(async () => {
    const wanted = { name: name.trim(), role, person: person.trim() === '' ? null : person.trim() }
    onCreated(await api.post<CreatedKey>('/api/keys', wanted))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create.run()
  }
  return (
    <Dialog title={access.create} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {isFirst && (
          <Notice tone="warn" title={access.first}>
            {access.firstText}
          </Notice>
        )}
        <Field
          label={access.name}
          hint={access.nameHint}
          value={name}
          maxLength={100}
          required
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={access.role}
          options={ROLES}
          value={role}
          onChange={(event) => setRole(event.target.value)}
        />
        <Field
          label={access.person}
          hint={access.personHint}
          value={person}
          required={role === 'member'}
          onChange={(event) => setPerson(event.target.value)}
        />
        {create.problem && <Failure problem={create.problem} />}
        <div className="row dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="main" isBusy={create.isRunning}>
            {access.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function KeyOnce({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { access } = strings
  const copy = useAction(() => navigator.clipboard.writeText(created.key))
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={access.created} onClose={onClose}>
      <div className="stack">
        <p>{access.createdHint}</p>
        <output className="settings-secret" aria-label={access.created}>
          {created.key}
        </output>
        {copy.problem && <Failure problem={copy.problem} />}
        <div className="row dialog-actions">
          <Button
            onClick={async () => {
              if (await copy.run()) setCopied(true)
            }}
          >
            {isCopied ? common.copied : common.copy}
          </Button>
          <Button kind="main" onClick={onClose}>
            {access.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
