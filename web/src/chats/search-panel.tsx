import type { TimelineHits } from '../../../src/api/chats/chats.ts'
import { api } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { useLoad } from '../lib/use-load.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Marked } from '../parts/marked.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { chats as strings } from '../strings/chats.ts'
import { Panel } from './panel.tsx'
import { chatApiPath } from './paths.ts'

/** The results of the engine's search in this thread. */
export function SearchPanel({
  thread,
  query,
  onJump,
  onClose,
}: {
  thread: string
  query: string
  onJump: (id: string) => void
  onClose: () => void
}) {
  const found = useLoad(
    (signal) =>
      api.get<TimelineHits>(`${chatApiPath(thread)}/search?q=${encodeURIComponent(query)}`, signal),
    [thread, query],
  )
  return (
    <Panel title={strings.search.title(visibleText(query))} onClose={onClose}>
      <Await loaded={found}>
        {({ hits }) =>
          hits.length === 0 ? (
            <Notice title={strings.search.none}>{strings.search.next}</Notice>
          ) : (
            <ol className="chats-hits" aria-live="polite">
              {hits.map((hit) => (
                <li key={hit.id} className="chats-hit">
                  <button
                    type="button"
                    className="chats-hit-link small"
                    onClick={() => onJump(hit.id)}
                  >
                    <b>{visibleText(hit.author)}</b>
                    <span className="quiet">{formatMoment(hit.sent_at)}</span>
                  </button>
                  <Marked
                    text={hit.excerpt}
                    ranges={hit.ranges.map(({ start, end }) => [start, end] as const)}
                  />
                </li>
              ))}
            </ol>
          )
        }
      </Await>
    </Panel>
  )
}
