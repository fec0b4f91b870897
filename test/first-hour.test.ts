import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the README prints what its commands print; if not, run: npm run first-hour -- --here --write', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'scripts/first-hour.mjs',
    '--here',
  ])
  expect(stdout).toBe('The README prints what its commands print.\n')
}, 240_000)
