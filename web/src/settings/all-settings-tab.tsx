import { useState } from 'react'
import type { WireSetting } from '../../../src/api/operations/settings.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import { PendingBanner } from './pending-banner.tsx'
import { SettingRow } from './setting-row.tsx'
import { findSettings, isChanged, type SettingsStore, useSettings } from './use-settings.ts'

/** All settings, with search. */
export function AllSettingsTab() {
  const store = useSettings()
  return (
    <Await loaded={store.loaded}>
      {({ settings }) => <SettingSearch store={store} all={settings} />}
    </Await>
  )
}

function SettingSearch({ store, all }: { store: SettingsStore; all: readonly WireSetting[] }) {
  const { search: text } = strings
  const [search, setSearch] = useState('')
  const [isOnlyChanged, setOnlyChanged] = useState(false)
  const found = findSettings(all, search).filter((one) => !isOnlyChanged || isChanged(one))
  const groups = [...new Set(found.map(({ group }) => group))]
  const clear = () => {
    setSearch('')
    setOnlyChanged(false)
  }
  return (
    <>
      <PendingBanner store={store} />
      <div className="settings-search">
        <Field
          label={text.label}
          type="search"
          placeholder={text.hint}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label className="row small">
          <input
            type="checkbox"
            checked={isOnlyChanged}
            onChange={(event) => setOnlyChanged(event.target.checked)}
          />
          {text.onlyChanged}
        </label>
        <span className="small quiet" role="status">
          {text.count(found.length)}
        </span>
      </div>
      {found.length === 0 && (
        <Notice title={text.none} actions={<Button onClick={clear}>{text.clear}</Button>} />
      )}
      {groups.map((group) => (
        <SettingGroup
          key={group}
          title={strings.groups[group] ?? group}
          settings={found.filter((one) => one.group === group)}
          store={store}
        />
      ))}
    </>
  )
}

/** A titled group of settings. */
export function SettingGroup({
  title,
  settings,
  store,
}: {
  title: string
  settings: readonly WireSetting[]
  store: SettingsStore
}) {
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="settings-rows">
        {settings.map((setting) => (
          <SettingRow key={setting.name} setting={setting} store={store} />
        ))}
      </ul>
    </section>
  )
}
