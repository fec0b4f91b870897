import { formatAgo, formatMoment } from '../lib/format.ts'
import { memory as words } from '../strings/memory.ts'
import type { Remembered } from './owner.ts'
import { Bullets } from './summary-text.tsx'

/** The two summaries every answer is given with. */
export function RollingView({ seen }: { seen: Remembered }) {
  const { rolling, recent, history } = seen
  return (
    <div className="memory-rolling">
      <Rolling
        title={words.recent}
        hint={words.recentHint}
        none={words.noRecent}
        text={recent}
        made={rolling.recent}
      />
      <Rolling
        title={words.history}
        hint={words.historyHint}
        none={words.noHistory}
        text={history}
        made={rolling.history}
      />
    </div>
  )
}

function Rolling({
  title,
  hint,
  none,
  text,
  made,
}: {
  title: string
  hint: string
  none: string
  text: string | null
  made: Remembered['rolling']['recent']
}) {
  return (
    <section className="card stack">
      <h3>{title}</h3>
      <p className="quiet small">{hint}</p>
      {text === null || made === null ? (
        <p className="memory-none">{none}</p>
      ) : (
        <>
          <Bullets text={text} />
          <p className="quiet small" title={formatMoment(made.updated_at)}>
            {words.madeFrom(made.session_ids.length, formatAgo(made.updated_at), made.tokens)}
            {` · ${words.talk.model(made.model)}`}
          </p>
        </>
      )}
    </section>
  )
}
