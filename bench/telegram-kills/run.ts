import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KillsReport, runKills } from '../../test/telegram-kills/run-kills.ts'
import { type Home, openEmbedded, openPostgres } from '../channel-kills/homes.ts'
import { type Captioned, keepResult, markdownTables, type Result } from '../results.ts'

/* The bot, killed and stopped among talking people; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    stops: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
})
const [kills, stops, seed] = [values.kills, values.stops, values.seed].map(Number) as [
  number,
  number,
  number,
]
const TELL_EVERY = 5
/** More than two answers of getUpdates hold. */
const MAX_WAITING = 300
const began = performance.now()
const server = process.env.DATABASE_URL

type Both = { readonly engine: string; readonly kills: KillsReport; readonly stops: KillsReport }

const found: Both[] = [await measure('the embedded database', openEmbedded)]
if (server !== undefined) found.push(await measure('PostgreSQL', () => openPostgres(server)))
const result = resultOf(found)
if (values.show) console.log(`\n${markdownTables(result)}`)
else keepResult(result)
const wrong = found.flatMap((both) => [both.kills, both.stops]).filter(isWrong)
if (wrong.length > 0) console.log(JSON.stringify(wrong, null, 2))
process.exitCode = wrong.length > 0 ? 1 : 0

function isWrong({ wrongs, broken }: KillsReport): boolean {
  return Object.values(wrongs).flat().length + broken.length > 0
}

async function measure(engine: string, open: (dataDir: string) => Promise<Home>): Promise<Both> {
  return {
    engine,
    kills: await runOnce(engine, open, { ends: 'kills', times: kills }),
    stops: await runOnce(engine, open, { ends: 'stops', times: stops }),
  }
}

async function runOnce(
  engine: string,
  open: (dataDir: string) => Promise<Home>,
  { ends, times }: { readonly ends: 'kills' | 'stops'; readonly times: number },
): Promise<KillsReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-telegram-kills-'))
  const home = await open(dataDir)
  const report = await runKills({
    dataDir,
    seed,
    ends,
    times,
    mostWaiting: MAX_WAITING,
    env: home.env,
    look: home.look,
    onEnd: (lives, updates) => {
      if (lives % TELL_EVERY !== 0) return
      const minutes = ((performance.now() - began) / 60_000).toFixed(1)
      console.log(`${minutes} min: ${lives} ${ends} on ${engine}, ${updates} updates`)
    },
  })
  await home.drop()
  await rm(dataDir, { recursive: true })
  return report
}

function resultOf(engines: readonly Both[]): Result {
  const prefix = server === undefined ? '' : 'scripts/with-postgres.sh '
  return {
    bench: 'telegram-kills',
    question:
      'The Telegram bot is killed at random, and Telegram itself has its troubles: is every update kept, every tag answered once or listed as uncertain, and does a clean stop leave no doubt?',
    command: `${prefix}npm run bench -- telegram-kills --kills ${kills} --stops ${stops}`,
    seed,
    config: { engines: engines.map(({ engine }) => engine), kills, stops },
    tables: engines.map(tableOf),
    numbers: engines,
  }
}

function tableOf({ engine, kills, stops }: Both): Captioned {
  const both = [kills, stops]
  const row = (name: string, of: (report: KillsReport) => number | string) => [
    name,
    ...both.map((report) => String(of(report))),
  ]
  const names = new Set(both.flatMap(({ wrongs }) => Object.keys(wrongs)))
  return {
    caption: `On ${engine}`,
    table: [
      ['', '`kill -9`', 'SIGTERM'],
      row('lives', ({ moments }) => Object.values(moments).reduce((sum, n) => sum + n, 0)),
      ...Object.keys(kills.moments).map((moment) =>
        row(`… ended: ${moment}`, ({ moments }) => moments[moment] ?? '–'),
      ),
      row('updates', ({ updates }) => updates),
      row('faults of Telegram’s', ({ faults }) => faults),
      row('tags', ({ tags }) => tags),
      row('… answered', ({ answered }) => answered),
      row('… listed as uncertain', ({ uncertain }) => uncertain),
      row('… of them arrived all the same', ({ uncertainArrived }) => uncertainArrived),
      ...[...names].map((name) => row(`**${name}**`, ({ wrongs }) => wrongs[name]?.length ?? '–')),
      row('**invariants broken**', ({ broken }) => broken.map(({ name }) => name).join('; ') || 0),
    ],
  }
}
