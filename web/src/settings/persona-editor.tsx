import { useState } from 'react'
import type { PromptState } from '../../../src/api/answers/prompts.ts'
import { api } from '../lib/api.ts'
import { formatCount } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Await, Failure } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import { PersonaVersions } from './persona-versions.tsx'

const MAX_CHARACTERS = 4_000

/** Edits and reverts the persona of a chat, or the default of all chats; lists its versions. */
export function PersonaEditor({ thread, title }: { thread: string | null; title: string }) {
  const query = thread === null ? '' : `?thread_id=${encodeURIComponent(thread)}`
  const prompts = useLoad((signal) => api.get<PromptState>(`/api/prompts${query}`, signal), [query])
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <Await loaded={prompts}>
        {(state) => (
          <Editor
            key={state.versions[0]?.version ?? 0}
            thread={thread}
            state={state}
            onChanged={prompts.reload}
          />
        )}
      </Await>
    </section>
  )
}

function Editor({
  thread,
  state,
  onChanged,
}: {
  thread: string | null
  state: PromptState
  onChanged: () => void
}) {
  const { prompts } = strings
  const [text, setText] = useState(state.persona ?? '')
  const save = useAction(async (persona: string | null) => {
    await api.put('/api/prompts', { thread_id: thread, persona })
    onChanged()
  })
  const wanted = text.trim()
  return (
    <>
      <div className="card stack">
        <TextField
          label={prompts.persona}
          rows={7}
          value={text}
          maxLength={MAX_CHARACTERS}
          placeholder={prompts.placeholder}
          hint={`${prompts.hint} ${prompts.left(formatCount(MAX_CHARACTERS - text.length))}`}
          onChange={(event) => setText(event.target.value)}
        />
        {save.problem && <Failure problem={save.problem} />}
        <div className="row">
          <Button
            kind="main"
            isBusy={save.isRunning}
            disabled={wanted === '' || wanted === state.persona}
            onClick={() => void save.run(wanted)}
          >
            {prompts.save}
          </Button>
          {state.persona !== null && (
            <Button isBusy={save.isRunning} onClick={() => void save.run(null)}>
              {prompts.reset}
            </Button>
          )}
          <span className="small quiet" role="status">
            {stateText(state)}
          </span>
        </div>
        <details className="small">
          <summary>{prompts.showDefault}</summary>
          <pre className="settings-persona">{state.default_persona}</pre>
        </details>
      </div>
      <PersonaVersions state={state} onUse={setText} />
    </>
  )
}

function stateText({ versions, persona }: PromptState): string {
  const { prompts } = strings
  const newest = versions[0]
  if (newest === undefined) return prompts.noVersions
  return persona === null
    ? prompts.resetVersion(newest.version)
    : prompts.inUseVersion(newest.version)
}
