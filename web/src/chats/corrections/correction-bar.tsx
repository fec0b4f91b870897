import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/notice.tsx'
import { chats as strings } from '../../strings/chats.ts'
import type { Correcting } from './use-corrections.ts'

/** Actions on the selected messages. Below the feed, so that rows do not move while selecting. */
export function CorrectionBar({ correcting }: { correcting: Correcting }) {
  const { selected, done, isRunning, problem, correct, clear } = correcting
  const count = selected.size
  return (
    <>
      <p className="hidden-text" role="status">
        {count === 0 && done > 0 ? strings.correct.done : ''}
      </p>
      {problem && <Failure problem={problem} />}
      {count > 0 && (
        <div className="chats-correct" role="toolbar" aria-label={strings.correct.bar}>
          <span className="small">{strings.correct.selected(count)}</span>
          <Button
            size="small"
            isBusy={isRunning}
            disabled={count < 2}
            onClick={() => correct('together')}
          >
            {strings.correct.together}
          </Button>
          <Button size="small" isBusy={isRunning} onClick={() => correct('apart')}>
            {strings.correct.apart(count)}
          </Button>
          <Button
            size="small"
            isBusy={isRunning}
            disabled={count !== 1}
            onClick={() => correct('start')}
          >
            {strings.correct.start}
          </Button>
          <Button kind="quiet" size="small" aria-label={strings.correct.clear} onClick={clear}>
            ✕
          </Button>
        </div>
      )}
    </>
  )
}
