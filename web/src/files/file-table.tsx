import { useState } from 'react'
import type { FileEntry } from '../../../src/api/files/files.ts'
import { api } from '../lib/api.ts'
import { formatAgo, formatBytes, formatCount, formatMoment } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { files as strings } from '../strings/files.ts'
import { type Chat, ownerOf } from './use-chats.ts'

const PAGE = 50
type FileList = { files: FileEntry[]; next: string | null }

/** The paginated list of files; reloads when `revision` changes. */
export function FileTable({
  threadId,
  chats,
  revision,
}: {
  threadId: string | null
  chats: readonly Chat[]
  revision: number
}) {
  const [limit, setLimit] = useState(PAGE)
  const list = useLoad((signal) => listFiles(threadId, limit, signal), [threadId, limit, revision])
  return (
    <Await loaded={list}>
      {({ files, next }) =>
        files.length === 0 ? (
          <Notice title={strings.none}>{strings.noneText}</Notice>
        ) : (
          <>
            <table className="files-table">
              <caption className="hidden-text">{strings.list}</caption>
              <thead>
                <tr>
                  <th scope="col">{strings.name}</th>
                  <th scope="col">{strings.owner}</th>
                  <th scope="col">{strings.type}</th>
                  <th scope="col">{strings.size}</th>
                  <th scope="col">{strings.chunks}</th>
                  <th scope="col">{strings.updated}</th>
                </tr>
              </thead>
              <tbody>
                {files.map((file) => (
                  <Row key={file.id} file={file} owner={ownerOf(file, chats)} />
                ))}
              </tbody>
            </table>
            {next !== null && (
              <div>
                <Button onClick={() => setLimit(limit + PAGE)}>{strings.more}</Button>
              </div>
            )}
          </>
        )
      }
    </Await>
  )
}

function Row({ file, owner }: { file: FileEntry; owner: string }) {
  return (
    <tr>
      <th scope="row">
        <a href={routes.file(file.id)}>
          <UserText inline text={file.path} />
        </a>
      </th>
      <td>
        <UserText inline text={owner} />
      </td>
      <td>{file.content_type}</td>
      <td className="files-number">{formatBytes(file.bytes)}</td>
      <td className="files-number">{formatCount(file.chunks)}</td>
      <td title={formatMoment(file.updated_at)}>{formatAgo(file.updated_at)}</td>
    </tr>
  )
}

async function listFiles(
  threadId: string | null,
  wanted: number,
  signal: AbortSignal,
): Promise<FileList> {
  const of = threadId === null ? '' : `&thread_id=${encodeURIComponent(threadId)}`
  const path = `/api/files?limit=${PAGE}${of}`
  let page = await api.get<FileList>(path, signal)
  const files = [...page.files]
  while (page.next !== null && files.length < wanted) {
    page = await api.get<FileList>(`${path}&after=${page.next}`, signal)
    files.push(...page.files)
  }
  return { files, next: page.next }
}
