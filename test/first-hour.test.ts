import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { NODE_FLAGS } from './node-flags.ts'

test('the README prints what its commands print; if not, run: npm run first-hour -- --here --write', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...NODE_FLAGS,
    'scripts/first-hour.mjs',
    '--here',
  ])
  expect(stdout).toBe('The README prints what its commands print.\n')
}, 240_000)
