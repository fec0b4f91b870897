import { useState } from 'react'
import type { WireSetting } from '../../../src/api/operations/settings.ts'
import { type Action, useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Failure } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import { InlineCode } from './inline-code.tsx'
import { SettingForm } from './setting-form.tsx'
import { isChanged, type SettingChange, type SettingsStore } from './use-settings.ts'

/** One setting: description, value, source, and a form to change it. */
export function SettingRow({ setting, store }: { setting: WireSetting; store: SettingsStore }) {
  const [isOpen, setOpen] = useState(false)
  const { name, label, meaning, source } = setting
  const change = useAction(store.save)
  return (
    <li className={isChanged(setting) ? 'settings-row settings-changed' : 'settings-row'}>
      <div className="settings-about">
        <div className="settings-title">
          <h3>{label}</h3>
          <code className="small quiet">{name}</code>
        </div>
        <p className="small quiet">
          <InlineCode text={meaning} />
        </p>
      </div>
      <div className="settings-current">
        <CurrentValue setting={setting} />
        {source === 'environment' ? (
          <p className="small quiet">{strings.setting.fixed}</p>
        ) : isOpen ? (
          <SettingForm setting={setting} change={change} onDone={() => setOpen(false)} />
        ) : (
          <Actions setting={setting} change={change} onOpen={() => setOpen(true)} />
        )}
        {change.problem && <Failure problem={change.problem} />}
      </div>
    </li>
  )
}

function CurrentValue({ setting }: { setting: WireSetting }) {
  const { setting: text } = strings
  const { kind, value, is_set, source, is_pending, next } = setting
  const isSecret = kind.type === 'secret'
  return (
    <div className="row">
      {isSecret ? (
        <Chip tone={is_set ? 'ok' : 'plain'}>{is_set ? text.set : text.notSet}</Chip>
      ) : (
        <span className="settings-value">{shown(setting, value)}</span>
      )}
      {(!isSecret || is_set) && <span className="small quiet">{text.sources[source]}</span>}
      {is_pending && (
        <Chip tone="warn">{isSecret ? nextSecret(setting) : text.next(shown(setting, next))}</Chip>
      )}
    </div>
  )
}

function nextSecret({ is_set, is_set_next }: WireSetting): string {
  const { nextSecret: text } = strings.setting
  if (!is_set_next) return text.removed
  return is_set ? text.replaced : text.set
}

function shown({ kind }: WireSetting, value: string | null): string {
  if (value === null) return strings.setting.empty
  if (kind.type === 'flag') return value === '1' ? strings.setting.on : strings.setting.off
  return value
}

function Actions({
  setting,
  change,
  onOpen,
}: {
  setting: WireSetting
  change: Action<[SettingChange]>
  onOpen: () => void
}) {
  const { setting: text } = strings
  const { name, label, kind } = setting
  const isSecret = kind.type === 'secret'
  const verb = isSecret ? (isChanged(setting) ? text.replace : text.enter) : text.change
  return (
    <div className="row">
      <Button size="small" onClick={onOpen} aria-label={`${verb} ${label}`}>
        {verb}
      </Button>
      {isChanged(setting) && (
        <Button
          size="small"
          kind="quiet"
          isBusy={change.isRunning}
          aria-label={`${isSecret ? text.remove : text.reset}: ${label}`}
          onClick={() => void change.run({ name, value: null })}
        >
          {isSecret ? text.remove : text.reset}
        </Button>
      )}
    </div>
  )
}
