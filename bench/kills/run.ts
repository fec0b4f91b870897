import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkLog, countOutcomes, type Violation } from '../../test/chaos/client-log.ts'
import { type Inspection, inspectDirectory } from '../../test/chaos/inspect.ts'
import { type KillReport, streamAndKill } from '../../test/chaos/killer.ts'
import { isReady, startListening } from '../../test/chaos/server-process.ts'
import { keepResult } from '../results.ts'
import { median, quantile } from '../statistics.ts'

/* kill -9, a thousand times; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const TELL_EVERY = 10

const dataDir = await mkdtemp(join(tmpdir(), 'earshot-kills-'))
const began = performance.now()
const report = await streamAndKill({ dataDir, kills, seed, onKill: tell })
const last = await startListening(dataDir)
if (!(await isReady(last.url))) throw new Error('The last start is not ready')
await last.end('SIGTERM')
const inspection = await inspectDirectory(dataDir)
const violations = checkLog(report.log.entries(), inspection.rows)

keep(report, inspection, violations)
const isGood =
  violations.length + inspection.broken.length + inspection.disagreements.length === 0 &&
  report.failedOpens.length + report.stalls === 0
if (isGood) await rm(dataDir, { recursive: true })
else console.log(`Something is wrong; the directory is left in ${dataDir}`)
process.exitCode = isGood ? 0 : 1

function tell(soFar: KillReport): void {
  if (soFar.kills % TELL_EVERY !== 0) return
  const { ok, unknown } = countOutcomes(soFar.log.entries())
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const recent = soFar.startMs.slice(-TELL_EVERY)
  console.log(
    `${minutes} min: ${soFar.kills} kills (${soFar.killsDuringStart} during start), ${ok} acknowledged, ${unknown} unknown, ${soFar.failedOpens.length} failed opens, starts take ${recent.length === 0 ? '?' : median(recent).toFixed(0)} ms`,
  )
}

function keep(
  { log, progress, startMs, ...counts }: KillReport,
  { rows, broken, disagreements }: Inspection,
  found: readonly Violation[],
): void {
  const outcomes = countOutcomes(log.entries())
  const count = (...kinds: Violation['kind'][]) =>
    String(found.filter((violation) => kinds.includes(violation.kind)).length)
  keepResult({
    bench: 'kills',
    question: 'Does a message that was acknowledged survive `kill -9`, whenever it comes?',
    command: `npm run bench -- kills --kills ${kills}`,
    seed,
    config: { engine: 'embedded', kills },
    table: [
      ['', ''],
      ['kills', String(counts.kills)],
      ['… of them during start', String(counts.killsDuringStart)],
      ['… of them during the very first start', String(counts.killsDuringFirstStart)],
      ['operations acknowledged', String(outcomes.ok)],
      ['operations without an answer', String(outcomes.unknown)],
      ['messages in the end', String(rows.length)],
      ['**acknowledged messages lost**', count('lost', 'vanished')],
      ['**messages kept twice**', count('doubled')],
      ['refused messages kept', count('uninvited')],
      ['edits or deletions undone', count('wrong text', 'undeleted')],
      ['**starts that did not open**', String(counts.failedOpens.length)],
      ['lives of a second and more without progress', String(counts.stalls)],
      ['invariants broken', broken.map(({ name }) => name).join('; ') || '0'],
      ['indexes that disagree with the heap', String(disagreements.length)],
      ['start to listening, median', `${median(startMs).toFixed(0)} ms`],
      ['… longest', `${quantile(startMs, 1).toFixed(0)} ms`],
    ],
    numbers: {
      ...counts,
      outcomes,
      messages: rows.length,
      violations: found,
      broken,
      disagreements,
      progress,
      startMs,
    },
  })
}
