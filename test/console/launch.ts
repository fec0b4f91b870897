import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What keeps a browser from talking to its maker, which a test does not want. */
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
 * Starts a browser: the one CHROME_PATH names, one of the system's, or the one that comes in an npm package,
 * so that `npm install && npm test` needs nothing else.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = systemBrowser()
  if (own !== undefined) return chromium.launch({ executablePath: own, args: QUIET })
  // Not with the arguments the package proposes: they switch off what keeps sites apart, which is tested here.
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: ['--no-zygote', ...QUIET],
  })
}

/**
 * Unpacks the browser of the npm package, where it is the one. Before any test: of two that unpack it at once,
 * one would start half a file.
 */
export async function prepareBrowser(): Promise<void> {
  if (systemBrowser() === undefined)
    await (await import('@sparticuz/chromium')).default.executablePath()
}

function systemBrowser(): string | undefined {
  return process.env.CHROME_PATH ?? SYSTEM.find((path) => existsSync(path))
}

/** The script of axe, which finds what people with screen readers or poor sight would stumble over. */
export const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
