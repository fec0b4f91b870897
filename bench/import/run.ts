import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { embeddedHome, type Home, serverHome } from '../homes.ts'
import { prepareBare } from '../ingest/bare-insert.ts'
import { createChat } from '../ingest/chat-messages.ts'
import { keepResult, type Table } from '../results.ts'
import { makeExport } from './make-export.ts'
import { embeddedPlace, type Place, serverPlace } from './places.ts'
import { type Run, runImporter, tenth } from './run-importer.ts'
import { countRows, type Rows, readRows } from './stored-rows.ts'

/* A large import by the real program; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    embedded: { type: 'string', default: '100000' },
    kill: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const databaseUrl = process.env.DATABASE_URL
const home = await mkdtemp(join(tmpdir(), 'earshot-import-bench-'))
const BARE_BATCH = 500
const MAX_BARE = 50_000

type Measured = {
  readonly engine: Place['engine']
  readonly messages: number
  readonly fileMb: number
  readonly run: Run
  readonly again: Run
  readonly rows: Omit<Rows, 'digest'>
  readonly replies: number
  readonly barePerSecond: number
}
type Killed = {
  readonly engine: Place['engine']
  readonly messages: number
  readonly killedAt: number
  readonly undisturbed: Rows
  readonly interrupted: Rows
}

const measured: Measured[] = []
const killed: Killed[] = []
for (const [engine, count] of [
  ['PostgreSQL', Number(values.messages)],
  ['embedded', Number(values.embedded)],
] as const) {
  if (engine === 'PostgreSQL' && databaseUrl === undefined) continue
  const open = (label: string) =>
    engine === 'embedded' ? embeddedPlace() : serverPlace(databaseUrl ?? '', label)
  measured.push(await measure(engine, count, () => open('large')))
  killed.push(await kill(engine, Number(values.kill), open))
}
await rm(home, { recursive: true })
keepResult({
  bench: 'import',
  question:
    'How fast is the history of a chat imported, linked and all, and does it survive a kill?',
  command: `${databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '}npm run bench -- import`,
  seed,
  config: { messages: values.messages, embedded: values.embedded, kill: values.kill, BARE_BATCH },
  tables: [
    { caption: 'An import of a Telegram export', table: speedTable() },
    { caption: 'Killed half-way and started again', table: killTable() },
  ],
  numbers: { measured: measured.map(thinned), killed },
})

/** A hundred samples tell what thousands do, and are kept for good. */
function thinned(one: Measured) {
  const thin = (run: Run): Run => {
    const every = Math.ceil(run.samples.length / 100)
    return { ...run, samples: run.samples.filter((_, i) => i % every === 0) }
  }
  return { ...one, run: thin(one.run), again: thin(one.again) }
}

async function measure(
  engine: Place['engine'],
  count: number,
  open: () => Promise<Place>,
): Promise<Measured> {
  const file = join(home, 'large.json')
  const made = await makeExport(file, count, seed)
  const fileMb = (await stat(file)).size / 2 ** 20
  const barePerSecond = await measureBare(engine, Math.min(count, MAX_BARE))
  const place = await open()
  const run = await runImporter(file, place)
  console.log(`${engine}: ${count} messages in ${(run.ms / 60_000).toFixed(2)} minutes`)
  const again = await runImporter(file, place)
  const rows = await place.inspect(countRows)
  await place.remove()
  return { engine, messages: count, fileMb, run, again, rows, replies: made.replies, barePerSecond }
}

async function kill(
  engine: Place['engine'],
  count: number,
  open: (label: string) => Promise<Place>,
): Promise<Killed> {
  const file = join(home, 'small.json')
  await makeExport(file, count, seed)
  const quiet = await open('quiet')
  await runImporter(file, quiet)
  const undisturbed = await quiet.inspect(readRows)
  await quiet.remove()
  const place = await open('killed')
  const first = await runImporter(file, place, count / 2)
  await place.crash()
  await runImporter(file, place)
  const interrupted = await place.inspect(readRows)
  await place.remove()
  const killedAt = first.samples.at(-1)?.stored ?? 0
  return { engine, messages: count, killedAt, undisturbed, interrupted }
}

/** The same kind of messages by one INSERT a batch, with all indexes and nothing else. */
async function measureBare(engine: Place['engine'], count: number): Promise<number> {
  const bareHome: Home =
    engine === 'embedded'
      ? await embeddedHome('import-bare')
      : await serverHome('import_bare', databaseUrl ?? '')
  const bare = await prepareBare(bareHome.driver, 1)
  const chat = createChat(seededRandom(seed), Date.now())
  let ms = 0
  for (let done = 0; done < count; done += BARE_BATCH) {
    const batch = chat.batch(BARE_BATCH)
    const began = performance.now()
    await bare.insert(1, batch)
    ms += performance.now() - began
  }
  await bareHome.remove()
  return (count * 1_000) / ms
}

function speedTable(): Table {
  const columns = measured.map((one) => {
    const first = tenth(one.run, one.messages, 'first')
    const last = tenth(one.run, one.messages, 'last')
    const isServer = one.engine === 'PostgreSQL'
    const aim = isServer ? '< 20 minutes for 1,000,000' : '< 4 minutes for 100,000'
    const memory = ({ importerMb, serverMb }: typeof first) =>
      `${importerMb.toFixed(0)} MB${serverMb === 0 ? '' : `, server ${serverMb.toFixed(0)} MB`}`
    return [
      `${one.engine}${isServer ? '' : ', with a server'}`,
      String(one.messages),
      `${one.fileMb.toFixed(0)} MB`,
      `${(one.run.ms / 60_000).toFixed(1)} minutes (${aim})`,
      ((one.messages * 1_000) / one.run.ms).toFixed(0),
      first.perSecond.toFixed(0),
      last.perSecond.toFixed(0),
      one.barePerSecond.toFixed(0),
      memory(first),
      memory(last),
      String(one.rows.links),
      `${((100 * one.rows.replyLinks) / one.replies).toFixed(2)} % (≥ 99 %)`,
      `${one.again.report.stored} (0)`,
      `${(one.again.ms / 60_000).toFixed(1)} minutes`,
    ]
  })
  const names = [
    '',
    'messages',
    'the file',
    'time (aim)',
    'messages/s',
    '… in the first tenth',
    '… in the last tenth',
    'bare INSERT, messages/s',
    'highest memory of the importer, first tenth',
    '… last tenth (< 600 MB)',
    'links',
    'links of replies kept (aim)',
    'stored by a second run (aim)',
    '… which took',
  ]
  return names.map((name, i) => [name, ...columns.map((column) => column[i] ?? '')])
}

function killTable(): Table {
  return [
    [
      '',
      'messages',
      'killed after',
      'rows, undisturbed',
      'rows, killed',
      'the same rows and links',
    ],
    ...killed.map((one) => [
      one.engine,
      String(one.messages),
      String(one.killedAt),
      String(one.undisturbed.messages),
      String(one.interrupted.messages),
      one.undisturbed.digest === one.interrupted.digest ? 'yes' : '**no**',
    ]),
  ]
}
