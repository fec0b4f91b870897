import { type FormEvent, useState } from 'react'
import type { FileHits } from '../../../src/api/files/file-search.ts'
import { api } from '../lib/api.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Marked } from '../parts/marked.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { files as strings } from '../strings/files.ts'

type Hit = FileHits['hits'][number]

/** The search form. */
export function SearchForm({ onSearch }: { onSearch: (query: string) => void }) {
  const [typed, setTyped] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form className="files-search" onSubmit={search}>
        <Field
          type="search"
          label={strings.search}
          hint={strings.searchHint}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            // The clear button of the field ends the search.
            if (event.target.value === '') onSearch('')
          }}
        />
        <Button type="submit">{strings.find}</Button>
      </form>
    </search>
  )
}

/** Search results, best first, with matches marked. */
export function FileHitList({
  query,
  threadId,
  onClear,
}: {
  query: string
  threadId: string | null
  onClear: () => void
}) {
  const found = useLoad(
    (signal) => {
      const of = threadId === null ? '' : `&thread_id=${encodeURIComponent(threadId)}`
      return api.get<FileHits>(`/api/files/search?q=${encodeURIComponent(query)}${of}`, signal)
    },
    [query, threadId],
  )
  return (
    <section className="stack" aria-live="polite" aria-busy={found.isLoading}>
      <Await loaded={found}>
        {({ hits, read_as, complete }) => (
          <>
            {hits.length === 0 ? (
              <Notice
                title={strings.noHits(query)}
                actions={<Button onClick={onClear}>{strings.clearSearch}</Button>}
              >
                {strings.noHitsText}
              </Notice>
            ) : (
              <header className="files-head">
                <h2>{strings.hits(hits.length, query)}</h2>
                <Button size="small" onClick={onClear}>
                  {strings.clearSearch}
                </Button>
              </header>
            )}
            {read_as.map(({ wrote, meant }) => (
              <p key={wrote} className="quiet small">
                {strings.readAs(wrote, meant)}
              </p>
            ))}
            {!complete && <p className="quiet small">{strings.incomplete}</p>}
            <ol className="stack">
              {hits.map((hit) => (
                <HitCard key={hit.chunk_id} hit={hit} />
              ))}
            </ol>
          </>
        )}
      </Await>
    </section>
  )
}

function HitCard({ hit }: { hit: Hit }) {
  const { file, page, heading, from_line: from, to_line: to } = hit
  const position = page === null ? strings.lines(from, to) : strings.page(page)
  return (
    <li className="card stack">
      <h3>
        <a href={routes.lines(file.id, from, to)}>
          <UserText inline text={file.path} />, {position}
        </a>
      </h3>
      {heading !== '' && (
        <p className="quiet small">
          <UserText inline text={heading} />
        </p>
      )}
      <p className="files-excerpt">
        <Marked text={hit.excerpt} ranges={hit.ranges.map(({ start, end }) => [start, end])} />
      </p>
    </li>
  )
}
