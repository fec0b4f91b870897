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

/** Sends files to the server, a few at a time; `onKept` is called after each that arrived. */
export function useUploads(onKept: () => void): Uploads {
  const [list, change] = useReducer(changeUploads, [])
  const requests = useRef(new Map<number, XMLHttpRequest>())
  const lastId = useRef(0)
  const kept = useRef(onKept)
  useEffect(() => {
    kept.current = onKept
  })
  const set = useCallback(
    (id: number, state: UploadState) => change({ type: 'set', id, state }),
    [],
  )
  useEffect(() => {
    for (const upload of nextUploads(list)) {
      if (requests.current.has(upload.id)) continue
      const request = send(upload, (state) => {
        if (isEnd(state)) requests.current.delete(upload.id)
        set(upload.id, state)
        if (state.kind === 'done') kept.current()
      })
      requests.current.set(upload.id, request)
      set(upload.id, { kind: 'sending', share: 0 })
    }
  }, [list, set])
  // Whoever leaves the page stops what is on its way: nobody would see what became of it.
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

function isEnd({ kind }: UploadState): boolean {
  return kind === 'done' || kind === 'failed' || kind === 'cancelled'
}

/** By XMLHttpRequest: fetch does not tell how far an upload has come. */
function send({ file, threadId }: Upload, tell: (state: UploadState) => void): XMLHttpRequest {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file)
  if (threadId !== null) form.append('thread_id', threadId)
  request.open('POST', '/api/files')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    tell({ kind: 'sending', share: total === 0 ? 1 : loaded / total })
  })
  request.upload.addEventListener('load', () => tell({ kind: 'reading' }))
  request.addEventListener('load', () => tell(endOf(request)))
  request.addEventListener('error', () => {
    tell({ kind: 'failed', problem: new Problem(0, 'unreachable', strings.upload.broken) })
  })
  request.addEventListener('abort', () => tell({ kind: 'cancelled' }))
  request.send(form)
  return request
}

type Kept = { files: { id: string; status: 'added' | 'replaced' | 'unchanged' }[] }

/** What the server said; its problems say in words what to do. */
function endOf({ status, responseText }: XMLHttpRequest): UploadState {
  try {
    const body: unknown = JSON.parse(responseText)
    const kept = status === 200 ? (body as Kept).files[0] : undefined
    if (kept !== undefined) return { kind: 'done', status: kept.status, fileId: kept.id }
    const { code, detail } = body as { code: string; detail: string }
    return { kind: 'failed', problem: new Problem(status, code, detail) }
  } catch {
    return { kind: 'failed', problem: new Problem(status, 'unknown', strings.upload.broken) }
  }
}
