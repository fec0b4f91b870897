import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { files as strings } from '../strings/files.ts'
import { firstWindow, moreLines, type Span } from './lines.ts'

/** The text of a file with line numbers; a long file is rendered in windows. */
export function FileText({ content, marked }: { content: string; marked: Span | null }) {
  const lines = useMemo(() => content.split('\n'), [content])
  const [shown, setShown] = useState(() => firstWindow(lines.length, marked))
  const more = moreLines(shown, lines.length)
  const first = useRef<HTMLLIElement>(null)
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' })
  }, [])
  if (content.trim() === '') return <Notice title={strings.view.empty} />
  return (
    <section className="card files-text" aria-label={strings.view.text}>
      {more.before > 0 && (
        <Button size="small" onClick={() => setShown({ ...shown, from: shown.from - more.before })}>
          {strings.view.earlier(more.before)}
        </Button>
      )}
      <ol>
        {lines.slice(shown.from - 1, shown.to).map((line, i) => {
          const number = shown.from + i
          const isMarked = marked !== null && number >= marked.from && number <= marked.to
          return (
            <li
              key={number}
              ref={number === marked?.from ? first : null}
              value={number}
              className={isMarked ? 'files-marked' : undefined}
              aria-current={isMarked ? 'location' : undefined}
            >
              <UserText inline text={line} />
            </li>
          )
        })}
      </ol>
      {more.after > 0 && (
        <Button size="small" onClick={() => setShown({ ...shown, to: shown.to + more.after })}>
          {strings.view.later(more.after)}
        </Button>
      )}
    </section>
  )
}
