import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startListening } from '../../test/chaos/server-process.ts'
import { oneLine } from '../lookback/one-line.ts'
import { type Captioned, keepResult } from '../results.ts'
import { median, quantile } from '../statistics.ts'
import { type AskTime, type Crowd, measureAsking, measureCrowd } from './measure-ask.ts'
import { measureFormats } from './measure-formats.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

/* What does Earshot add to a language model, and does it bear a crowd? See README.md beside this file. */

const WARM_UP = 20
const DELAY_MS = 200
const CROWD_DELAY_MS = 2_000
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    crowd: { type: 'string', default: '1000' },
  },
})
const [rounds, crowd] = [Number(values.rounds), Number(values.crowd)]
const databaseUrl = process.env.DATABASE_URL

type Reading = {
  readonly engine: string
  readonly offline: readonly AskTime[]
  readonly steady: readonly AskTime[]
  readonly crowd: Crowd
}

const model = await startModelServer()
const formats = measureFormats()
const readings = [await measure('embedded', {}, model)]
if (databaseUrl !== undefined) readings.push(await measureServer(databaseUrl, model))
await model.close()

const prefix = databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '
keepResult({
  bench: 'ask',
  question: 'What does Earshot add to a language model’s own time, and does it bear a crowd?',
  command: [`${prefix}npm run bench -- ask`, ...process.argv.slice(2)].join(' '),
  seed: 0,
  config: { rounds, crowd, DELAY_MS, CROWD_DELAY_MS, WARM_UP },
  tables: [asking(), crowded(), ofFormats()],
  numbers: readings.map(({ engine, offline, steady, crowd: crowded_ }) => ({
    engine,
    offlineMs: oneLine(offline.map(({ wholeMs }) => wholeMs)),
    overheadMs: oneLine(steady.map(({ wholeMs, modelMs }) => wholeMs - modelMs)),
    crowd: crowded_,
  })),
})

async function measure(
  engine: string,
  env: Readonly<Record<string, string>>,
  steadyModel: ModelServer,
): Promise<Reading> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-ask-'))
  const demo = { EARSHOT_DEMO: '1', ...env }
  const quoting = await startListening(join(home, 'db'), demo)
  await measureAsking(quoting.url, WARM_UP, null)
  const offline = await measureAsking(quoting.url, rounds, null)
  await quoting.end('SIGTERM')
  console.log(`${engine}: asked the offline model`)

  const server = await startListening(join(home, 'db'), {
    ...demo,
    EARSHOT_MODEL: 'compatible:steady',
    EARSHOT_COMPATIBLE_BASE_URL: steadyModel.baseUrl,
  })
  steadyModel.setDelay(DELAY_MS)
  await measureAsking(server.url, WARM_UP, steadyModel)
  const steady = await measureAsking(server.url, rounds, steadyModel)
  console.log(`${engine}: asked a model that takes ${DELAY_MS} ms`)
  steadyModel.setDelay(CROWD_DELAY_MS)
  const crowded = await measureCrowd(server.url, server.pid, crowd)
  console.log(`${engine}: asked ${crowd} at once`)
  await server.end('SIGTERM')
  await rm(home, { recursive: true })
  return { engine, offline, steady, crowd: crowded }
}

async function measureServer(url: string, steadyModel: ModelServer): Promise<Reading> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const name = `earshot_bench_ask_${process.pid}`
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = name
  try {
    return await measure('PostgreSQL', { DATABASE_URL: own.href }, steadyModel)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

function asking(): Captioned {
  const shown = (times: readonly number[]) =>
    `${median(times).toFixed(1)} ms (${quantile(times, 0.95).toFixed(1)} ms)`
  return {
    caption: 'POST /api/ask on the demo chat, one client; median (95th percentile)',
    table: [
      ['engine', 'offline model, end to end', 'aim', `around a model of ${DELAY_MS} ms`, 'aim'],
      ...readings.map(({ engine, offline, steady }) => [
        engine,
        shown(offline.map(({ wholeMs }) => wholeMs)),
        'median < 60 ms',
        shown(steady.map(({ wholeMs, modelMs }) => wholeMs - modelMs)),
        engine === 'PostgreSQL' ? '95th percentile < 30 ms' : '',
      ]),
    ],
  }
}

function crowded(): Captioned {
  return {
    caption: `${crowd} questions at once, to a model that takes ${CROWD_DELAY_MS / 1_000} s`,
    table: [
      ['engine', 'errors', 'traces stored', 'all answered in', 'memory before', 'at most'],
      ...readings.map(({ engine, crowd: c }) => [
        engine,
        String(c.errors),
        `${c.traces} of ${c.count}`,
        `${(c.wholeMs / 1_000).toFixed(1)} s`,
        `${c.idleMb.toFixed(0)} MB`,
        `${c.peakMb.toFixed(0)} MB`,
      ]),
    ],
  }
}

function ofFormats(): Captioned {
  const fewer = (tokens: number, turns: number) => `${(100 * (1 - tokens / turns)).toFixed(0)} %`
  return {
    caption:
      'Tokens of whole chats and a question in each history format; compact beside turns, aim ≥ 55 % fewer',
    table: [
      ['chat', 'messages', 'compact', 'turns', 'block', 'compact, fewer than turns'],
      ...formats.map(({ chat, messages, tokens: { compact = 0, turns = 0, block = 0 } }) => [
        chat,
        ...[messages, compact, turns, block].map(String),
        fewer(compact, turns),
      ]),
    ],
  }
}
