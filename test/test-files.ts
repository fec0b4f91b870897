import type { FileLimits } from '../src/domain/file.ts'
import { findAsker, findVisibleChat, maySee } from '../src/engine/access/access.ts'
import { createFiles, type Files } from '../src/files/files.ts'
import { NOW } from './deps.ts'
import type { TestDb } from './with-db.ts'

const LIMITS: FileLimits = {
  maxBytes: 1_000_000,
  maxText: 1_000_000,
  maxChunks: 100,
  maxPages: 1,
  maxReadMs: 10_000,
  maxFilesPerOwner: 100,
}

/** The real keeper of files on a test's database. */
export function testFiles({ database }: TestDb): Files {
  return createFiles({
    database,
    record: () => undefined,
    now: () => NOW,
    limits: LIMITS,
    access: { findAsker, findVisibleChat, maySee },
  })
}
