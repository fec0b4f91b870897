import { useState } from 'react'
import type { ChatDeletion } from '../../../src/api/chats/delete-chat.ts'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { useMe } from '../shell/me.tsx'
import { chats as strings } from '../strings/chats.ts'
import { chatApiPath } from './paths.ts'

/** Deletes a chat after a confirmation; not shown to members. */
export function DeleteChat({
  chat,
  title,
  onDeleted,
}: {
  /** channel:chat */
  chat: string
  title: string
  onDeleted: (chat: string) => void
}) {
  const { role } = useMe()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await api.delete<ChatDeletion>(chatApiPath(chat))
    setAsking(false)
    onDeleted(chat)
  })
  if (role === 'member') return null
  return (
    <>
      <Button size="small" kind="danger" onClick={() => setAsking(true)}>
        {strings.remove.action}
      </Button>
      {isAsking && (
        <Confirm
          title={strings.remove.title(title)}
          action={strings.remove.action}
          isBusy={remove.isRunning}
          problem={remove.problem}
          onConfirm={() => void remove.run()}
          onClose={() => setAsking(false)}
        >
          <div className="stack">
            <p>{strings.remove.text}</p>
            <p>{strings.remove.later}</p>
            <p>
              <strong>{strings.remove.forever}</strong>
            </p>
          </div>
        </Confirm>
      )}
    </>
  )
}
