import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'

const strings = common.signIn

/** Exchanges an API key for a session cookie that scripts cannot read. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [key, setKey] = useState('')
  const signIn = useAction(async () => {
    await api.post('/api/session', { key: key.trim() })
    setKey('')
    onSignedIn()
  })
  return (
    <main className="alone">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn.run()
        }}
      >
        <h1>{strings.title}</h1>
        <p>{strings.intro}</p>
        <Field
          label={strings.key}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
          hint={
            <>
              {strings.hint} <code>{strings.command}</code>
            </>
          }
        />
        {signIn.problem && <Failure problem={signIn.problem} />}
        <Button type="submit" kind="main" isBusy={signIn.isRunning}>
          {strings.submit}
        </Button>
      </form>
    </main>
  )
}
