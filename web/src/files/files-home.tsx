import { useState } from 'react'
import { Select } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { useMe } from '../shell/me.tsx'
import { files as strings } from '../strings/files.ts'
import { AddButton, DropZone } from './drop-zone.tsx'
import { FileHitList, SearchForm } from './file-search.tsx'
import { FileTable } from './file-table.tsx'
import { Pins } from './pins.tsx'
import { UploadList } from './upload-list.tsx'
import { titleOf, useChats } from './use-chats.ts'
import { useUploads } from './use-uploads.ts'

/** The files of all chats or one, uploads, and search. */
export function FilesHome() {
  const me = useMe()
  const chats = useChats()
  const [threadId, setThreadId] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const [revision, setRevision] = useState(0)
  const uploads = useUploads(() => setRevision((n) => n + 1))
  const isMember = me.role === 'member'
  const chat = chats.find(({ thread_id }) => thread_id === threadId)
  const owner = chat ? titleOf(chat) : isMember ? strings.me : strings.workspace
  const add = (added: readonly File[]) => uploads.add(added, threadId)
  return (
    <Page title={strings.title} actions={<AddButton onAdd={add} />}>
      <DropZone owner={owner} onAdd={add} />
      <div className="files-bar">
        <Select
          label={strings.scope}
          value={threadId ?? ''}
          hint={strings.belongTo(owner)}
          options={[
            { value: '', label: isMember ? strings.mine : strings.everywhere },
            ...chats.map((one) => ({ value: one.thread_id, label: titleOf(one) })),
          ]}
          onChange={(event) => setThreadId(event.target.value || null)}
        />
        <SearchForm onSearch={setQuery} />
      </div>
      <UploadList uploads={uploads} />
      {query === '' ? (
        <>
          {threadId !== null && <Pins threadId={threadId} />}
          <FileTable threadId={threadId} chats={chats} revision={revision} />
        </>
      ) : (
        <FileHitList query={query} threadId={threadId} onClear={() => setQuery('')} />
      )}
    </Page>
  )
}
