import { answering } from '../src/app/answer-deps.ts'
import { readConfig, type Values } from '../src/config/config.ts'
import type { EngineEvent } from '../src/domain/events.ts'
import type { SessionId } from '../src/domain/ids.ts'
import type { Answer } from '../src/engine/answer/store-answer.ts'
import type { Engine, EngineDeps } from '../src/engine/engine.ts'
import type { MemoryDeps } from '../src/memory/deps.ts'
import { createMemory, type Memory } from '../src/memory/memory.ts'
import type { LanguageModel } from '../src/models/language-model.ts'
import { createOfflineModel } from '../src/models/offline/offline-model.ts'
import { memoryJobs } from '../src/upkeep/memory-jobs.ts'
import { planWorkspace } from '../src/upkeep/plan-memory.ts'
import { admin, memoryDeps, NOW, testEngine } from './deps.ts'
import { inlineQueue } from './inline-queue.ts'
import type { TestDb } from './with-db.ts'

/** An engine with a memory and a clock that the test moves. */
export type MemoryWorld = {
  readonly engine: Engine
  readonly memory: Memory
  readonly deps: MemoryDeps
  readonly events: EngineEvent[]
  now(): Date
  pass(time: { days?: number; minutes?: number }): void
  /** Asks in a session, or outside of any, as one person without a chat. */
  ask(person: string, sessionId: string | null, text: string): Promise<Answer>
  /** What upkeep does by itself, until there is nothing left to do, or so many passes are over. */
  upkeep(passes?: number): Promise<void>
}

/** Builds one on a test's database; the model is the offline one unless given. */
export function memoryWorld(
  test: TestDb,
  model: LanguageModel = createOfflineModel(),
  overrides: Partial<EngineDeps> = {},
  env: Values = {},
): MemoryWorld {
  let time = NOW.getTime()
  const now = () => new Date(time)
  const {
    engine,
    events,
    deps: engineDeps,
  } = testEngine(test, {
    ...answering(readConfig({ EARSHOT_SOURCE_DEADLINE_MS: '10000', ...env }, null)),
    ...{ now, model, ...overrides },
  })
  const deps = memoryDeps(test, engineDeps, env)
  const queue = inlineQueue()
  const never = new AbortController().signal
  return {
    engine,
    memory: createMemory(deps, () => queue),
    deps,
    events,
    now,
    pass: ({ days = 0, minutes = 0 }) => {
      time += days * 86_400_000 + minutes * 60_000
    },
    ask: (person, sessionId, text) =>
      engine.ask(
        admin(test),
        {
          threadId: null,
          text,
          author: { externalId: person, name: person, username: null, isBot: false },
          messageId: null,
          replyTo: null,
          quote: null,
          askedAt: null,
          budgetTokens: 3_000,
        },
        { sessionId: sessionId as SessionId | null, window: 5 },
      ),
    upkeep: async (passes = Number.POSITIVE_INFINITY) => {
      for (let pass = 0; pass < passes; pass++) {
        await planWorkspace(test.workspaceId, [], { ...deps, queue }, never)
        if ((await queue.drain(memoryJobs(deps))) === 0) return
      }
    },
  }
}
