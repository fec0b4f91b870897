import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { api } from '../../lib/api.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { Bar } from '../../parts/bar.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Failure, Loading } from '../../parts/notice.tsx'
import { chats as strings } from '../../strings/chats.ts'
import { Panel } from '../panel.tsx'
import { type Context, ContextItems } from './context-items.tsx'

/** The question by default: a mention without a question. */
const BARE_MENTION = '@bot'

/** The context that a mention in reply to this message would get. No model is called. */
export function ContextPanel({
  thread,
  anchor,
  onBuilt,
  onJump,
  onClose,
}: {
  thread: string
  anchor: TimelineMessage
  onBuilt: (context: Context | null) => void
  onJump: (id: string) => void
  onClose: () => void
}) {
  const [question, setQuestion] = useState('')
  const [context, setContext] = useState<Context | null>(null)
  const { run, isRunning, problem } = useAction(async (text: string) => {
    const built = await api.post<Context>('/api/context/build', {
      thread_id: thread,
      message: text.trim() || BARE_MENTION,
      reply_to: anchor.id,
      // Right after it: later messages are not visible to it.
      sent_at: new Date(Date.parse(anchor.sent_at) + 1).toISOString(),
    })
    setContext(built)
    onBuilt(built)
  })
  useEffect(() => {
    void run('')
    return () => onBuilt(null)
  }, [run, onBuilt])
  const submit = useCallback(
    (event: FormEvent) => {
      event.preventDefault()
      void run(question)
    },
    [run, question],
  )
  return (
    <Panel title={strings.context.title} onClose={onClose}>
      <p className="quiet small">
        {strings.context.intro(visibleText(anchor.author.name), formatMoment(anchor.sent_at))}
      </p>
      <form className="chats-question" onSubmit={submit}>
        <Field
          label={strings.context.question}
          hint={strings.context.hint}
          placeholder={BARE_MENTION}
          value={question}
          maxLength={4_000}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" kind="main" isBusy={isRunning}>
          {strings.context.submit}
        </Button>
      </form>
      {problem && <Failure problem={problem} retry={() => void run(question)} />}
      <div aria-live="polite" className="stack">
        {context === null ? problem === null && <Loading /> : <Built {...{ context, onJump }} />}
      </div>
    </Panel>
  )
}

function Built({ context, onJump }: { context: Context; onJump: (id: string) => void }) {
  const { data, meta } = context
  const free = Math.max(0, meta.budget_tokens - meta.token_usage)
  const nearby = data.items.filter(({ type }) => type === 'nearby')
  const included = data.items.filter(({ type }) => type !== 'nearby')
  return (
    <>
      <Bar
        label={strings.context.budget}
        total={Math.max(meta.budget_tokens, meta.token_usage)}
        format={(n) => strings.context.tokens(formatCount(n))}
        slices={[
          { label: strings.context.used, value: meta.token_usage, colour: 'accent' },
          { label: strings.context.free, value: free, colour: 'line' },
        ]}
      />
      <section className="stack">
        <h3>
          {included.length === 0
            ? strings.context.empty
            : strings.context.included(included.length)}
        </h3>
        <ContextItems items={included} onJump={onJump} />
      </section>
      {nearby.length > 0 && (
        <section className="stack">
          <h3>{strings.context.nearby(nearby.length)}</h3>
          <ContextItems items={nearby} onJump={onJump} />
        </section>
      )}
      {data.excluded.length > 0 && (
        <details className="chats-excluded">
          <summary>{strings.context.excluded(data.excluded.length)}</summary>
          <ContextItems items={data.excluded} onJump={onJump} />
        </details>
      )}
      <p>
        <a href={`#/why/${encodeURIComponent(meta.answer_id)}`}>{strings.context.trace}</a>
      </p>
    </>
  )
}
