import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/with-db.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import { countChunks } from './search-chunks.ts'

const db = useDatabase()

test('the totals of a workspace are summed up again when its version has moved, and not before', async () => {
  const { database, workspaceId } = await db.fresh()
  const within = <T>(work: (tx: Db) => Promise<T>) =>
    database.within(workspaceScope(workspaceId), work)
  const everyone = { chatId: null, personId: null }
  const keep = (path: string, chunks: number) =>
    within((tx) =>
      tx.query(
        `insert into files (workspace_id, path, title, content_type, bytes, hash, content, chunk_count,
                            term_count, created_at, updated_at, accessed_at)
         values ($1, $2, '', 'text/plain', 1, '', '', $3, 10, now(), now(), now())`,
        [workspaceId, path, chunks],
      ),
    )
  const change = () => within((tx) => bumpVersion(tx, workspaceId, everyone))
  const totals = () =>
    within((tx) => countChunks(tx, { workspaceId, ...everyone, seesShared: true }))

  expect(await totals()).toEqual({ chunks: 0, terms: 0 })
  await keep('a', 2)
  await change()
  expect(await totals()).toEqual({ chunks: 2, terms: 10 })
  await keep('b', 3)
  expect(await totals()).toEqual({ chunks: 2, terms: 10 })
  await change()
  expect(await totals()).toEqual({ chunks: 5, terms: 20 })
})
