import { useState } from 'react'
import type {
  ThreadConversation,
  ThreadConversationList,
  WholeConversation,
} from '../../../../src/api/chats/thread-conversations.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useLoad } from '../../lib/use-load.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Await, Notice } from '../../parts/notice.tsx'
import { SummaryText } from '../../parts/summary-text.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { conversations as strings } from '../../strings/conversations.ts'
import { Panel } from '../panel.tsx'
import { chatApiPath } from '../paths.ts'

const PAGE = 30

type Props = {
  readonly thread: string
  /** Version of the chat: the list is loaded again when it changes. */
  readonly version: string
  readonly colourOf: (conversation: string) => number | null
  /** Marks the conversation of this message in the timeline and scrolls to it. */
  readonly onFollow: (message: string) => void
  readonly onClose: () => void
}

/** The conversations of a thread with their titles; one of them with its messages alone. */
export function ConversationsPanel(props: Props) {
  const [only, setOnly] = useState<string | null>(null)
  return (
    <Panel title={strings.title} onClose={props.onClose}>
      {only === null ? (
        <List {...props} onOnly={setOnly} />
      ) : (
        <One {...props} id={only} onAll={() => setOnly(null)} />
      )}
    </Panel>
  )
}

function List({
  thread,
  version,
  colourOf,
  onFollow,
  onOnly,
}: Props & { onOnly: (id: string) => void }) {
  const [limit, setLimit] = useState(PAGE)
  const path = `${chatApiPath(thread)}/conversations?limit=${Math.min(100, limit)}`
  const loaded = useLoad((signal) => api.get<ThreadConversationList>(path, signal), [path, version])
  return (
    <Await loaded={loaded}>
      {({ conversations, next }) =>
        conversations.length === 0 ? (
          <Notice title={strings.none}>{strings.noneText}</Notice>
        ) : (
          <>
            <ol className="chats-hits" aria-label={strings.title}>
              {conversations.map((one) => (
                <li key={one.id} className="chats-hit">
                  <Entry conversation={one} colour={colourOf(one.id)} />
                  <span className="row">
                    <Button size="small" onClick={() => onFollow(one.last_message_id)}>
                      {strings.showInChat}
                    </Button>
                    <Button size="small" onClick={() => onOnly(one.id)}>
                      {strings.only}
                    </Button>
                  </span>
                </li>
              ))}
            </ol>
            {next !== null && limit < 100 && (
              <Button onClick={() => setLimit(limit + PAGE)}>{strings.more}</Button>
            )}
          </>
        )
      }
    </Await>
  )
}

function Entry({
  conversation,
  colour,
}: {
  conversation: ThreadConversation
  colour: number | null
}) {
  const { title, people, messages, status, last_at, open_question, continues } = conversation
  return (
    <>
      <strong className="chats-conversation">
        <span
          aria-hidden="true"
          className="chats-conversation-mark"
          style={{ background: colour === null ? 'var(--line-strong)' : `var(--c${colour + 1})` }}
        />
        <UserText inline text={title === '' ? strings.untitled : title} />
      </strong>
      <span className="small quiet">
        {visibleText(people.map(({ name }) => name).join(', '))}
        {` · ${strings.count(messages)} · ${formatMoment(last_at)} `}
        <Chip tone={status === 'open' ? 'accent' : 'plain'}>{strings.status[status]}</Chip>
      </span>
      {open_question !== null && (
        <span className="small">
          {strings.question} <b>{visibleText(open_question.author)}</b>:{' '}
          <UserText inline text={open_question.text.slice(0, 160)} />
        </span>
      )}
      {continues !== null && <span className="small quiet">{strings.continues}</span>}
    </>
  )
}

function One({ thread, version, id, onFollow, onAll }: Props & { id: string; onAll: () => void }) {
  const loaded = useLoad(
    (signal) => api.get<WholeConversation>(`${chatApiPath(thread)}/conversations/${id}`, signal),
    [thread, id, version],
  )
  return (
    <>
      <Button size="small" onClick={onAll}>
        ← {strings.all}
      </Button>
      <Await loaded={loaded}>
        {({ title, summary, members }) => (
          <>
            <strong>
              <UserText inline text={title === '' ? strings.untitled : title} />
            </strong>
            {summary !== null && (
              <details>
                <summary className="small">{strings.summary}</summary>
                <SummaryText text={summary} />
              </details>
            )}
            <ol className="chats-hits" aria-label={title}>
              {members.map((message) => (
                <li key={message.id} className="chats-hit">
                  <button
                    type="button"
                    className="chats-hit-link small"
                    onClick={() => onFollow(message.id)}
                  >
                    <b>{visibleText(message.author)}</b>
                    <span className="quiet">{formatMoment(message.sent_at)}</span>
                  </button>
                  <UserText text={message.text.slice(0, 1_000)} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Await>
    </>
  )
}
