import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Place } from './places.ts'

/* The real program, in a process of its own, watched from outside: how far it is and how much memory it
 * and its server hold. */

const PROGRAM = fileURLToPath(new URL('../../bin/earshot.js', import.meta.url))
const SAMPLE_MS = 250

export type Sample = {
  readonly ms: number
  readonly stored: number
  readonly importerMb: number
  readonly serverMb: number
}

export type Run = {
  readonly ms: number
  readonly samples: readonly Sample[]
  readonly report: Readonly<Record<string, unknown>>
}

/** Imports a file and watches. `killAt`: as soon as so many are stored it is killed, report and all. */
export async function runImporter(file: string, place: Place, killAt?: number): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'import', file, '--from', 'telegram', '--json'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, EARSHOT_LOG_LEVEL: 'error', ...place.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  const samples: Sample[] = []
  const pid = child.pid ?? 0
  while (child.exitCode === null && child.signalCode === null) {
    const serverPid = place.serverPid()
    const [stored, importerMb, serverMb] = await Promise.all([
      place.countStored(),
      residentMb(pid),
      serverPid === null ? 0 : residentMb(serverPid),
    ])
    samples.push({ ms: performance.now() - began, stored, importerMb, serverMb })
    if (killAt !== undefined && stored >= killAt) child.kill('SIGKILL')
    await Promise.race([ended, pause(SAMPLE_MS)])
  }
  const [code] = await ended
  if (killAt === undefined && code !== 0) throw new Error(`The import ended with code ${code}`)
  const report = killAt === undefined ? JSON.parse(output) : {}
  return { ms: performance.now() - began, samples, report }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
}

/** Speed and highest memory while the first, or the last, tenth of the messages came in. */
export function tenth(
  { samples }: Run,
  total: number,
  which: 'first' | 'last',
): { readonly perSecond: number; readonly importerMb: number; readonly serverMb: number } {
  const begun = samples.findLastIndex(({ stored }) => stored === 0)
  const tenthDone = samples.findIndex(({ stored }) => stored >= total / 10)
  const lastBegun = samples.findLastIndex(({ stored }) => stored <= total * 0.9)
  const inside =
    which === 'first'
      ? samples.slice(Math.max(0, begun), tenthDone < 0 ? undefined : tenthDone + 1)
      : samples.slice(Math.max(0, lastBegun))
  const [first, last] = [inside[0], inside.findLast(({ importerMb }) => importerMb > 0)]
  const ms = (last?.ms ?? 0) - (first?.ms ?? 0)
  const most = (of: (sample: Sample) => number) => Math.max(0, ...inside.map(of))
  return {
    perSecond: ms > 0 ? (((last?.stored ?? 0) - (first?.stored ?? 0)) * 1_000) / ms : 0,
    importerMb: most((sample) => sample.importerMb),
    serverMb: most((sample) => sample.serverMb),
  }
}
