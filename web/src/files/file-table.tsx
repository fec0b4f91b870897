import { useState } from 'react'
import type { FileEntry } from '../../../src/api/files/files.ts'
import { api } from '../lib/api.ts'
import { formatAgo, formatBytes, formatMoment } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { visibleText } from '../lib/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
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
                  <th scope="col">{strings.state}</th>
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
  // The folders are below the name, which is what a reader looks for.
  const at = file.path.lastIndexOf('/') + 1
  return (
    <tr>
      <th scope="row">
        <a className="files-name" href={routes.file(file.id)} title={visibleText(file.path)}>
          <UserText inline hasLinks={false} text={file.path.slice(at)} />
        </a>
        {at > 0 && (
          <span className="files-folder quiet small">
            <UserText inline hasLinks={false} text={file.path.slice(0, at)} />
          </span>
        )}
      </th>
      <td data-label={strings.owner}>
        <UserText inline text={owner} />
      </td>
      <td data-label={strings.type}>{file.content_type.split(';')[0]}</td>
      <td className="files-number" data-label={strings.size}>
        {formatBytes(file.bytes)}
      </td>
      <td data-label={strings.state}>
        {file.chunks === 0 ? (
          <Chip tone="warn">{strings.withoutText}</Chip>
        ) : (
          <Chip tone="ok">{strings.searchable(file.chunks)}</Chip>
        )}
      </td>
      <td data-label={strings.updated} title={formatAgo(file.updated_at)}>
        {formatMoment(file.updated_at)}
      </td>
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
