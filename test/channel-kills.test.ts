import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbedded } from '../bench/channel-kills/homes.ts'
import { type ChannelKillsReport, runChannelKills } from './channel-kills/run-kills.ts'
import { repeats } from './depth.ts'
import { PLATFORMS } from './platform/platforms.ts'
import { seedDirectory } from './seed-directory.ts'

/* The whole bot in a real process, among people who chat, on every channel. It runs the built program: `npm test`
 * builds it first. The long form of this is bench/channel-kills. */

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-channel-'))
  await seedDirectory(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const MAX_PENDING = 60
const wrongs = (report: ChannelKillsReport) =>
  Object.entries(report.wrongs).filter(([, found]) => found.length > 0)

describe.each(Object.entries(PLATFORMS))('on %s', (_channel, startPlatform) => {
  test('killed at any moment, the bot loses nothing and answers nothing twice', async () => {
    const { look } = await openEmbedded(dataDir)
    const report = await runChannelKills({
      ...{ startPlatform, dataDir, look, maxPending: MAX_PENDING },
      ...{ seed: 3, ends: 'kills', times: repeats(2, 6) },
    })
    expect(wrongs(report)).toEqual([])
    expect(report.broken).toEqual([])
    expect(report.mentions).toBeGreaterThan(0)
    expect(report.answered + report.uncertain).toBeGreaterThanOrEqual(report.mentions)
  }, 600_000)

  test('stopped cleanly, it leaves nothing uncertain', async () => {
    const { look } = await openEmbedded(dataDir)
    const report = await runChannelKills({
      ...{ startPlatform, dataDir, look, maxPending: MAX_PENDING },
      ...{ seed: 4, ends: 'stops', times: repeats(1, 3) },
    })
    expect(wrongs(report)).toEqual([])
    expect(report.broken).toEqual([])
    expect(report.answered).toBe(report.mentions)
  }, 600_000)
})
