import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { layout } from '../../src/db/engine/embedded/open-embedded.ts'
import { repeats } from '../depth.ts'
import { seedDirectory } from '../seed-directory.ts'
import { checkLog, countOutcomes, createClientLog } from './client-log.ts'
import { inspectDirectory } from './inspect.ts'
import { stream, streamAndKill } from './killer.ts'
import { seededRandom } from './seeded-random.ts'
import { isReady, startListening, startServer } from './server-process.ts'
import { createWorkload } from './workload.ts'

/* Real processes, really killed. They run the built program: `npm test` builds it first. */

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-chaos-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('kill -9 while messages stream in', () => {
  const kills = repeats(3, 30)
  test(`${kills} times, a third of them during start: nothing is lost, nothing twice, it always opens`, async () => {
    const report = await streamAndKill({ dataDir: home, kills, seed: 20 })
    expect(report).toMatchObject({ kills, failedOpens: [], stalls: 0 })
    expect(report.killsDuringStart).toBeGreaterThanOrEqual(kills / 3)
    expect(report.killsDuringFirstStart).toBeGreaterThanOrEqual(1)
    expect(countOutcomes(report.log.entries()).ok).toBeGreaterThan(report.progress.length)

    const last = await startListening(home)
    expect(await isReady(last.url)).toBe(true)
    expect(await last.end('SIGTERM')).toMatchObject({ code: 0, signal: null })

    const { rows, broken, disagreements } = await inspectDirectory(home)
    expect(checkLog(report.log.entries(), rows)).toEqual([])
    expect(broken).toEqual([])
    expect(disagreements).toEqual([])
  }, 600_000)
})

describe('SIGTERM while messages stream in', () => {
  test('finishes what is in flight, loses nothing, leaves with code 0 and an empty journal', async () => {
    await seedDirectory(home)
    const server = await startListening(home)
    const log = createClientLog()
    const workload = createWorkload(seededRandom(7), Date.now())
    const gone = new AbortController()
    const clients = [1, 2, 3].map(() => stream(server.url, log, workload.next, gone.signal))
    await pause(1_500)
    await expect.poll(() => countOutcomes(log.entries()).ok).toBeGreaterThan(0)
    const ended = await server.end('SIGTERM')
    gone.abort()
    await Promise.all(clients)

    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(countOutcomes(log.entries()).ok).toBeGreaterThan(0)
    expect(await journalBytes()).toBe(0)
    const { rows, broken, disagreements } = await inspectDirectory(home)
    expect(checkLog(log.entries(), rows)).toEqual([])
    expect(broken).toEqual([])
    expect(disagreements).toEqual([])
  })
})

describe('two processes on one directory', () => {
  test('the second leaves with code 5, names the first, and the first goes on', async () => {
    await seedDirectory(home)
    const first = await startListening(home)
    const second = await startServer(home).ended
    expect(second).toMatchObject({ code: 5, signal: null })
    expect(JSON.parse(second.stderr).error.code).toBe('data_dir_locked')
    expect(second.stderr).toContain(`process ${first.pid} (${first.url})`)

    expect(await isReady(first.url)).toBe(true)
    expect((await first.end('SIGTERM')).code).toBe(0)
  })

  test('the second takes over from a first that was killed', async () => {
    await seedDirectory(home)
    const first = await startListening(home)
    await first.end('SIGKILL')
    const second = await startListening(home)
    expect(await isReady(second.url)).toBe(true)
    expect((await second.end('SIGTERM')).code).toBe(0)
  })
})

async function journalBytes(): Promise<number> {
  const { journal } = layout(home)
  let bytes = 0
  for (const name of await readdir(journal)) bytes += (await stat(join(journal, name))).size
  return bytes
}
