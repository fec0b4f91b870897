import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Flags that turn off background requests of the browser. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a browser: that of CHROME_PATH, of the system, or of an npm package, so that `npm install && npm test`
 * needs nothing else.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = systemBrowser()
  if (own !== undefined) return chromium.launch({ executablePath: own, args: QUIET })
  // Without the arguments of the package: they turn off site isolation, which is tested here.
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: QUIET })
}

/**
 * Unpacks the browser of the npm package, if it is used. Before all tests: unpacking it twice in parallel would
 * start an incomplete file.
 */
export async function prepareBrowser(): Promise<void> {
  if (systemBrowser() === undefined)
    await (await import('@sparticuz/chromium')).default.executablePath()
}

function systemBrowser(): string | undefined {
  return process.env.CHROME_PATH ?? SYSTEM.find((path) => existsSync(path))
}

/** The script of axe, the accessibility checker. */
export const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
