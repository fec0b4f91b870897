import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeats } from '../../../../test/depth.ts'

/* Processes that start on one directory at once. Within one process the steps of several takers hardly ever
 * interleave; between processes they do, and did: two owners in one of 23 rounds, before the right to succeed a
 * dead owner was a lock of its own. */

const ROUNDS = repeats(25, 100)
const BUILT = new URL('../../../../dist/db/engine/embedded/lock.js', import.meta.url).href
const TAKER = `
import { createInterface } from 'node:readline'
import { takeLock } from '${BUILT}'
console.log('ready')
for await (const directory of createInterface({ input: process.stdin })) {
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => takeLock(directory)))
  console.log(JSON.stringify(tries.map((one) => one.reason?.code ?? one.status)))
}`

let home: string
let takers: { ask(directory: string): Promise<string[]>; end(): void }[]
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-race-'))
  takers = await Promise.all(Array.from({ length: 6 }, startTaker))
})
afterAll(async () => {
  for (const taker of takers) taker.end()
  await rm(home, { recursive: true, force: true })
})

async function startTaker() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', TAKER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    ask: async (directory: string) => {
      child.stdin.write(`${directory}\n`)
      return JSON.parse((await lines.next()).value) as string[]
    },
    end: () => child.kill(),
  }
}

const deadOwner = (nonce: string) =>
  JSON.stringify({ pid: 2 ** 22 + 1, bootId: '', startedAt: '', nonce })

test.each([
  ['nothing', {}],
  ['the lock of a dead process', { 'earshot.lock': deadOwner('a') }],
  ['an empty lock', { 'earshot.lock': '' }],
  [
    'a lock whose successors died while they took it over',
    {
      'earshot.lock': deadOwner('a'),
      'earshot.lock.dead-a': deadOwner('b'),
      'earshot.lock.dead-a.dead-b': '',
    },
  ],
])('of 24 takers in 6 processes that find %s, exactly one gets it', async (_name, files) => {
  for (let round = 0; round < ROUNDS; round++) {
    const directory = await mkdtemp(join(home, 'data-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    const results = (await Promise.all(takers.map((taker) => taker.ask(directory)))).flat()
    expect(results.toSorted()).toEqual([...Array(23).fill('data_dir_locked'), 'fulfilled'])
    expect(await readdir(directory)).toEqual([
      'earshot.lock',
      expect.stringMatching(/^earshot\.lock\.[-0-9a-f]{36}\.socket$/),
    ])
  }
})
