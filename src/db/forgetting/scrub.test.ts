import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { WorkspaceId } from '../../domain/ids.ts'
import { markProcessed, saveEvents } from '../channels/inbox.ts'
import { createDatabase } from '../engine/database.ts'
import { createEmbeddedDriver } from '../engine/embedded/driver.ts'
import { migrate } from '../engine/migrate.ts'
import { scrubFiles } from './scrub.ts'

const SECRET = 'wordvault'
const workspaceId = 'default' as WorkspaceId

async function filesWith(word: string, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const found = await Promise.all(
    paths.map(async (path) => ((await readFile(path)).includes(word) ? [path] : [])),
  )
  return found.flat()
}

test('an update that was processed leaves nothing in the files of the database', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-scrub-'))
  const database = createDatabase(await createEmbeddedDriver(join(directory, 'db')))
  try {
    await migrate(database)
    const now = new Date()
    const bot = { channel: 'telegram', bot: '1' }
    const update = {
      eventId: '1',
      ordinal: null,
      payload: SECRET,
      author: '7',
      chat: null,
      album: null,
      dueAt: now,
    }
    await database.asOwner(async (db) => {
      await db.query('insert into workspaces (id) values ($1) on conflict do nothing', [
        workspaceId,
      ])
      await saveEvents(db, workspaceId, bot, [update], now)
      await markProcessed(db, workspaceId, bot, ['1'], now)
    })
    await database.execute('checkpoint')
    expect(await filesWith(SECRET, directory)).not.toEqual([])
    await scrubFiles(database)
    expect(await filesWith(SECRET, directory)).toEqual([])
  } finally {
    await database.close()
    await rm(directory, { recursive: true, force: true })
  }
})
