import { parentPort } from 'node:worker_threads'
import { linkInOrder, type Stretch } from './link-stretch.ts'

/* Links stretches of an import, in a thread of its own: see link-in-thread.ts. */

parentPort?.on('message', (stretch: Stretch) => {
  parentPort?.postMessage([...linkInOrder(stretch)].flat())
})
