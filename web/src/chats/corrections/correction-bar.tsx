import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/notice.tsx'
import { chats as words } from '../../strings/chats.ts'
import type { Correcting } from './use-corrections.ts'

/** The corrections of the selected messages. Below the feed: rows must not move while one selects. */
export function CorrectionBar({ correcting }: { correcting: Correcting }) {
  const { selected, done, isRunning, problem, correct, clear } = correcting
  const count = selected.size
  return (
    <>
      <p className="hidden-text" role="status">
        {count === 0 && done > 0 ? words.correct.done : ''}
      </p>
      {problem && <Failure problem={problem} />}
      {count > 0 && (
        <div className="chats-correct" role="toolbar" aria-label={words.correct.bar}>
          <span className="small">{words.correct.selected(count)}</span>
          <Button
            size="small"
            isBusy={isRunning}
            disabled={count < 2}
            onClick={() => correct('together')}
          >
            {words.correct.together}
          </Button>
          <Button size="small" isBusy={isRunning} onClick={() => correct('apart')}>
            {words.correct.apart(count)}
          </Button>
          <Button
            size="small"
            isBusy={isRunning}
            disabled={count !== 1}
            onClick={() => correct('start')}
          >
            {words.correct.start}
          </Button>
          <Button kind="quiet" size="small" aria-label={words.correct.clear} onClick={clear}>
            ✕
          </Button>
        </div>
      )}
    </>
  )
}
