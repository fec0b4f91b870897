import { useState } from 'react'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Failure, Notice } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import type { SettingsStore } from './use-settings.ts'

/** Lists settings that apply after a restart, with a restart button. */
export function PendingBanner({ store }: { store: SettingsStore }) {
  const [wasTried, setTried] = useState(false)
  const restart = useAction(async () => {
    await store.restart()
    setTried(true)
  })
  const pending = store.loaded.data?.settings.filter(({ is_pending }) => is_pending) ?? []
  return (
    <div role="status">
      {pending.length > 0 && (
        <Notice
          tone="warn"
          title={strings.pending.title(pending.length)}
          actions={
            <Button isBusy={restart.isRunning} onClick={() => void restart.run()}>
              {strings.pending.restart}
            </Button>
          }
        >
          {strings.pending.text} {pending.map(({ label }) => label).join(', ')}
          {restart.isRunning && <p>{strings.pending.restarting}</p>}
          {wasTried && !restart.isRunning && <p>{strings.pending.stillPending}</p>}
          {restart.problem && <Failure problem={restart.problem} />}
        </Notice>
      )}
    </div>
  )
}
