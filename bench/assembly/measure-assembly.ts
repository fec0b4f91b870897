import { randomBytes } from 'node:crypto'
import { createDatabase, type Database, type Driver } from '../../src/db/engine/database.ts'
import type { AnswerId } from '../../src/domain/ids.ts'
import type { Question } from '../../src/domain/question.ts'
import type { SourceReport } from '../../src/domain/trace.ts'
import { assembleContext } from '../../src/engine/context/build-context.ts'
import { createContextCache } from '../../src/engine/context/context-cache.ts'
import type { Context, ContextCache, ContextDeps } from '../../src/engine/context/deps.ts'
import { DEFAULT_DECAY_PER_HOUR, DEFAULT_WEIGHTS } from '../../src/engine/score/score.ts'
import { compactFormat } from '../../src/engine/write/formats/compact.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { countTokens } from '../../src/models/tokens/tokens.ts'
import { nameOf, recordStatements, runBare } from './recording-driver.ts'

/** So slow that nothing is left out: a source that gave up would make the whole look fast. */
const SOURCE_DEADLINE_MS = 60_000

export type Assembled = {
  /** The first question of all: nothing is in memory yet. */
  readonly firstMs: number
  readonly rounds: readonly Round[]
}

/** What one question took, in milliseconds. */
export type Round = {
  readonly wholeMs: number
  readonly timings: Context['timings']
  readonly sources: readonly SourceReport[]
  readonly statements: readonly { readonly name: string; readonly bareMs: number }[]
  readonly cachedMs: number
}

/** Asks every question once, the first ones for warming up, and runs bare what each made the database do. */
export async function measureAssembly(
  driver: Driver,
  embedder: Embedder,
  { questions, warmUp }: { readonly questions: readonly Question[]; readonly warmUp: number },
): Promise<Assembled> {
  const recording = recordStatements(driver)
  const database = createDatabase(recording.driver)
  const fresh = depsOf(database, embedder, NO_CACHE)
  const cached = depsOf(database, embedder, createContextCache())
  const rounds: Round[] = []
  let firstMs = 0
  for (const [i, question] of questions.entries()) {
    recording.take()
    const { context, ms } = await timed(question, fresh)
    const sent = recording.take()
    if (i === 0) firstMs = ms
    failOnGap(context)
    const bare = await runBare(driver, sent)
    await assembleContext(question, cached)
    const again = await timed(question, cached)
    if (!again.context.isCached) throw new Error('the same question was not found in the cache')
    if (i < warmUp) continue
    rounds.push({
      wholeMs: ms,
      timings: context.timings,
      sources: context.sources,
      statements: sent.map((one, at) => ({ name: nameOf(one), bareMs: bare[at] ?? 0 })),
      cachedMs: again.ms,
    })
  }
  return { firstMs, rounds }
}

async function timed(question: Question, deps: ContextDeps) {
  const began = performance.now()
  const context = await assembleContext(question, deps)
  return { context, ms: performance.now() - began }
}

function failOnGap({ sources }: Context): void {
  const failed = sources.find((source) => source.failed !== null)
  if (failed !== undefined) throw new Error(`the source ${failed.name} failed: ${failed.failed}`)
}

/** What is measured is the making. */
const NO_CACHE: ContextCache = {
  clear: () => undefined,
  find: async (_key, make) => ({ context: await make(), isCached: false }),
}

function depsOf(database: Database, embedder: Embedder, cache: ContextCache): ContextDeps {
  return {
    database,
    embedder,
    cache,
    countTokens,
    record: () => undefined,
    now: () => new Date(),
    newAnswerId: () => randomBytes(8).toString('hex') as AnswerId,
    assembly: {
      weights: DEFAULT_WEIGHTS,
      decayPerHour: DEFAULT_DECAY_PER_HOUR,
      solver: 'greedy',
      nearbyShare: 0.2,
      sourceDeadlineMs: SOURCE_DEADLINE_MS,
      sharedFiles: 'all',
      format: compactFormat,
    },
  }
}
