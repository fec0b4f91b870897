/* Creates an empty database in the directory named on the command line, and exits.
 *
 * A process of its own, because PostgreSQL's first run needs some 120 MB that a thread would not give
 * back: the server would carry them until it stops. Plain JavaScript for the reason in worker.js. */
// @ts-check
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('make-database.js needs a directory')
// Most of this code runs once: optimising it takes longer than it saves (6.8 s of processor time with, 4.4 without).
setFlagsFromString('--liftoff-only')
const db = await PGlite.create({ dataDir: directory })
await db.close()
