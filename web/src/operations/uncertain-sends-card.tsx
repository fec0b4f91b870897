import { useState } from 'react'
import type { SendList } from '../../../src/api/wire/channels-wire.ts'
import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Await, Failure } from '../parts/notice.tsx'
import { operations as strings } from '../strings/operations.ts'

type WireSend = SendList['sends'][number]
type Decision = 'again' | 'dismiss'

/** Sends of the outbox whose delivery is uncertain, to resend or to dismiss. */
export function UncertainSendsCard({ count }: { count: number }) {
  const { sends: text } = strings
  const sends = useLoad((signal) => api.get<SendList>('/api/channels/sends', signal), [count])
  const [done, setDone] = useState('')
  return (
    <section className="card stack" aria-labelledby="operations-sends">
      <h2 id="operations-sends">{text.title}</h2>
      <p role="status" className={done === '' ? 'hidden-text' : 'small'}>
        {done}
      </p>
      <Await loaded={sends}>
        {({ sends: list }) =>
          list.length === 0 ? (
            <p className="quiet">{text.none}</p>
          ) : (
            <>
              <p className="small">{text.hint}</p>
              <ul className="operations-list">
                {list.map((send) => (
                  <UncertainSend
                    key={send.id}
                    send={send}
                    onDecided={(decision) => {
                      setDone(text.done[decision])
                      sends.reload()
                    }}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Await>
    </section>
  )
}

function UncertainSend({
  send,
  onDecided,
}: {
  send: WireSend
  onDecided: (decision: Decision) => void
}) {
  const { sends: text } = strings
  const decide = useAction(async (decision: Decision) => {
    await api.post(`/api/channels/sends/${send.id}/${decision}`, {})
    onDecided(decision)
  })
  return (
    <li className="operations-item">
      <div>
        <strong>{send.kind}</strong>{' '}
        <a href={routes.chat(`${send.channel}:${send.chat.replaceAll(':', '%3A')}`)}>
          {text.chat(send.chat)}
        </a>
        <p className="small quiet">
          {formatAgo(send.changed_at)}
          {send.problem && ` · ${send.problem}`}
        </p>
        {decide.problem && <Failure problem={decide.problem} />}
      </div>
      <div className="row">
        <Button size="small" isBusy={decide.isRunning} onClick={() => void decide.run('again')}>
          {text.again}
        </Button>
        <Button size="small" isBusy={decide.isRunning} onClick={() => void decide.run('dismiss')}>
          {text.dismiss}
        </Button>
      </div>
    </li>
  )
}
