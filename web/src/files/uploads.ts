import type { Problem } from '../lib/api.ts'

/* The state of uploads. Pure; use-uploads.ts sends the requests. */

export type UploadState =
  | { readonly kind: 'waiting' }
  /** `share`: the fraction sent. */
  | { readonly kind: 'sending'; readonly share: number }
  /** Sent completely; the server processes it. */
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'done'
      readonly status: 'added' | 'replaced' | 'unchanged'
      readonly fileId: string
    }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'cancelled' }

export type Upload = {
  readonly id: number
  readonly file: File
  /** The chat it will belong to; null: the user's own files or the workspace's. */
  readonly threadId: string | null
  readonly state: UploadState
}

export type UploadChange =
  | { readonly type: 'add'; readonly uploads: readonly Upload[] }
  | { readonly type: 'set'; readonly id: number; readonly state: UploadState }
  | { readonly type: 'clear' }

/** Maximum parallel uploads, to limit the load of the server. */
export const MAX_PARALLEL = 2

const isRunning = ({ state }: Upload) => state.kind === 'sending' || state.kind === 'reading'
const isFinished = (upload: Upload) => !isRunning(upload) && upload.state.kind !== 'waiting'

/** The list after a change. A late event of a cancelled upload is ignored. */
export function changeUploads(uploads: readonly Upload[], change: UploadChange): readonly Upload[] {
  if (change.type === 'add') return [...uploads, ...change.uploads]
  if (change.type === 'clear') return uploads.filter((upload) => !isFinished(upload))
  return uploads.map((upload) => {
    if (upload.id !== change.id) return upload
    const isLate = upload.state.kind === 'cancelled' && change.state.kind !== 'waiting'
    return isLate ? upload : { ...upload, state: change.state }
  })
}

/** Uploads to start now. */
export function nextUploads(uploads: readonly Upload[]): Upload[] {
  const free = MAX_PARALLEL - uploads.filter(isRunning).length
  return uploads.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free))
}

/** True while an upload is pending. */
export function isUploading(uploads: readonly Upload[]): boolean {
  return uploads.some((upload) => !isFinished(upload))
}
