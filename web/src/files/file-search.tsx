import { type FormEvent, useState } from 'react'
import type { FileHits } from '../../../src/api/files/file-search.ts'
import { api } from '../lib/api.ts'
import { places } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Marked } from '../parts/marked.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { Said } from '../parts/user-text.tsx'
import { files as words } from '../strings/files.ts'

type Hit = FileHits['hits'][number]

/** Where one types what to look for. */
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
          label={words.search}
          hint={words.searchHint}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            // The cross of the field empties it: that ends the search.
            if (event.target.value === '') onSearch('')
          }}
        />
        <Button type="submit">{words.find}</Button>
      </form>
    </search>
  )
}

/** The places that were found, best first, with the words that were found in them. */
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
                title={words.noHits(query)}
                actions={<Button onClick={onClear}>{words.clearSearch}</Button>}
              >
                {words.noHitsText}
              </Notice>
            ) : (
              <header className="files-head">
                <h2>{words.hits(hits.length, query)}</h2>
                <Button size="small" onClick={onClear}>
                  {words.clearSearch}
                </Button>
              </header>
            )}
            {read_as.map(({ wrote, meant }) => (
              <p key={wrote} className="quiet small">
                {words.readAs(wrote, meant)}
              </p>
            ))}
            {!complete && <p className="quiet small">{words.incomplete}</p>}
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
  const place = page === null ? words.lines(from, to) : words.page(page)
  return (
    <li className="card stack">
      <h3>
        <a href={places.lines(file.id, from, to)}>
          <Said inline text={file.path} />, {place}
        </a>
      </h3>
      {heading !== '' && (
        <p className="quiet small">
          <Said inline text={heading} />
        </p>
      )}
      <p className="files-excerpt">
        <Marked text={hit.excerpt} ranges={hit.ranges.map(({ start, end }) => [start, end])} />
      </p>
    </li>
  )
}
