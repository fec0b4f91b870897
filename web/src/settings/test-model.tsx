import { useState } from 'react'
import type { ModelTest } from '../../../src/api/operations/test-model.ts'
import { api } from '../lib/api.ts'
import { formatMs } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Failure, Notice } from '../parts/notice.tsx'
import { settings } from '../strings/settings.ts'

const strings = settings.models.test

/** Calls the model that the server runs with, and says what came of it. */
export function TestModel() {
  const [result, setResult] = useState<ModelTest | null>(null)
  const test = useAction(async () => {
    setResult(null)
    setResult(await api.post<ModelTest>('/api/settings/test-model', {}))
  })
  return (
    <section className="card stack" aria-labelledby="settings-test">
      <h2 id="settings-test">{strings.title}</h2>
      <p className="quiet">{strings.text}</p>
      <div>
        <Button isBusy={test.isRunning} onClick={() => void test.run()}>
          {strings.action}
        </Button>
      </div>
      <div role="status">{result && <Result result={result} />}</div>
      {test.problem && <Failure problem={test.problem} />}
    </section>
  )
}

function Result({ result }: { result: ModelTest }) {
  const { ok, is_offline, model, provider, problem, code, ms, tokens } = result
  if (is_offline) return <Notice title={strings.offline}>{strings.offlineText}</Notice>
  const name = `${provider}: ${model}`
  if (ok) {
    return <Notice title={strings.answered(name)}>{strings.took(formatMs(ms), tokens)}</Notice>
  }
  return (
    <Notice tone="danger" title={strings.failed(name)}>
      {problem} <code>{code}</code>
    </Notice>
  )
}
