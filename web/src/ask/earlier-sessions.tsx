import type { ConversationList } from '../../../src/api/chats/conversations.ts'
import { formatAgo } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import type { Loaded } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { ask as strings } from '../strings/ask.ts'

/** Earlier sessions, to continue one. */
export function EarlierSessions({
  sessions,
  current,
}: {
  sessions: Loaded<ConversationList>
  current: string | null
}) {
  return (
    <nav className="ask-earlier" aria-label={strings.earlier}>
      <h2 className="small quiet">{strings.earlier}</h2>
      <Await loaded={sessions}>
        {({ conversations }) => (
          <>
            {conversations.length === 0 && <p className="quiet small">{strings.noEarlier}</p>}
            <ul>
              {conversations.map(({ session_id, first_question, last_at }) => (
                <li key={session_id}>
                  <a
                    href={routes.session(session_id)}
                    aria-current={session_id === current ? 'true' : undefined}
                  >
                    <UserText inline hasLinks={false} text={first_question} />
                    <span className="quiet small">{formatAgo(last_at)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Await>
    </nav>
  )
}

/** The chat that `earshot start` loads for a first look. */
const DEMO_THREAD = 'demo:friends'

/** The empty state: questions to try, those about the demo chat only in it. */
export function ExampleQuestions({
  threadId,
  onPick,
}: {
  threadId: string | null
  onPick: (question: string) => void
}) {
  const isDemo = threadId === DEMO_THREAD
  const text = isDemo ? strings.emptyDemo : strings.emptyText
  const examples = [
    ...(threadId === null ? [] : [strings.bareMention]),
    ...(isDemo ? strings.examples : []),
  ]
  return (
    <Notice
      title={strings.emptyTitle}
      actions={examples.map((question) => (
        <Button key={question} size="small" onClick={() => onPick(question)}>
          {question}
        </Button>
      ))}
    >
      {threadId === null ? strings.emptyNoChat : text}
    </Notice>
  )
}
