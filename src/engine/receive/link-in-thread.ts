import { Worker } from 'node:worker_threads'
import type { Link } from '../../domain/link.ts'
import type { LinkStretch } from './link-stretch.ts'

/* A worker thread for imports. Linking is three quarters of their work and needs nothing but the messages,
 * so half of each large batch is linked in the thread, the other half here, and the database writes on a
 * third core if there is one. The thread ends after 30 idle seconds.
 *
 * Node 20 cannot start a thread from a .ts file, so in tests, which run the sources, everything is linked
 * here; both run the same code (link-stretch.ts). */

const CAN_START = !import.meta.url.endsWith('.ts')
const IDLE_MS = 30_000
/** Twice what it needs; without a limit garbage grows to several times that. */
const MAX_HEAP_MB = 200

type Thread = { link(stretch: LinkStretch): Promise<Link[]> }
type Waiting = { resolve(links: Link[]): void; reject(error: unknown): void }

let thread: Thread | null = null

/** Links a stretch in the thread; null where there is none, and the caller links. */
export function linkInThread(stretch: LinkStretch): Promise<Link[]> | null {
  if (!CAN_START) return null
  thread ??= startThread()
  return thread.link(stretch)
}

function startThread(): Thread {
  const worker = new Worker(new URL('./link-worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const waiting: Waiting[] = []
  let idle: NodeJS.Timeout | undefined
  const gone = (error: unknown) => {
    clearTimeout(idle)
    if (thread === started) thread = null
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('message', (links: Link[]) => {
    // Responses come in the order of requests.
    waiting.shift()?.resolve(links)
    if (waiting.length > 0) return
    // An idle thread must not keep the process alive.
    worker.unref()
    idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
  })
  worker.on('error', gone)
  worker.on('exit', () => gone(new Error('The linking thread has ended')))
  const started: Thread = {
    link: (stretch) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        worker.ref()
        waiting.push({ resolve, reject })
        worker.postMessage(stretch)
      }),
  }
  return started
}
