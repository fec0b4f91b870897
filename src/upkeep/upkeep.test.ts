import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, testEngine } from '../../test/deps.ts'
import { type TestDb, useOwnDatabase } from '../../test/with-db.ts'
import type { EngineEvent } from '../domain/events.ts'
import { textOf } from '../domain/piece.ts'
import { workspaceScope } from '../domain/scope.ts'
import { createStaticEmbedder } from '../models/static-embedder.ts'
import { embedMissing } from './embed-missing.ts'
import { runUpkeep } from './run-upkeep.ts'

const db = useOwnDatabase()
const embedder = createStaticEmbedder()

describe('embedding what has no vector', () => {
  test('reaches every message once, an edited one again, a deleted one never', async () => {
    const test = await db.fresh()
    const { engine, deps } = testEngine(test)
    const talk = Array.from({ length: 150 }, (_, i) =>
      incoming('Ann', `message ${i}`, { externalId: String(i) }),
    )
    await engine.receive(admin(test), delivery(...talk))
    const done = await embedMissing({ ...deps, embedder }, new Map())
    expect(await countVectors(test)).toBe(150)

    const target = (messageId: string) => ({ channel: 'api', externalId: 'team', messageId })
    await engine.edit(admin(test), target('3'), {
      text: 'changed',
      editedAt: new Date('2026-03-10T11:59:00Z'),
    })
    await engine.delete(admin(test), target('4'))
    expect(await countVectors(test)).toBe(148)
    await embedMissing({ ...deps, embedder }, done)
    expect(await countVectors(test)).toBe(148)
    await embedMissing({ ...deps, embedder }, new Map())
    expect(await countVectors(test)).toBe(149)
  })

  test('a long backlog is left between two batches when it is time to stop, and gone on with later', async () => {
    const test = await db.fresh()
    const { engine, deps } = testEngine(test)
    const talk = Array.from({ length: 200 }, (_, i) => incoming('Ann', `message ${i}`))
    await engine.receive(admin(test), delivery(...talk))
    const done = await embedMissing({ ...deps, embedder, stopping: AbortSignal.abort() }, new Map())
    expect(await countVectors(test)).toBe(64)
    await embedMissing({ ...deps, embedder }, done)
    expect(await countVectors(test)).toBe(200)
  })

  test('starts over for vectors of another model, and drops the old ones when all are there', async () => {
    const test = await db.fresh()
    const { engine, deps } = testEngine(test)
    const talk = Array.from({ length: 3 }, (_, i) => incoming('Ann', `message ${i}`))
    await engine.receive(admin(test), delivery(...talk))
    await embedMissing({ ...deps, embedder: { ...embedder, id: 'older' } }, new Map())
    await embedMissing({ ...deps, embedder }, new Map())
    expect(await countVectors(test)).toBe(3)
  })

  test('lets a question be answered from a message that only reads alike', async () => {
    const test = await db.fresh()
    const { engine, deps } = testEngine(test)
    const other = Array.from({ length: 5 }, (_, i) =>
      incoming('Bob', `chatter number ${i}`, { minutesAgo: 3_000 - i }),
    )
    await engine.receive(
      admin(test),
      delivery(incoming('Ann', 'knowledge graph meeting', { minutesAgo: 9_000 }), ...other),
    )
    await embedMissing({ ...deps, embedder }, new Map())
    const asked = {
      threadId: 'api:team',
      text: '@bot knowlege grpah',
      author: null,
      messageId: null,
      replyTo: null,
      quote: null,
      askedAt: null,
      budgetTokens: 500,
    }
    const { context } = await engine.buildContext(admin(test), asked)
    const found = [...context.kept, ...context.dropped].toSorted(
      (a, b) => b.parts.alike - a.parts.alike,
    )[0]
    expect(found && textOf(found.piece)).toBe('knowledge graph meeting')
  })
})

describe('upkeep', () => {
  test('a failing chore is recorded and does not stop the others; stopping waits for the run under way', async () => {
    const events: EngineEvent[] = []
    let runs = 0
    let isInside = false
    const enough = new Promise<void>((resolve) => {
      const upkeep = runUpkeep(
        [
          { name: 'broken', everyMs: 1, run: () => Promise.reject(new Error('no')) },
          {
            name: 'good',
            everyMs: 1,
            run: async () => {
              isInside = true
              await Promise.resolve()
              isInside = false
              runs += 1
              if (runs === 5) void upkeep.stop().then(resolve)
            },
          },
        ],
        (event) => events.push(event),
      )
    })
    await enough
    expect(isInside).toBe(false)
    expect(runs).toBe(5)
    expect(events).toContainEqual({ name: 'upkeep.failed', step: 'broken', code: 'internal' })
  })
})

async function countVectors({ database, workspaceId }: TestDb): Promise<number> {
  const rows = await database.within(workspaceScope(workspaceId), (tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from embeddings'),
  )
  return rows[0]?.n ?? 0
}
