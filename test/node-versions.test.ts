import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/* npm prints EBADENGINE for every package that declares other Node versions than the one it runs on. Users on each
 * version we support must not see it. pg-boss and @sparticuz/chromium declare Node 22 and work on Node 20, where our
 * tests run; they are development dependencies, and their `engines` are taken out of package-lock.json by hand after
 * an update (docs/decisions/0026). */

const SUPPORTED = ['20.19.0', '22.12.0', '24.0.0']

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly engines?: { readonly node?: string }; readonly version?: string }>
  >
}

test('every package in the lock file accepts every Node version we support', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock
  const refusing = Object.entries(lock.packages).filter(([, { engines }]) =>
    SUPPORTED.some((version) => !accepts(engines?.node ?? '*', version)),
  )
  expect(refusing.map(([name, { version, engines }]) => [name, version, engines?.node])).toEqual([])
})

/** Whether a range of versions as packages write it includes a version. */
function accepts(range: string, version: string): boolean {
  return range.split('||').some((part) => {
    const conditions = part.trim().match(/[<>=^~]*\s*v?[\dx*][\w.*]*/g) ?? ['*']
    return conditions.every((condition) => meets(condition, version))
  })
}

function meets(condition: string, version: string): boolean {
  const [, operator = '', base = ''] = /^([<>=^~]*)\s*v?(.*)$/.exec(condition) ?? []
  if (/^[*x]/.test(base)) return true
  const order = compare(version, base)
  if (operator === '>=') return order >= 0
  if (operator === '>') return order > 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  const isSameMajor = numbers(version)[0] === numbers(base)[0]
  return isSameMajor && (operator === '' || order >= 0)
}

function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)]
  return [0, 1, 2].reduce((order, i) => order || (left[i] ?? 0) - (right[i] ?? 0), 0)
}

const numbers = (version: string) =>
  version.split('.').map((part) => Number.parseInt(part, 10) || 0)
