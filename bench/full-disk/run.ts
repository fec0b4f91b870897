import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startListening } from '../../test/chaos/server-process.ts'
import { keepResult } from '../results.ts'

/* Fills a small disk under a server; see README.md beside this file. */

const SMALL_MB = 130
const LARGE_MB = 600
const BATCH = 50
const WORDS = 150
const REFUSALS = 3

const disk = mkdtempSync(join(tmpdir(), 'earshot-full-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_MB}m`, 'tmpfs', disk])
const server = await startListening(join(disk, 'data'))
let sent = 0
const acknowledged: string[] = []
const codes: string[] = []
while (codes.length < REFUSALS) {
  const ids = Array.from({ length: BATCH }, () => String(++sent))
  const { status, body } = await post(ids, WORDS)
  if (status === 200) acknowledged.push(...ids)
  else codes.push(`${status} ${body.code}`)
}
execFileSync('mount', ['-o', `remount,size=${LARGE_MB}m`, disk])
const after = await post(['after'], 1)
let there = 0
for (let i = 0; i < acknowledged.length; i += 500) {
  there += (await post(acknowledged.slice(i, i + 500), 1)).body.duplicates ?? 0
}
const { code } = await server.end('SIGTERM')
execFileSync('umount', [disk])
rmSync(disk, { recursive: true })

keepResult({
  bench: 'full-disk',
  question: 'What happens to messages when the disk fills up, and when there is room again?',
  command: 'npm run bench -- full-disk',
  seed: 0,
  config: { SMALL_MB, LARGE_MB, BATCH, WORDS },
  table: [
    [
      'acknowledged',
      'lost of these',
      'refused with',
      'first message with room again',
      'clean stop',
    ],
    [
      String(acknowledged.length),
      String(acknowledged.length - there),
      codes.join(', '),
      after.status === 200 ? 'stored' : `${after.status} ${after.body.code}`,
      code === 0 ? 'yes' : `code ${code}`,
    ],
  ],
  numbers: { acknowledged: acknowledged.length, there, codes, after, code },
})
process.exitCode = there === acknowledged.length && after.status === 200 ? 0 : 1

async function post(ids: readonly string[], words: number) {
  const text = Array.from({ length: words }, (_, i) => `word${sent}x${i}`).join(' ')
  const messages = ids.map((id) => ({
    id,
    author: { id: 'u' },
    sent_at: '2026-01-05T10:00:00Z',
    text,
  }))
  const response = await fetch(`${server.url}/api/messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chat: { channel: 'api', id: 'c' }, messages }),
  })
  const body = (await response.json()) as { code?: string; duplicates?: number }
  return { status: response.status, body }
}
