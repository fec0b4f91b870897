import { useState } from 'react'
import { Notice } from '../parts/notice.tsx'
import { memory as strings } from '../strings/memory.ts'
import { reviewPath } from './facts.ts'
import { ReviewList } from './review-list.tsx'

/** What the memory screen shows before a person or group is chosen: the facts of all that wait for review. */
export function ReviewScreen() {
  const [done, setDone] = useState<string | null>(null)
  return (
    <div className="stack">
      <Notice title={strings.choose}>{strings.chooseText}</Notice>
      <div role="status">{done !== null && <Notice tone="ok" title={done} />}</div>
      <ReviewList path={reviewPath(null)} version={null} onChange={setDone} />
    </div>
  )
}
