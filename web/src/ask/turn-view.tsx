import type { WireCitation } from '../../../src/api/wire/wire.ts'
import { routes } from '../lib/routes.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/notice.tsx'
import { RichText } from '../parts/rich-text.tsx'
import { UserText } from '../parts/user-text.tsx'
import { ask as strings } from '../strings/ask.ts'
import type { ShownTurn } from './use-session.ts'

/** A question and its answer; citation marks link to the cited message or lines. */
export function TurnView({
  turn,
  threadId,
  onRetry,
}: {
  turn: ShownTurn
  threadId: string | null
  /** Null while another answer is streamed. */
  onRetry: (() => void) | null
}) {
  const { reply, state, answerId } = turn
  const cited = new Map(reply?.citations.map((citation) => [citation.number, citation]))
  const mark = (number: number) => {
    const citation = cited.get(number)
    const href = citation === undefined ? null : hrefOf(citation, threadId)
    const fallback = answerId === null ? null : routes.why(answerId)
    const to = href ?? fallback
    if (to === null) return null
    const label = citation === undefined ? strings.why : strings.citation(number, citation.source)
    return (
      <a className="mark-link" href={to} aria-label={label} title={citation?.excerpt}>
        {number}
      </a>
    )
  }
  return (
    <li className="ask-turn">
      <article className="ask-question" aria-label={strings.you}>
        <UserText text={turn.question} />
      </article>
      <article
        className="ask-answer stack"
        aria-label={strings.bot}
        aria-busy={state === 'writing'}
      >
        {turn.text === '' && state === 'writing' && <p className="quiet">{strings.writing}</p>}
        {turn.text !== '' && <RichText text={turn.text} mark={mark} />}
        {state === 'unanswered' && <p className="quiet">{strings.unanswered}</p>}
        {state === 'stopped' && <p className="quiet">{strings.stopped}</p>}
        {state === 'failed' && turn.problem && <Failure problem={turn.problem} />}
        {reply && <Citations citations={reply.citations} threadId={threadId} />}
        {reply && <AnswerNotice reply={reply} />}
        <div className="row">
          {answerId !== null && <a href={routes.why(answerId)}>{strings.why}</a>}
          {state !== 'writing' && onRetry && (
            <Button kind="quiet" size="small" onClick={onRetry}>
              {strings.retry}
            </Button>
          )}
        </div>
      </article>
    </li>
  )
}

function AnswerNotice({ reply }: { reply: NonNullable<ShownTurn['reply']> }) {
  if (reply.fallback_reason !== null) {
    return <p className="quiet small">{strings.fallback(reply.fallback_reason)}</p>
  }
  return reply.is_extract ? <p className="quiet small">{strings.extract}</p> : null
}

function Citations({
  citations,
  threadId,
}: {
  citations: readonly WireCitation[]
  threadId: string | null
}) {
  if (citations.length === 0) return null
  return (
    <section className="ask-citations small" aria-label={strings.citations}>
      <ol>
        {citations.map((citation) => {
          const href = hrefOf(citation, threadId)
          const name = <UserText inline hasLinks={false} text={citation.source} />
          return (
            <li key={citation.number}>
              <span className="ask-number">{citation.number}</span>{' '}
              {href === null ? name : <a href={href}>{name}</a>}:{' '}
              <UserText inline hasLinks={false} text={citation.excerpt} />
              {citation.link?.startsWith('https://t.me/') && (
                <>
                  {' '}
                  <a href={citation.link} target="_blank" rel="noopener noreferrer">
                    {strings.inTelegram}
                  </a>
                </>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The console link of a citation. */
function hrefOf(citation: WireCitation, threadId: string | null): string | null {
  const { file_id, start_line, end_line, message_id } = citation
  if (file_id !== null) return routes.lines(file_id, start_line ?? 1, end_line ?? 1)
  return message_id === null || threadId === null ? null : routes.message(threadId, message_id)
}
