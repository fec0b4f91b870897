import type { Pinned } from '../../../src/api/chats/references.ts'
import { api } from '../lib/api.ts'
import { routes } from '../lib/routes.ts'
import { useAction } from '../lib/use-action.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Await, Failure } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { files as strings } from '../strings/files.ts'

type PinList = { references: Pinned[] }

/** Loads the pins of a chat. */
export function usePins(threadId: string | null): Loaded<PinList> {
  return useLoad(
    async (signal) =>
      threadId === null
        ? { references: [] }
        : api.get<PinList>(`/api/references?thread_id=${encodeURIComponent(threadId)}`, signal),
    [threadId],
  )
}

/** The pins of a chat, with unpin buttons. */
export function Pins({ threadId }: { threadId: string }) {
  const pins = usePins(threadId)
  const unpin = useAction(async (id: string) => {
    await api.delete(`/api/references/${id}`)
    pins.reload()
  })
  return (
    <section className="card stack">
      <h2>{strings.pins}</h2>
      <p className="quiet small">{strings.pinsHint}</p>
      {unpin.problem && <Failure problem={unpin.problem} />}
      <Await loaded={pins}>
        {({ references }) =>
          references.length === 0 ? (
            <p className="quiet">{strings.noPins}</p>
          ) : (
            <ul className="stack">
              {references.map((pin) => (
                <li key={pin.id} className="files-head">
                  <PinName pin={pin} threadId={threadId} />
                  <Button
                    size="small"
                    aria-label={strings.unpinOf(nameOf(pin))}
                    isBusy={unpin.isRunning}
                    onClick={() => void unpin.run(pin.id)}
                  >
                    {strings.unpin}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  )
}

function nameOf({ path, excerpt }: Pinned): string {
  return path ?? excerpt ?? strings.pinnedMessage
}

function PinName({ pin, threadId }: { pin: Pinned; threadId: string }) {
  const { file_id, message_id, line } = pin
  const name = <UserText inline text={nameOf(pin)} />
  if (file_id === null) {
    if (message_id === null) return name
    return (
      <span>
        <span className="quiet small">{strings.pinnedMessage} </span>
        <a href={routes.message(threadId, message_id)}>{name}</a>
      </span>
    )
  }
  return (
    <span>
      <a href={line === null ? routes.file(file_id) : routes.lines(file_id, line, line)}>{name}</a>
      {line !== null && <span className="quiet small"> {strings.pinnedLine(line)}</span>}
    </span>
  )
}
