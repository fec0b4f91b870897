import { Link } from 'wouter'
import type { ChatThread } from '../../../src/api/chats/chats.ts'
import { formatAgo, formatCount } from '../lib/format.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/field.tsx'
import { chats as strings } from '../strings/chats.ts'
import { chatPath } from './paths.ts'

/** The server counts up to this many. */
const MAX_COUNTED = 1_000

/** The name of a thread: the title of its chat, and its id if it is a forum thread. */
export function nameOf({ title, topic, thread_id }: ChatThread): string {
  const name = title ?? strings.noTitle(thread_id)
  return visibleText(topic === null ? name : `${name} · ${strings.thread(topic)}`)
}

/** The list of chats; on narrow screens a select. */
export function ChatList({
  threads,
  chosen,
  onChoose,
  onMore,
}: {
  threads: readonly ChatThread[]
  chosen: string | null
  onChoose: (thread: string) => void
  /** Null if all are listed. */
  onMore: (() => void) | null
}) {
  return (
    <>
      <div className="chats-choice">
        <Select
          label={strings.choose}
          isLabelHidden
          value={chosen ?? ''}
          options={threads.map((thread) => ({ value: thread.thread_id, label: nameOf(thread) }))}
          onChange={(event) => onChoose(event.target.value)}
        />
      </div>
      <nav className="chats-list" aria-label={strings.list}>
        <ul>
          {threads.map((thread) => (
            <li key={thread.thread_id}>
              <ThreadLink thread={thread} isChosen={thread.thread_id === chosen} />
            </li>
          ))}
        </ul>
        {onMore && (
          <Button size="small" onClick={onMore}>
            {strings.more}
          </Button>
        )}
      </nav>
    </>
  )
}

function ThreadLink({ thread, isChosen }: { thread: ChatThread; isChosen: boolean }) {
  const { messages, last_author, last_text, last_at } = thread
  return (
    <Link
      href={chatPath(thread.thread_id)}
      className="chats-item"
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="chats-item-head">
        <b className="chats-item-name">{nameOf(thread)}</b>
        <span className="small quiet">{formatAgo(last_at)}</span>
      </span>
      <span className="chats-item-last small">
        {visibleText(last_author)}: {visibleText(last_text)}
      </span>
      <span className="small quiet">
        {messages < MAX_COUNTED ? strings.count(formatCount(messages)) : strings.manyCount}
      </span>
    </Link>
  )
}
