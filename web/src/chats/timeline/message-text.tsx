import { useState } from 'react'
import type { TimelineMessage } from '../../../../src/api/chats/chats.ts'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { Failure } from '../../parts/notice.tsx'
import { UserText } from '../../parts/user-text.tsx'
import { chats as strings } from '../../strings/chats.ts'
import { chatApiPath } from '../paths.ts'

/** As much as UserText shows of one text without a button of its own. */
const PIECE = 4_000

/** What a message says; the rest of a long one is fetched when somebody asks. */
export function MessageText({ thread, message }: { thread: string; message: TimelineMessage }) {
  const [whole, setWhole] = useState<string | null>(null)
  const show = useAction(async () => {
    const path = `${chatApiPath(thread)}/messages/${encodeURIComponent(message.id)}`
    setWhole((await api.get<TimelineMessage>(path)).text)
  })
  const text = whole ?? message.text
  return (
    <>
      {piecesOf(text).map((piece, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
        <UserText key={i} text={piece} inline={text.length > PIECE} />
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

/** Cut so that no piece ends in half a character. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length || pieces.length === 0; ) {
    const last = text.charCodeAt(at + PIECE - 1)
    const end = at + PIECE - (last >= 0xd800 && last <= 0xdbff ? 1 : 0)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
