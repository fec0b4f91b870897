import { useState } from 'react'
import type { PromptState } from '../../../src/api/answers/prompts.ts'
import { formatMoment } from '../lib/format.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Select } from '../parts/field.tsx'
import { UserText } from '../parts/user-text.tsx'
import { settings as strings } from '../strings/settings.ts'
import { DiffView } from './diff-view.tsx'

type Version = PromptState['versions'][number]

/** All versions, with a diff of two. */
export function PersonaVersions({
  state,
  onUse,
}: {
  state: PromptState
  onUse: (text: string) => void
}) {
  const { prompts } = strings
  const { versions } = state
  if (versions.length === 0) return null
  return (
    <>
      <Compare state={state} />
      <div className="card stack">
        <h3>{prompts.versions}</h3>
        <ol className="settings-rows">
          {versions.map((one, i) => (
            <li key={one.version} className="settings-version">
              <div className="row">
                <strong>{prompts.version(one.version)}</strong>
                <span className="small quiet">{formatMoment(one.created_at)}</span>
                {one.persona === null && <Chip>{prompts.wasReset}</Chip>}
                {i === 0 && one.persona !== null && <Chip tone="ok">{prompts.inUse}</Chip>}
              </div>
              {one.persona !== null && (
                <>
                  <UserText text={one.persona} />
                  <div>
                    <Button
                      size="small"
                      aria-label={`${prompts.use}: ${prompts.version(one.version)}`}
                      onClick={() => onUse(one.persona ?? '')}
                    >
                      {prompts.use}
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/** Version `0` is the default persona. */
function Compare({ state }: { state: PromptState }) {
  const { prompts } = strings
  const all: Version[] = [
    ...state.versions,
    { version: 0, persona: state.default_persona, created_at: '' },
  ]
  const [to, setTo] = useState(String(all[0]?.version))
  const [from, setFrom] = useState(String(all[1]?.version))
  const nameOf = (version: number) => (version === 0 ? prompts.default : prompts.version(version))
  const options = all.map(({ version }) => ({ value: String(version), label: nameOf(version) }))
  const textOf = (version: string) => all.find((one) => String(one.version) === version)?.persona
  return (
    <div className="card stack">
      <h3>{prompts.compare}</h3>
      <div className="settings-compare">
        <Select
          label={prompts.from}
          options={options}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Select
          label={prompts.to}
          options={options}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <DiffView
        label={prompts.diffOf(nameOf(Number(from)), nameOf(Number(to)))}
        before={textOf(from) ?? ''}
        after={textOf(to) ?? ''}
      />
    </div>
  )
}
