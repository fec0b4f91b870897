import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeats } from '../../test/depth.ts'
import { NODE_FLAGS } from '../../test/node-flags.ts'
import { seedDirectory } from '../../test/seed-directory.ts'
import { openEarshot } from '../app/open-earshot.ts'
import { readConfig } from '../config/config.ts'

/* The built program, killed in the middle of an import and started again. */

const PROGRAM = fileURLToPath(new URL('../../bin/earshot.js', import.meta.url))
/** More than two batches: the first is complete when half of the bytes are written. */
const COUNT = repeats(1_100, 3_000)
let home: string
let file: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-import-kill-'))
  file = join(home, 'result.json')
  const messages = Array.from({ length: COUNT }, (_, i) => ({
    id: i + 1,
    type: 'message',
    date_unixtime: String(1_700_000_000 + i * 20),
    from: `Person ${i % 7}`,
    from_id: `user${i % 7}`,
    text: `What about number ${i % 50}, and ${i % 11} of them?`,
    ...(i % 3 === 2 ? { reply_to_message_id: i - 1 } : {}),
  }))
  const chat = { name: 'Large', type: 'private_supergroup', id: 9, messages }
  await writeFile(file, JSON.stringify(chat))
})
afterAll(() => rm(home, { recursive: true, force: true }))

function importInto(dataDir: string) {
  const command = [...NODE_FLAGS, PROGRAM, 'import', file, '--from', 'telegram', '--json']
  return spawn(process.execPath, command, {
    cwd: home,
    env: { PATH: process.env.PATH, EARSHOT_DATA_DIR: dataDir, EARSHOT_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function importToTheEnd(dataDir: string): Promise<Record<string, unknown>> {
  const child = importInto(dataDir)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  expect((await once(child, 'close'))[0]).toBe(0)
  return JSON.parse(output)
}

/**
 * Waits until this many bytes were written to the journal, which is written before any message is stored, or the import
 * has ended. A checkpoint empties the journal every two seconds: what counts is how much it grew.
 */
async function untilJournaled(dataDir: string, bytes: number, isOver: () => boolean) {
  let [grown, last] = [0, 0]
  while (grown < bytes && !isOver()) {
    await pause(5)
    const now = await journalBytes(dataDir)
    grown += Math.max(0, now - last)
    last = now
  }
}

async function journalBytes(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'journal')
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function rowsIn(dataDir: string): Promise<string[]> {
  const earshot = await openEarshot(
    readConfig({ EARSHOT_DATA_DIR: dataDir, EARSHOT_LOG_LEVEL: 'silent' }, null),
  )
  const rows = await earshot.database.asOwner((db) =>
    db.query<{ row: string }>(
      `select concat_ws('|', m.external_id, m.author_id, m.sent_at, m.text, m.reply_to,
                (select string_agg(concat(t.external_id, ' ', l.probability), ',' order by t.position)
                   from message_links l join messages t on t.id = l.to_id
                  where l.from_id = m.id)) as row
         from messages m order by m.position`,
    ),
  )
  await earshot.close()
  return rows.map(({ row }) => row)
}

test('killed half-way and started again it ends with the same rows and links', async () => {
  const [quiet, disturbed] = [join(home, 'quiet'), join(home, 'disturbed')]
  await seedDirectory(quiet)
  await seedDirectory(disturbed)
  expect(await importToTheEnd(quiet)).toMatchObject({ stored: COUNT, duplicates: 0 })

  const child = importInto(disturbed)
  const ended = once(child, 'close')
  // Each message is some 300 bytes in the journal: somewhere in the middle.
  await untilJournaled(disturbed, COUNT * 150, () => child.exitCode !== null)
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')

  const { stored, duplicates } = await importToTheEnd(disturbed)
  expect(Number(stored) + Number(duplicates)).toBe(COUNT)
  expect(duplicates).toBeGreaterThan(0)
  expect(stored).toBeGreaterThan(0)
  expect(await rowsIn(disturbed)).toEqual(await rowsIn(quiet))
  expect(await importToTheEnd(disturbed)).toMatchObject({ stored: 0, duplicates: COUNT })
}, 600_000)
