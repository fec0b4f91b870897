import type { z } from 'zod'
import type { WireContext } from '../../../../src/api/wire/context-wire.ts'
import { formatCount, formatMoment, formatShare } from '../../lib/format.ts'
import { visibleText } from '../../lib/visible-text.ts'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'

export type Context = z.infer<typeof WireContext>

type Item = Context['data']['items'][number] | Context['data']['excluded'][number]

/** The pieces of a context: author or path, text, reason, score and tokens. */
export function ContextItems({
  items,
  onJump,
}: {
  items: readonly Item[]
  onJump: (id: string) => void
}) {
  return (
    <ol className="chats-pieces">
      {items.map((item) => (
        <li key={item.id} className="chats-piece">
          <PieceHead item={item} onJump={onJump} />
          {'content' in item && (
            <div className="chats-piece-text">
              <UserText text={item.content} />
            </div>
          )}
          <p className="quiet small">
            {visibleText(item.reason)} · {strings.context.score(formatShare(item.relevance))} ·{' '}
            {strings.context.tokens(formatCount(item.tokens))}
          </p>
        </li>
      ))}
    </ol>
  )
}

function PieceHead({ item, onJump }: { item: Item; onJump: (id: string) => void }) {
  const { message_id, author, path, file_id, start_line, end_line, created_at } = item.metadata
  const when = <span className="quiet">{formatMoment(created_at)}</span>
  const number = 'number' in item && <span className="chats-number">{item.number}</span>
  if (message_id !== null) {
    return (
      <button type="button" className="chats-hit-link small" onClick={() => onJump(message_id)}>
        {number}
        <b>{visibleText(author ?? message_id)}</b>
        {when}
      </button>
    )
  }
  if (file_id !== null) {
    const lines = start_line === null ? '' : `/lines/${start_line}-${end_line ?? start_line}`
    return (
      <a className="chats-hit-link small" href={`#/files/${encodeURIComponent(file_id)}${lines}`}>
        {number}
        <b>{visibleText(path ?? file_id)}</b>
        {when}
      </a>
    )
  }
  return (
    <p className="chats-hit-link small">
      {number}
      <b>{strings.context.session}</b>
      {when}
    </p>
  )
}
