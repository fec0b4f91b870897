import { useState } from 'react'
import { useLocation } from 'wouter'
import type { FileEntry } from '../../../src/api/files/files.ts'
import { api } from '../lib/api.ts'
import { formatAgo, formatBytes } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Await } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user-text.tsx'
import { useMe } from '../shell/me.tsx'
import { files as strings } from '../strings/files.ts'
import { FileText } from './file-text.tsx'
import type { Span } from './lines.ts'
import { PinTo } from './pin-to.tsx'
import { ownerOf, useChats } from './use-chats.ts'

type Shown = { file: FileEntry; content: string }

/** One file: its text with the cited lines marked, pinning, and deletion. */
export function FileView({ id, marked }: { id: string; marked: Span | null }) {
  const [isDeleting, setDeleting] = useState(false)
  const shown = useLoad(
    (signal) => api.get<Shown>(`/api/files/${encodeURIComponent(id)}?include=content`, signal),
    [id],
  )
  const file = shown.data?.file
  const me = useMe()
  // A file of the workspace is not a member's to delete.
  const isOfWorkspace = file?.thread_id === null && file.person === null
  const mayDelete = !isOfWorkspace || me.role !== 'member'
  return (
    <Page
      title={file === undefined ? strings.title : visibleText(file.path)}
      actions={
        file &&
        mayDelete && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {strings.view.delete}
          </Button>
        )
      }
    >
      <a href="#/files">‹ {strings.view.back}</a>
      <Await loaded={shown}>
        {({ file: known, content }) => (
          <>
            <About file={known} marked={marked} />
            <PinTo fileId={known.id} marked={marked} />
            <FileText content={content} marked={marked} />
          </>
        )}
      </Await>
      {isDeleting && file && <Delete file={file} onClose={() => setDeleting(false)} />}
    </Page>
  )
}

function About({ file, marked }: { file: FileEntry; marked: Span | null }) {
  const chats = useChats()
  return (
    <div className="row small">
      <Chip>{file.content_type}</Chip>
      <Chip tone="accent">
        <UserText inline text={ownerOf(file, chats)} />
      </Chip>
      <span className="quiet">
        {strings.view.meta(formatBytes(file.bytes), file.chunks, formatAgo(file.updated_at))}
      </span>
      {marked && (
        <>
          <mark>{strings.view.cited(marked.from, marked.to)}</mark>
          <a href={routes.file(file.id)}>{strings.view.whole}</a>
        </>
      )}
    </div>
  )
}

function Delete({ file, onClose }: { file: FileEntry; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useAction(async () => {
    await api.delete(`/api/files/${file.id}`)
    navigate('/files')
  })
  return (
    <Confirm
      title={strings.view.deleteTitle(visibleText(file.path))}
      action={strings.view.delete}
      isBusy={remove.isRunning}
      problem={remove.problem}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <p>{strings.view.deleteText}</p>
    </Confirm>
  )
}
