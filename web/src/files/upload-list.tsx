import { formatBytes, formatShare } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { Button } from '../parts/button.tsx'
import { UserText } from '../parts/user-text.tsx'
import { files as strings } from '../strings/files.ts'
import { isUploading, type Upload, type UploadState } from './uploads.ts'
import type { Uploads } from './use-uploads.ts'

/** Uploads with progress and result. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { list, clear } = uploads
  if (list.length === 0) return null
  return (
    <section className="card stack">
      <header className="files-head">
        <h2>{strings.uploads}</h2>
        {!isUploading(list) && (
          <Button size="small" kind="quiet" onClick={clear}>
            {strings.clear}
          </Button>
        )}
      </header>
      <ul className="stack">
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { id, file, state } = upload
  const isPending = ['waiting', 'sending', 'reading'].includes(state.kind)
  const mayRetry = state.kind === 'failed' || state.kind === 'cancelled'
  return (
    <li className="files-upload">
      <div className="files-head">
        <span>
          {state.kind === 'done' ? (
            <a href={routes.file(state.fileId)}>
              <UserText inline text={file.name} />
            </a>
          ) : (
            <UserText inline text={file.name} />
          )}{' '}
          <span className="quiet small">{formatBytes(file.size)}</span>
        </span>
        {isPending && (
          <Button
            size="small"
            aria-label={strings.upload.cancelOf(file.name)}
            onClick={() => uploads.cancel(id)}
          >
            {strings.upload.cancel}
          </Button>
        )}
        {mayRetry && (
          <Button
            size="small"
            aria-label={strings.upload.retryOf(file.name)}
            onClick={() => uploads.retry(id)}
          >
            {strings.upload.retry}
          </Button>
        )}
      </div>
      {isPending && (
        <progress
          aria-label={strings.upload.progress(file.name)}
          max={1}
          {...(state.kind === 'reading' ? {} : { value: shareOf(state) })}
        />
      )}
      <span className={`small files-state files-state-${state.kind}`} role="status">
        {stateText(state)}
      </span>
    </li>
  )
}

function shareOf(state: UploadState): number {
  return state.kind === 'sending' ? state.share : 0
}

function stateText(state: UploadState): string {
  switch (state.kind) {
    case 'waiting':
      return strings.upload.waiting
    case 'sending':
      return strings.upload.sending(formatShare(state.share))
    case 'reading':
      return strings.upload.reading
    case 'cancelled':
      return strings.upload.cancelled
    case 'failed':
      return state.problem.message
    case 'done':
      return strings.upload[state.status]
  }
}
