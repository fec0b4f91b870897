import { useHashPath } from '../lib/use-hash-path.ts'
import { Page } from '../parts/page.tsx'
import { useMe } from '../shell/me.tsx'
import { memory as strings } from '../strings/memory.ts'
import { MemoryView } from './memory-view.tsx'
import { type Owner, readOwner, writeOwner } from './owner.ts'
import { OwnerList } from './owner-list.tsx'
import { ReviewScreen } from './review-screen.tsx'
import './memory.css'

const SELF: Owner = { kind: 'person', id: 'me' }

/** The memory of people and groups: view, correct, delete. */
export function MemoryScreen() {
  const [, part] = useHashPath()
  const me = useMe()
  const named = readOwner(part)
  // A member sees their own memory.
  const owner = named ?? (me.role === 'member' ? SELF : null)
  return (
    <Page isWide title={strings.title}>
      <div className={named === null ? 'memory' : 'memory memory-chosen'}>
        <OwnerList current={owner} />
        <div className="memory-detail">
          {owner === null ? <ReviewScreen /> : <MemoryView key={writeOwner(owner)} owner={owner} />}
        </div>
      </div>
    </Page>
  )
}
