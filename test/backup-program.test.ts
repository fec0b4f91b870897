import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListening } from './chaos/server-process.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { seedDirectory } from './seed-directory.ts'

/* `earshot backup` of a running server and `earshot restore`, in processes of their own. */

const run = promisify(execFile)
const BIN = resolve('bin/earshot.js')
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-backups-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function earshot(dataDir: string, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', EARSHOT_DATA_DIR: dataDir }
  try {
    const { stdout, stderr } = await run('node', [...NODE_FLAGS, BIN, ...args], { env, cwd: home })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

/** Sends pairs of messages until it is stopped; returns how many pairs were acknowledged. */
function sendPairs(url: string) {
  let acknowledged = 0
  let isStopped = false
  const sending = (async () => {
    for (let pair = 0; !isStopped; pair += 1) {
      const messages = ['a', 'b'].map((half) => ({
        id: `${pair}${half}`,
        author: { id: 'ann', name: 'Ann' },
        sent_at: new Date(1_767_600_000_000 + pair * 1_000).toISOString(),
        text: `pair ${pair}, half ${half}, secret-word`,
      }))
      const { ok } = await fetch(`${url}/api/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ chat: { channel: 'api', id: 'club' }, messages }),
      })
      if (!ok) throw new Error('a pair was refused')
      acknowledged += 1
    }
  })()
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      isStopped = true
      await sending
    },
  }
}

test('a running server is backed up while messages arrive, and restored elsewhere', async () => {
  const data = join(home, 'data')
  await seedDirectory(data)
  const server = await startListening(data, { EARSHOT_LOG_LEVEL: 'debug' })
  const sender = sendPairs(server.url)
  await expect.poll(sender.acknowledged).toBeGreaterThan(20)
  const before = sender.acknowledged()
  const file = join(home, 'first.backup')
  const saved = await earshot(data, 'backup', '--out', file, '--json')
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  await expect.poll(sender.acknowledged).toBeGreaterThan(before + 20)
  await sender.stop()
  const { stderr } = await server.end('SIGTERM')
  expect(stderr).toContain('backup.made')
  expect(stderr).not.toContain('secret-word')

  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(home)).filter((name) => name.includes('.part'))).toEqual([])
  expect((await readdir(data)).filter((name) => name.startsWith('db.'))).toEqual([])

  const restoredDir = join(home, 'restored')
  const restored = await earshot(restoredDir, 'restore', file, '--json')
  expect(JSON.parse(restored.stdout)).toMatchObject({ rows: JSON.parse(saved.stdout).rows })
  const again = await startListening(restoredDir)
  const reply = await fetch(`${again.url}/api/chats?limit=10`)
  const { chats } = (await reply.json()) as { chats: { thread_id: string; messages: number }[] }
  const stored = chats.find((chat) => chat.thread_id === 'api:club')?.messages ?? 0
  // Whole pairs only: a pair is one transaction. All that were acknowledged before, and no more than in the end.
  expect(stored % 2).toBe(0)
  expect(stored / 2).toBeGreaterThanOrEqual(before)
  expect(stored / 2).toBeLessThan(sender.acknowledged())
  await again.end('SIGTERM')
})

test('a file that exists is not replaced, a folder gets a file with a name of its own, --check restores nothing', async () => {
  const data = join(home, 'quiet')
  await seedDirectory(data)
  const taken = join(home, 'taken.backup')
  await writeFile(taken, 'mine')
  const refused = await earshot(data, 'backup', '--out', taken)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })

  const saved = await earshot(data, 'backup', '--out', home)
  const [path = ''] = /\S+\.backup/.exec(saved.stdout) ?? []
  expect(path).toMatch(/earshot-\d{4}-\d\d-\d\d-\d{6}\.backup$/)
  expect(saved.stdout).toMatch(/rows? of \d+ tables/)
  const target = join(home, 'never')
  const checked = await earshot(target, 'restore', path, '--check')
  expect(checked.stdout).toContain('complete and unaltered')
  expect(await readdir(home)).not.toContain('never')

  const full = await earshot(data, 'restore', path)
  expect(full).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already has data.*EARSHOT_DATA_DIR.*restore_target_not_empty/s),
  })
  const cut = join(home, 'cut.backup')
  await cp(path, cut)
  await run('truncate', ['-s', '-1', cut])
  const damaged = await earshot(target, 'restore', cut)
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('(backup_invalid)') })
  expect(await readdir(home)).not.toContain('never')
})
