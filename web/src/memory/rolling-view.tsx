import { formatAgo, formatMoment } from '../lib/format.ts'
import { SummaryText } from '../parts/summary-text.tsx'
import { memory as strings } from '../strings/memory.ts'
import type { MemoryContent } from './owner.ts'

/** The two rolling summaries that are part of every prompt. */
export function RollingView({ memory }: { memory: MemoryContent }) {
  const { rolling, recent, history } = memory
  return (
    <div className="memory-rolling">
      <Rolling
        title={strings.recent}
        hint={strings.recentHint}
        none={strings.noRecent}
        text={recent}
        meta={rolling.recent}
      />
      <Rolling
        title={strings.history}
        hint={strings.historyHint}
        none={strings.noHistory}
        text={history}
        meta={rolling.history}
      />
    </div>
  )
}

function Rolling({
  title,
  hint,
  none,
  text,
  meta,
}: {
  title: string
  hint: string
  none: string
  text: string | null
  meta: MemoryContent['rolling']['recent']
}) {
  return (
    <section className="card stack">
      <h3>{title}</h3>
      <p className="quiet small">{hint}</p>
      {text === null || meta === null ? (
        <p className="memory-none">{none}</p>
      ) : (
        <>
          <SummaryText text={text} />
          <p className="quiet small" title={formatMoment(meta.updated_at)}>
            {strings.summaryOf(meta.session_ids.length, formatAgo(meta.updated_at), meta.tokens)}
            {` · ${strings.session.model(meta.model)}`}
          </p>
        </>
      )}
    </section>
  )
}
