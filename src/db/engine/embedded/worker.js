/* PGlite in its own thread: a slow query must not stop the event loop, and only a thread can be
 * ended when a query never comes back.
 *
 * Plain JavaScript, because Node 20 cannot start a thread from a .ts file and the tests run the
 * sources. Types are checked all the same. */
// @ts-check
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { prepareOn } from './prepared.js'

/** @typedef {import('./protocol.ts').DatabaseRequest} Request */
/** @typedef {import('./protocol.ts').DatabaseReply} Reply */
/** @typedef {import('./protocol.ts').Start} Start */

const port = parentPort
if (port === null) throw new Error('worker.js runs as a worker thread only')
const { directory, template } = /** @type {Start} */ (workerData)

/** @param {Reply} reply */
const send = (reply) => port.postMessage(reply)

/** @param {number} id @param {unknown} error */
function sendError(id, error) {
  const { message, code, detail } =
    /** @type {{ message?: string, code?: string, detail?: string }} */ (
      error instanceof Error ? error : { message: String(error) }
    )
  send({ id, error: { message: message ?? 'unknown', code: code ?? null, detail: detail ?? null } })
}

/** @param {PGlite} db @param {ReturnType<typeof prepareOn>} prepared @param {Request} request @returns {Promise<Reply>} */
async function handle(db, prepared, request) {
  switch (request.kind) {
    case 'exec': {
      const results = await prepared.exec(request.sql)
      return { id: request.id, rows: results.flatMap(({ rows }) => rows), affected: 0 }
    }
    case 'query': {
      const { rows, affectedRows } = await prepared.query(request.sql, request.params)
      return { id: request.id, rows, affected: affectedRows ?? 0 }
    }
    case 'close':
      await db.close()
      return { id: request.id, rows: [], affected: 0 }
    case 'dump': {
      const file = await db.dumpDataDir('none')
      return { id: request.id, rows: [new Uint8Array(await file.arrayBuffer())], affected: 0 }
    }
  }
}

try {
  const db = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(template === null ? {} : { loadDataDir: new Blob([await readFile(template)]) }),
    extensions: { vector, pg_trgm },
  })
  const prepared = prepareOn(db)
  let last = Promise.resolve()
  port.on('message', (/** @type {Request} */ request) => {
    // One after the other: a transaction may send several requests at once.
    last = last
      .then(async () => send(await handle(db, prepared, request)))
      .catch((error) => sendError(request.id, error))
  })
  send({ id: 0, rows: [], affected: 0 })
} catch (error) {
  sendError(0, error)
}
