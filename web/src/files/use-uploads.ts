import { useCallback, useEffect, useReducer, useRef } from 'react'
import { Problem } from '../lib/api.ts'
import { files as strings } from '../strings/files.ts'
import { changeUploads, nextUploads, type Upload, type UploadState } from './uploads.ts'

export type Uploads = {
  readonly list: readonly Upload[]
  add(files: readonly File[], threadId: string | null): void
  cancel(id: number): void
  retry(id: number): void
  clear(): void
}

/** Uploads files, a few in parallel; calls `onUploaded` after each success. */
export function useUploads(onUploaded: () => void): Uploads {
  const [list, change] = useReducer(changeUploads, [])
  const requests = useRef(new Map<number, XMLHttpRequest>())
  const lastId = useRef(0)
  const uploaded = useRef(onUploaded)
  useEffect(() => {
    uploaded.current = onUploaded
  })
  const set = useCallback(
    (id: number, state: UploadState) => change({ type: 'set', id, state }),
    [],
  )
  useEffect(() => {
    for (const upload of nextUploads(list)) {
      if (requests.current.has(upload.id)) continue
      const request = send(upload, (state) => {
        if (isFinal(state)) requests.current.delete(upload.id)
        set(upload.id, state)
        if (state.kind === 'done') uploaded.current()
      })
      requests.current.set(upload.id, request)
      set(upload.id, { kind: 'sending', share: 0 })
    }
  }, [list, set])
  // Leaving the page aborts pending uploads: their result could not be shown.
  useEffect(() => {
    const running = requests.current
    return () => {
      for (const request of running.values()) request.abort()
    }
  }, [])
  return {
    list,
    add: (added, threadId) => {
      const uploads = added.map((file): Upload => {
        lastId.current += 1
        return { id: lastId.current, file, threadId, state: { kind: 'waiting' } }
      })
      change({ type: 'add', uploads })
    },
    cancel: (id) => {
      set(id, { kind: 'cancelled' })
      requests.current.get(id)?.abort()
      requests.current.delete(id)
    },
    retry: (id) => set(id, { kind: 'waiting' }),
    clear: () => change({ type: 'clear' }),
  }
}

function isFinal({ kind }: UploadState): boolean {
  return kind === 'done' || kind === 'failed' || kind === 'cancelled'
}

/** XMLHttpRequest, as fetch does not report upload progress. */
function send({ file, threadId }: Upload, onState: (state: UploadState) => void): XMLHttpRequest {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file)
  if (threadId !== null) form.append('thread_id', threadId)
  request.open('POST', '/api/files')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onState({ kind: 'sending', share: total === 0 ? 1 : loaded / total })
  })
  request.upload.addEventListener('load', () => onState({ kind: 'reading' }))
  request.addEventListener('load', () => onState(finalState(request)))
  request.addEventListener('error', () => {
    onState({ kind: 'failed', problem: new Problem(0, 'unreachable', strings.upload.broken) })
  })
  request.addEventListener('abort', () => onState({ kind: 'cancelled' }))
  request.send(form)
  return request
}

type UploadReply = { files: { id: string; status: 'added' | 'replaced' | 'unchanged' }[] }

/** The final state by the response of the server. */
function finalState({ status, responseText }: XMLHttpRequest): UploadState {
  try {
    const body: unknown = JSON.parse(responseText)
    const stored = status === 200 ? (body as UploadReply).files[0] : undefined
    if (stored !== undefined) return { kind: 'done', status: stored.status, fileId: stored.id }
    const { code, detail } = body as { code: string; detail: string }
    return { kind: 'failed', problem: new Problem(status, code, detail) }
  } catch {
    return { kind: 'failed', problem: new Problem(status, 'unknown', strings.upload.broken) }
  }
}
