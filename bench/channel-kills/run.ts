import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ChannelKillsReport, runChannelKills } from '../../test/channel-kills/run-kills.ts'
import { PLATFORMS } from '../../test/platform/platforms.ts'
import { type Captioned, keepResult, markdownTables, type Result } from '../results.ts'
import { type Home, openEmbedded, openPostgres } from './homes.ts'

/* The bot on each channel, killed and stopped among people who chat; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: Object.keys(PLATFORMS).join() },
    kills: { type: 'string', default: '60' },
    stops: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
})
const counts = { kills: Number(values.kills), stops: Number(values.stops) }
const seed = Number(values.seed)
const SHOW_EVERY = 5
const MAX_PENDING = 300
const began = performance.now()
const server = process.env.DATABASE_URL
const engine = server === undefined ? 'the embedded database' : 'PostgreSQL'

type Both = Readonly<Record<'kills' | 'stops', ChannelKillsReport>> & { readonly channel: string }

const found: Both[] = []
for (const channel of values.channels.split(',')) found.push(await measure(channel))
const result = resultOf(found)
if (values.show) console.log(`\n${markdownTables(result)}`)
else keepResult(result)
const wrong = found.flatMap(({ kills, stops }) => [kills, stops]).filter(isWrong)
if (wrong.length > 0) console.log(JSON.stringify(wrong, null, 2))
process.exitCode = wrong.length > 0 ? 1 : 0

function isWrong({ wrongs, broken }: ChannelKillsReport): boolean {
  return Object.values(wrongs).flat().length + broken.length > 0
}

async function measure(channel: string): Promise<Both> {
  return { channel, kills: await runOnce(channel, 'kills'), stops: await runOnce(channel, 'stops') }
}

async function runOnce(channel: string, ends: 'kills' | 'stops'): Promise<ChannelKillsReport> {
  const startPlatform = PLATFORMS[channel]
  if (startPlatform === undefined) throw new Error(`There is no channel "${channel}".`)
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-channel-kills-'))
  const home: Home = await (server === undefined ? openEmbedded(dataDir) : openPostgres(server))
  const report = await runChannelKills({
    ...{ startPlatform, dataDir, seed, ends, times: counts[ends], maxPending: MAX_PENDING },
    ...{ env: home.env, look: home.look },
    onEnd: (lives, events) => {
      if (lives % SHOW_EVERY !== 0) return
      const minutes = ((performance.now() - began) / 60_000).toFixed(1)
      console.log(`${minutes} min: ${channel}, ${lives} ${ends}, ${events} events`)
    },
  })
  await home.drop()
  await rm(dataDir, { recursive: true })
  return report
}

function resultOf(reports: readonly Both[]): Result {
  const prefix = server === undefined ? '' : 'scripts/with-postgres.sh '
  const { channels } = values
  return {
    bench: 'channel-kills',
    question: `The bot is killed at random on each channel, on ${engine}, and the platform has troubles of its own: is every message stored, every mention answered once or listed as uncertain, and does a clean stop leave no doubt?`,
    command: `${prefix}npm run bench -- channel-kills --channels ${channels} --kills ${counts.kills} --stops ${counts.stops}`,
    seed,
    config: { engine, channels, ...counts },
    tables: reports.map(tableOf),
    numbers: reports,
  }
}

function tableOf({ channel, kills, stops }: Both): Captioned {
  const row = (name: string, of: (report: ChannelKillsReport) => number | string) => [
    name,
    String(of(kills)),
    String(of(stops)),
  ]
  const names = new Set([kills, stops].flatMap(({ wrongs }) => Object.keys(wrongs)))
  return {
    caption: channel,
    table: [
      ['', '`kill -9`', 'SIGTERM'],
      row('lives', ({ moments }) => Object.values(moments).reduce((sum, n) => sum + n, 0)),
      ...Object.keys(kills.moments).map((moment) =>
        row(`… ended: ${moment}`, ({ moments }) => moments[moment] ?? '–'),
      ),
      row('messages, edits and deletions', ({ events }) => events),
      row('troubles of the platform', ({ troubles }) => troubles),
      row('mentions', ({ mentions }) => mentions),
      row('… answered', ({ answered }) => answered),
      row('… listed as uncertain', ({ uncertain }) => uncertain),
      row('… of them arrived all the same', ({ uncertainArrived }) => uncertainArrived),
      ...[...names].map((name) => row(`**${name}**`, ({ wrongs }) => wrongs[name]?.length ?? '–')),
      row('**invariants broken**', ({ broken }) => broken.map(({ name }) => name).join('; ') || 0),
    ],
  }
}
