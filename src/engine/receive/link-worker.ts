import { parentPort } from 'node:worker_threads'
import { type LinkStretch, linkInOrder } from './link-stretch.ts'

/* Links stretches of an import, in a thread of its own: see link-in-thread.ts. */

parentPort?.on('message', (stretch: LinkStretch) => {
  parentPort?.postMessage([...linkInOrder(stretch)].flat())
})
