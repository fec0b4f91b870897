import { useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { Failure } from '../../parts/notice.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'
import { chatApiPath } from '../paths.ts'

/** The limit up to which UserText does not truncate. */
const MAX_LENGTH = 4_000

/** The text of a message; the rest of a long one is loaded on request. */
export function MessageText({ thread, message }: { thread: string; message: TimelineMessage }) {
  const [whole, setWhole] = useState<string | null>(null)
  const show = useAction(async () => {
    const path = `${chatApiPath(thread)}/messages/${encodeURIComponent(message.id)}`
    setWhole((await api.get<TimelineMessage>(path)).text)
  })
  const text = whole ?? message.text
  return (
    <>
      {splitText(text).map((piece, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
        <UserText key={i} text={piece} inline={text.length > MAX_LENGTH} />
      ))}
      {whole === null && message.left_out > 0 && (
        <button
          type="button"
          className="link-button"
          onClick={(event) => {
            event.stopPropagation()
            void show.run()
          }}
        >
          {strings.showAll(formatBytes(message.left_out))}
        </button>
      )}
      {show.problem && <Failure problem={show.problem} />}
    </>
  )
}

/** Splits a text without splitting a surrogate pair. */
function splitText(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length || pieces.length === 0; ) {
    const last = text.charCodeAt(at + MAX_LENGTH - 1)
    const end = at + MAX_LENGTH - (last >= 0xd800 && last <= 0xdbff ? 1 : 0)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
