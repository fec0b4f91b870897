import { useState } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { Button } from '../parts/button.tsx'
import { why } from '../strings/why.ts'
import { ItemRow } from './item-row.tsx'
import { thresholdOf } from './order-items.ts'

const strings = why.items
const PAGE = 20

/** Pieces with their scores. */
export function Items({
  title,
  items,
  why: trace,
  isOpen = false,
}: {
  title: string
  items: Why['items']
  why: Why
  isOpen?: boolean
}) {
  const [isAll, setAll] = useState(false)
  const maxScore = Math.max(0.001, ...trace.items.map(({ relevance }) => relevance))
  const threshold = thresholdOf(trace.items)?.score ?? null
  const shown = isAll ? items : items.slice(0, PAGE)
  return (
    <details className="card why-items" open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {items.length === 0 && <p className="quiet">{strings.none}</p>}
      <ol>
        {shown.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            why={trace}
            maxScore={maxScore}
            threshold={threshold}
          />
        ))}
      </ol>
      {!isAll && items.length > PAGE && (
        <Button onClick={() => setAll(true)}>{strings.more(items.length)}</Button>
      )}
    </details>
  )
}
