import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLiveOwner, takeLock } from './lock.ts'

/** Holds the directory until it is killed. */
const HOLDER = `
import { takeLock } from '${new URL('../../../../dist/db/engine/embedded/lock.js', import.meta.url).href}'
await takeLock(process.argv[1])
console.log('taken')
setInterval(() => {}, 1_000)`

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-lock-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const file = () => join(directory, 'earshot.lock')
const owner = async () => JSON.parse(await readFile(file(), 'utf8'))

test('a second taker is told which process has the directory', async () => {
  const lock = await takeLock(directory)
  const second = takeLock(directory)
  await expect(second).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await lock.release()
  await (await takeLock(directory)).release()
})

test('the owner can say where it is reached, and is found there', async () => {
  const lock = await takeLock(directory)
  await lock.announce('http://127.0.0.1:1')
  expect(await findLiveOwner(directory)).toMatchObject({
    pid: process.pid,
    url: 'http://127.0.0.1:1',
  })
  await expect(takeLock(directory)).rejects.toThrow(/http:\/\/127\.0\.0\.1:1/)
})

test.each([
  ['a process that is gone', { pid: 2 ** 22 + 1 }],
  ['a process id that now belongs to another program', { startedAt: '1' }],
  ['a machine that has booted since', { bootId: 'another boot' }],
])('the lock of %s is taken over', async (_name, change) => {
  await takeLock(directory)
  await writeFile(file(), JSON.stringify({ ...(await owner()), nonce: 'dead', ...change }))
  expect(await findLiveOwner(directory)).toBeNull()
  await takeLock(directory)
  expect(await owner()).toMatchObject({ pid: process.pid })
})

test('a lock file that a crash left empty is taken over', async () => {
  await writeFile(file(), '')
  await takeLock(directory)
  expect(await owner()).toMatchObject({ pid: process.pid })
})

test('what cannot be read is not taken for a dead owner', async () => {
  await mkdir(file())
  await expect(takeLock(directory)).rejects.toMatchObject({ code: 'data_dir_unusable' })
  await expect(findLiveOwner(directory)).rejects.toThrow(/cannot be read.*EARSHOT_DATA_DIR/)
})

test('who releases twice does not release a successor', async () => {
  const first = await takeLock(directory)
  await first.release()
  await takeLock(directory)
  await first.release()
  await expect(takeLock(directory)).rejects.toThrow(`process ${process.pid}`)
})

test('of many that find a dead lock at once, exactly one gets it, and nothing is left lying about', async () => {
  await writeFile(
    file(),
    JSON.stringify({ pid: 2 ** 22 + 1, bootId: '', startedAt: '', nonce: 'dead' }),
  )
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(directory)))
  const got = results.filter((result) => result.status === 'fulfilled')
  expect(got).toHaveLength(1)
  await got[0]?.value.release()
  expect(await readdir(directory)).toEqual([])
})

describe('in another container, whose processes are not seen here,', () => {
  const elsewhere = { pid: 2 ** 22 + 1, pidSpace: 'pid:[1]' }

  test('an owner that answers is alive', async () => {
    await takeLock(directory)
    await writeFile(file(), JSON.stringify({ ...(await owner()), ...elsewhere }))
    await expect(takeLock(directory)).rejects.toThrow(
      `process ${elsewhere.pid} of another container`,
    )
    expect(await findLiveOwner(directory)).toMatchObject(elsewhere)
  })

  test('one of an earlier version is judged by its process id', async () => {
    await takeLock(directory)
    const { pidSpace: _, ...earlier } = await owner()
    await writeFile(file(), JSON.stringify({ ...earlier, nonce: 'n' }))
    await expect(takeLock(directory)).rejects.toThrow(`process ${process.pid}.`)
  })

  test('one that does not is dead, and nothing of it is left', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, directory])
    await once(child.stdout, 'data')
    await writeFile(file(), JSON.stringify({ ...(await owner()), ...elsewhere }))
    await expect(takeLock(directory)).rejects.toThrow(/another container/)
    child.kill('SIGSTOP')
    await expect(takeLock(directory)).rejects.toThrow(/another container/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(directory)).toHaveLength(2)
    await (await takeLock(directory)).release()
    expect(await readdir(directory)).toEqual([])
  })
})

test('a killed process no longer holds it, even while its parent has not noticed', async () => {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  await takeLock(directory)
  await writeFile(
    file(),
    JSON.stringify({ ...(await owner()), pid: child.pid, startedAt, nonce: 'n' }),
  )
  await expect(takeLock(directory)).rejects.toThrow(`process ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await takeLock(directory)
})
