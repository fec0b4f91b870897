import type { Problem } from '../lib/api.ts'

/* What becomes of files that are being added. Pure: what is sent is use-uploads.ts' business. */

export type UploadState =
  | { readonly kind: 'waiting' }
  /** `share` of it has left the browser. */
  | { readonly kind: 'sending'; readonly share: number }
  /** All of it is there; the server reads it. */
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
  /** The chat it will belong to; null for the sender's own or the workspace's. */
  readonly threadId: string | null
  readonly state: UploadState
}

export type UploadChange =
  | { readonly type: 'add'; readonly uploads: readonly Upload[] }
  | { readonly type: 'set'; readonly id: number; readonly state: UploadState }
  | { readonly type: 'clear' }

/** How many are sent at the same time: reading them is the server's work, and it has others. */
export const MAX_PARALLEL = 2

const isRunning = ({ state }: Upload) => state.kind === 'sending' || state.kind === 'reading'
const isOver = (upload: Upload) => !isRunning(upload) && upload.state.kind !== 'waiting'

/** The list after a change. What was cancelled stays so, whatever its connection still says. */
export function changeUploads(uploads: readonly Upload[], change: UploadChange): readonly Upload[] {
  if (change.type === 'add') return [...uploads, ...change.uploads]
  if (change.type === 'clear') return uploads.filter((upload) => !isOver(upload))
  return uploads.map((upload) => {
    if (upload.id !== change.id) return upload
    const isLate = upload.state.kind === 'cancelled' && change.state.kind !== 'waiting'
    return isLate ? upload : { ...upload, state: change.state }
  })
}

/** Those to begin now. */
export function nextUploads(uploads: readonly Upload[]): Upload[] {
  const free = MAX_PARALLEL - uploads.filter(isRunning).length
  return uploads.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free))
}

/** True while any of them is on its way. */
export function isUploading(uploads: readonly Upload[]): boolean {
  return uploads.some((upload) => !isOver(upload))
}
