import { parentPort } from 'node:worker_threads'
import { linkAt, type Stretch } from './link-stretch.ts'

/* Links stretches of an import, in a thread of its own: see link-in-thread.ts. */

parentPort?.on('message', (stretch: Stretch) => {
  const links = stretch.all.flatMap((_, at) => (at < stretch.from ? [] : linkAt(stretch, at)))
  parentPort?.postMessage(links)
})
