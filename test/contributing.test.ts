import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/* An example that does not compile teaches something that does not work. */

test('every example in CONTRIBUTING.md compiles where it says it belongs', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8')
  const examples = [...text.matchAll(/```ts\n\/\/ (src\/\S+\.ts)\n([\s\S]*?)```/g)]
  expect(examples).toHaveLength(3)
  mkdirSync('.cache', { recursive: true })
  const home = mkdtempSync(join('.cache', 'examples-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const [, path = '', code = ''] of examples) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), code)
  }
  // As if both were one folder: an example's imports are those of a file in its place.
  const compilerOptions = { noEmit: true, rootDirs: ['../../src', './src'] }
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['src'], exclude: [] }
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join('node_modules', '.bin', 'tsc')
  const { stdout, status } = spawnSync(tsc, ['-p', home], { encoding: 'utf8' })
  expect([stdout, status]).toEqual(['', 0])
})
