import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startListening } from '../chaos/server-process.ts'
import { launchBrowser } from './launch.ts'

/* The pictures of the README: npm run screenshots. A fresh server with the demo chat, a few questions, the browser. */

const OUT = 'docs/images'
const SIZE = { width: 1280, height: 800 }
const QUESTIONS = [
  'When is the deploy of invoices?',
  'Where are the photos of the hike?',
  'Does the backfill need a window?',
  '@bot',
]

const home = await mkdtemp(join(tmpdir(), 'earshot-pictures-'))
const server = await startListening(join(home, 'data'), { EARSHOT_DEMO: '1' }, home)
const browser = await launchBrowser()
try {
  await mkdir(OUT, { recursive: true })
  const answers: string[] = []
  for (const query of QUESTIONS) answers.push(await ask(query))
  await take('chats', '/#/chats/demo%3Afriends', async (page) => {
    const asked = page.getByRole('feed').getByText('The thai restaurant')
    await asked.waitFor()
    await asked.hover()
    await page.getByRole('button', { name: 'Preview context' }).click()
    await page.locator('.chats-piece').first().waitFor()
  })
  await take('why', `/#/why/${answers.at(-1)}`, async (page) => {
    await page.getByText('Token budget').waitFor()
  })
  await take('operations', '/#/operations', async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Two snapshots of the live stream.
    await page.waitForTimeout(5_000)
  })
} finally {
  await browser.close()
  await server.end('SIGTERM')
  await rm(home, { recursive: true, force: true })
}

async function ask(query: string): Promise<string> {
  const response = await fetch(`${server.url}/api/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query,
      thread_id: 'demo:friends',
      author: { id: 'priya', name: 'Priya' },
    }),
  })
  if (!response.ok) throw new Error(`The server said ${response.status} to "${query}".`)
  return ((await response.json()) as { answer_id: string }).answer_id
}

async function take(
  name: string,
  address: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE })
  await page.goto(`${server.url}${address}`)
  await prepare(page)
  await page.screenshot({ path: join(OUT, `${name}.png`) })
  await page.close()
}
