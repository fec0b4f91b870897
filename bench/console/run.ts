import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { startListening } from '../../test/chaos/server-process.ts'
import { launchBrowser } from '../../test/console/launch.ts'
import { keepResult } from '../results.ts'
import { quantile } from '../statistics.ts'
import { fillDirectory } from './fill-chat.ts'
import { PROBE } from './probe.ts'

/* Does the timeline show anything blank while one scrolls? See README.md beside this file. */

const AIM_MS = 200
const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } })
const size = Number(values.size)
const SEED = 7
const JUMPS = 20
const WHEELS = 300
const KEYS = 60
const SWEEP_STEPS = 120

type Seen = {
  readonly frames: number
  /** The longest time one row on the screen was blank. */
  readonly rowMs: number
  /** The longest time anything on the screen was. */
  readonly screenMs: number
  readonly frameMs: number
}

const home = await mkdtemp(join(tmpdir(), 'earshot-bench-console-'))
const dataDir = join(home, 'data')
await mkdir(dataDir)
console.log(`Filling a chat with ${size} messages …`)
await fillDirectory(dataDir, size, new Date())
const server = await startListening(dataDir, { EARSHOT_EMBEDDINGS: 'none' }, home)
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.addInitScript(PROBE)

const opened = performance.now()
await page.goto(`${server.url}/#/chats/${encodeURIComponent('api:bench')}`)
await page.locator(`[data-index="${size - 1}"][data-message]`).waitFor()
const openMs = performance.now() - opened
const scriptBytes = (await page.evaluate(
  `performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js'))
     .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`,
)) as number
await settle()
console.log(`Open after ${Math.round(openMs)} ms.`)

const readings = {
  wheel: await measured(wheel),
  keys: await measured(pageKeys),
  jumps: await measured(jumps),
  sweep: await measured(sweep),
}
await browser.close()
await server.end('SIGTERM')
await rm(home, { recursive: true })

keepResult({
  bench: 'console',
  question: 'Does the timeline of a long chat show anything blank while one scrolls?',
  command: ['npm run bench -- console', ...process.argv.slice(2)].join(' '),
  seed: SEED,
  config: { size, engine: 'embedded', viewport: '1280×800', WHEELS, KEYS, JUMPS, SWEEP_STEPS },
  table: [
    ['', 'longest a row was blank', 'longest anything was', 'longest frame', 'frames', 'aim'],
    row(`wheel, ${WHEELS} turns of 600 px upward`, readings.wheel),
    row(`page keys, ${KEYS} times`, readings.keys),
    row(`scroll bar, jumps to ${JUMPS} random places`, readings.jumps),
    row('scroll bar, dragged from the end to the beginning in 4 s', readings.sweep),
  ],
  tables: [
    {
      caption: 'Opening it',
      table: [
        ['until the newest messages are there', 'script that was loaded, compressed', 'aim'],
        [`${Math.round(openMs)} ms`, `${Math.round(scriptBytes / 1_000)} kB`, '300 kB'],
      ],
    },
  ],
  numbers: { openMs, scriptBytes, ...readings },
})

function row(name: string, seen: readonly Seen[]): string[] {
  const most = (pick: (one: Seen) => number) => `${Math.round(quantile(seen.map(pick), 1))} ms`
  return [
    name,
    most(({ rowMs }) => rowMs),
    most(({ screenMs }) => screenMs),
    most(({ frameMs }) => frameMs),
    String(seen.reduce((sum, { frames }) => sum + frames, 0)),
    `${AIM_MS} ms`,
  ]
}

/** What the probe saw of each step of a way to scroll; the screen is at rest before and after. */
async function measured(steps: (page: Page) => AsyncIterable<void>): Promise<Seen[]> {
  const seen: Seen[] = []
  await page.evaluate('takeSeen()')
  for await (const _ of steps(page)) {
    await settle()
    seen.push((await page.evaluate('takeSeen()')) as Seen)
  }
  return seen
}

/** Until all that is on the screen is there. */
async function settle(): Promise<void> {
  await pause(150)
  while (await page.evaluate('isBlank()')) await pause(20)
}

async function* wheel({ mouse }: Page): AsyncIterable<void> {
  await mouse.move(800, 400)
  for (let i = 0; i < WHEELS; i += 1) {
    await mouse.wheel(0, -600)
    await pause(16)
  }
  yield
}

async function* pageKeys(on: Page): AsyncIterable<void> {
  await on.locator('[role=feed] article').nth(5).focus()
  for (let i = 0; i < KEYS; i += 1) {
    await on.keyboard.press('PageUp')
    await pause(50)
  }
  yield
}

async function* jumps(on: Page): AsyncIterable<void> {
  let state = SEED
  for (let i = 0; i < JUMPS; i += 1) {
    // Park and Miller's: the same places each time.
    state = (state * 48_271) % 2_147_483_647
    await scrollTo(on, state / 2_147_483_647)
    yield
  }
}

async function* sweep(on: Page): AsyncIterable<void> {
  await scrollTo(on, 1)
  yield
  for (let i = SWEEP_STEPS; i >= 0; i -= 1) {
    await scrollTo(on, i / SWEEP_STEPS)
    await pause(4_000 / SWEEP_STEPS)
  }
  yield
}

async function scrollTo(on: Page, share: number): Promise<void> {
  await on.evaluate(
    `(() => { const s = document.querySelector('.chats-scroller'); s.scrollTop = ${share} * s.scrollHeight })()`,
  )
}
