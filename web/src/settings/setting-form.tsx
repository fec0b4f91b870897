import { type FormEvent, useState } from 'react'
import type { WireSetting } from '../../../src/api/operations/settings.ts'
import type { Action } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Field, Select } from '../parts/field.tsx'
import { common } from '../strings/common.ts'
import { settings as strings } from '../strings/settings.ts'
import type { SettingChange } from './use-settings.ts'

/** The form for a new value; the server validates it. */
export function SettingForm({
  setting,
  change,
  onDone,
}: {
  setting: WireSetting
  change: Action<[SettingChange]>
  onDone: () => void
}) {
  const { name, kind, value, next, is_pending } = setting
  // The server never returns a secret, so the field starts empty.
  const [text, setText] = useState(
    kind.type === 'secret' ? '' : ((is_pending ? next : value) ?? ''),
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await change.run({ name, value: text === '' ? null : text })) onDone()
  }
  return (
    <form className="stack settings-form" onSubmit={(event) => void save(event)}>
      <Input setting={setting} value={text} onText={setText} />
      <div className="row">
        <Button
          type="submit"
          kind="main"
          size="small"
          isBusy={change.isRunning}
          disabled={kind.type === 'secret' && text === ''}
        >
          {common.save}
        </Button>
        <Button
          size="small"
          onClick={() => {
            change.clear()
            onDone()
          }}
        >
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

function Input({
  setting: { label, kind, default: fallback },
  value,
  onText,
}: {
  setting: WireSetting
  value: string
  onText: (text: string) => void
}) {
  const { setting: text } = strings
  const hint = `${text.default}: ${fallback ?? text.noDefault}`
  const shared = { label, isLabelHidden: true, value, autoFocus: true }
  const onInput = (event: { target: { value: string } }) => onText(event.target.value)
  if (kind.type === 'secret') {
    return (
      <Field
        {...shared}
        label={text.newSecret(label)}
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint={text.secretHint}
        onChange={onInput}
      />
    )
  }
  if (kind.type === 'flag' || kind.type === 'choice') {
    const options =
      kind.type === 'flag'
        ? [
            { value: '1', label: text.on },
            { value: '0', label: text.off },
          ]
        : kind.options.map((option) => ({ value: option, label: option }))
    return <Select {...shared} options={options} hint={hint} onChange={onInput} />
  }
  const range =
    kind.type === 'number'
      ? text.range(kind.min?.toString() ?? null, kind.max?.toString() ?? null)
      : ''
  return (
    <Field
      {...shared}
      inputMode={kind.type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      hint={range === '' ? hint : `${hint}, ${range}`}
      onChange={onInput}
    />
  )
}
