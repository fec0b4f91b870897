import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { DRAWS } from '../lookback/intervals.ts'
import { keepResult } from '../results.ts'
import { CRANFIELD_FILES, cranfieldTable, measureCranfield } from './cranfield.ts'
import { LOCOMO_FILES, locomoTables, measureLocomo } from './locomo.ts'

/* Does the search find what answers a question? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    seed: { type: 'string', default: '1' },
  },
})
const { data } = values
const seed = Number(values.seed)
const files = [...LOCOMO_FILES, ...CRANFIELD_FILES]

const missing = files.filter((file) => !existsSync(join(data, file)))
if (missing.length > 0) {
  console.error(
    `This bench needs data that is not part of the repository, and does not find ${missing.join(', ')} in ${data}. Say where it is with --data DIRECTORY; bench/recall/README.md tells where it comes from.`,
  )
  process.exit(2)
}

const locomo = await measureLocomo(data, seed, progress)
const cranfield = await measureCranfield(data, seed, progress)
keepResult({
  bench: 'recall',
  question: 'Does the search find what answers a question, in long histories and in files?',
  command: 'npm run bench -- recall --data DIRECTORY',
  seed,
  // Where the directory is on this machine is nobody's business; what was in it is.
  config: {
    draws: DRAWS,
    embedder: createStaticEmbedder().id,
    data: Object.fromEntries(files.map((file) => [file, hashOf(join(data, file))])),
  },
  tables: [...locomoTables(locomo), cranfieldTable(cranfield)],
  numbers: { locomo, cranfield },
})

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}

/** A line now and then: the loading of a thousand files is silent otherwise. */
function progress(line: string): void {
  if (/loading conv|00 of/.test(line)) console.log(line)
}
