import type { WireSetting } from '../../../src/api/settings.ts'
import { formatPlural } from '../lib/format.ts'
import { Notice } from '../parts/notice.tsx'
import { words } from '../words/settings.ts'

/** That something was changed which does not hold yet. */
export function PendingBanner({ settings }: { settings: readonly WireSetting[] }) {
  const pending = settings.filter(({ is_pending }) => is_pending)
  return (
    <div role="status">
      {pending.length > 0 && (
        <Notice tone="warn" title={words.pending.title(formatPlural(pending.length, 'setting'))}>
          {words.pending.text} {pending.map(({ name }) => name).join(', ')}
        </Notice>
      )}
    </div>
  )
}
