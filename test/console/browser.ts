import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startListening } from '../chaos/server-process.ts'
import { seedDirectory } from '../seed-directory.ts'
import { type ServedHere, serveHere } from '../serve-here.ts'
import { AXE_PATH, launchBrowser } from './launch.ts'

export const WIDE = { width: 1280, height: 800 }
export const NARROW = { width: 380, height: 800 }

type Opened = {
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** Errors of the page that the test expects. */
  readonly expected?: RegExp
}

export type Console = {
  readonly url: string
  /** The folder of the server's data directory and its earshot.config.json. */
  readonly home: string
  /** Opens a page; any error on it fails the test. */
  open(address: string, opened?: Opened): Promise<Page>
  /** Calls the API to prepare a test. */
  api<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>
}

/** The browser of this process, which it ends with: each page has a context of its own. */
let browser: Promise<Browser> | null = null

/** Serves in a process of its own, which can restart; `home` is its working directory. */
export const serveInProcess: typeof serveHere = async (dataDir, env, home) => {
  const { url, end } = await startListening(dataDir, env, home)
  return {
    url,
    stop: async () => {
      await end('SIGTERM')
    },
  }
}

/**
 * A real server (the built program, embedded database, offline model, the demo chat) for all tests of a file, and a
 * real browser.
 */
export function useConsole(
  env: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) = {},
  serve: typeof serveHere = serveHere,
): Console {
  let started: { server: ServedHere; browser: Browser; home: string }
  const contexts: BrowserContext[] = []
  const wrong: string[] = []

  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'earshot-console-'))
    const data = join(home, 'data')
    await seedDirectory(data)
    const settings = typeof env === 'function' ? await env() : env
    browser ??= launchBrowser()
    const [server, launched] = await Promise.all([
      serve(data, { EARSHOT_DEMO: '1', ...settings }, home),
      browser,
    ])
    started = { server, browser: launched, home }
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(wrong.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await started.server.stop()
    await rm(started.home, { recursive: true, force: true })
  })

  return {
    get url() {
      return started.server.url
    },
    get home() {
      return started.home
    },
    open: async (address, { size = WIDE, theme = 'light', expected } = {}) => {
      const context = await started.browser.newContext({
        viewport: size,
        colorScheme: theme,
        baseURL: started.server.url,
      })
      contexts.push(context)
      const page = await context.newPage()
      watch(page, started.server.url, (what) => {
        if (expected?.test(what) !== true) wrong.push(what)
      })
      await page.goto(address)
      return page
    },
    api: async <T>(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(`${started.server.url}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return (text === '' ? {} : JSON.parse(text)) as T
    },
  }
}

/** Reports exceptions, errors (also of the content policy), dialogs and requests to other hosts. */
function watch(page: Page, url: string, report: (what: string) => void): void {
  page.on('request', (request) => {
    const to = request.url()
    if (!to.startsWith(`${url}/`) && !to.startsWith('data:') && !to.startsWith('blob:')) {
      report(`request: ${to}`)
    }
  })
  page.on('pageerror', (error) => report(`exception: ${error.message}`))
  page.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') report(`error: ${message.text()}`)
  })
}

type Finding = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Fails on accessibility findings that axe rates serious or critical. */
export async function checkAxe(page: Page): Promise<void> {
  // Through the debugger: the content security policy allows no foreign scripts and no eval.
  await page.evaluate(await readFile(AXE_PATH, 'utf8'))
  // Only the violations: to describe every passed check takes a third of the time.
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: Finding[]
  }
  const severe = found.violations.filter(({ impact }) => /serious|critical/.test(impact))
  expect(
    severe.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) })),
  ).toEqual([])
}

/** Fails if the page scrolls horizontally. */
export async function checkFits(page: Page): Promise<void> {
  const wider = (await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )) as number
  expect(wider).toBeLessThanOrEqual(0)
}
