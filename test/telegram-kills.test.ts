import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '../bench/channel-kills/homes.ts'
import { repeats } from './depth.ts'
import { seedDirectory } from './seed-directory.ts'
import { type KillsReport, runKills } from './telegram-kills/run-kills.ts'

/* The whole bot in a real process, among people who talk. It runs the built program: `npm test` builds
 * it first. The long form of this is bench/telegram-kills. */

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-telegram-'))
  await seedDirectory(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A minute is enough for the tests. */
const few = { mostWaiting: 60 }
const wrongs = (report: KillsReport) =>
  Object.entries(report.wrongs).filter(([, found]) => found.length > 0)

test('killed as it starts, reads, sends and stops, the bot loses nothing and answers nobody twice', async () => {
  const { look } = await openEmbedded(dataDir)
  const report = await runKills({
    ...few,
    dataDir,
    seed: 3,
    ends: 'kills',
    times: repeats(2, 4),
    look,
  })
  expect(report.tags).toBeGreaterThan(0)
  expect(report.answered + report.uncertain).toBeGreaterThanOrEqual(report.tags)
  expect(wrongs(report)).toEqual([])
  expect(report.broken).toEqual([])
}, 600_000)

test('stopped cleanly, it leaves no doubt either', async () => {
  const { look } = await openEmbedded(dataDir)
  const report = await runKills({ ...few, dataDir, seed: 4, ends: 'stops', times: 1, look })
  expect(report.answered).toBe(report.tags)
  expect(wrongs(report)).toEqual([])
  expect(report.broken).toEqual([])
}, 600_000)
