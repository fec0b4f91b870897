import { randomBytes, randomUUID } from 'node:crypto'
import { answering } from '../src/app/answer-deps.ts'
import { remembering } from '../src/app/memory-deps.ts'
import { providerSettings } from '../src/app/provider-settings.ts'
import { readConfig, type Values } from '../src/config/config.ts'
import type { EngineEvent } from '../src/domain/events.ts'
import type { AnswerId } from '../src/domain/ids.ts'
import { type Delivery, EMPTY_FIELDS, type IncomingMessage } from '../src/domain/message.ts'
import type { Principal } from '../src/domain/principal.ts'
import { createContextCache } from '../src/engine/context/context-cache.ts'
import { createEngine, type Engine, type EngineDeps } from '../src/engine/engine.ts'
import type { MemoryDeps } from '../src/memory/deps.ts'
import { createAskerFacts } from '../src/memory/facts/asker-facts.ts'
import { createOfflineModel } from '../src/models/offline/offline-model.ts'
import { createLanguageModel } from '../src/models/providers/create-language-model.ts'
import { createStaticEmbedder } from '../src/models/static-embedder.ts'
import { countTokens } from '../src/models/tokens/tokens.ts'
import type { TestDb } from './with-db.ts'

/** The moment at which tests take place. */
export const NOW = new Date('2026-03-10T12:00:00Z')

/** A moment so many minutes before NOW. */
export function minutesAgo(minutes: number): Date {
  return new Date(NOW.getTime() - minutes * 60_000)
}

/** A real engine on a test's database, with the offline model and a clock that stands still. */
export function testEngine(
  { database }: TestDb,
  overrides: Partial<EngineDeps> = {},
): { engine: Engine; events: EngineEvent[]; deps: EngineDeps } {
  const events: EngineEvent[] = []
  const bare: Omit<EngineDeps, 'askerFacts'> = {
    database,
    journal: null,
    record: (event) => events.push(event),
    now: () => NOW,
    gapMs: 15 * 60_000,
    newId: randomUUID,
    newAnswerId: () => randomBytes(6).toString('hex') as AnswerId,
    embedder: createStaticEmbedder(),
    model: createOfflineModel(),
    openModel: (model) => createLanguageModel({ ...providerSettings(readConfig({}, null)), model }),
    countTokens,
    cache: createContextCache(),
    ...answering(readConfig({ EARSHOT_SOURCE_DEADLINE_MS: '10000' }, null)),
    ...overrides,
  }
  const deps = { askerFacts: createAskerFacts(memoryDeps({ database }, bare)), ...bare }
  return { engine: createEngine(deps), events, deps }
}

/** What memory is made with in a test: as the engine's, at the engine's moment. */
export function memoryDeps(
  { database }: Pick<TestDb, 'database'>,
  deps: Omit<EngineDeps, 'askerFacts'>,
  env: Values = {},
): MemoryDeps {
  // Sessions of tests are short, and are summarised by their model all the same.
  const config = readConfig({ EARSHOT_SUMMARY_MIN_MESSAGES: '1', ...env }, null)
  return remembering(config, {
    database,
    model: deps.model,
    record: deps.record,
    now: deps.now,
    checkpoint: async () => undefined,
    dropCaches: () => {
      deps.cache.clear()
      database.dropVectorCaches()
    },
  })
}

/** The operator of a test's workspace. */
export function admin({ workspaceId }: Pick<TestDb, 'workspaceId'>): Principal {
  return { workspaceId, role: 'admin', personId: null, name: 'test' }
}

/** A message with everything filled in; say only what the test is about. */
export function incoming(
  author: string,
  text: string,
  more: Partial<IncomingMessage> & { readonly minutesAgo?: number } = {},
): IncomingMessage {
  const { minutesAgo: ago, ...rest } = more
  return {
    ...EMPTY_FIELDS,
    externalId: randomUUID(),
    author: { externalId: author.toLowerCase(), name: author, username: null, isBot: false },
    sentAt: minutesAgo(ago ?? 10),
    text,
    ...rest,
  }
}

/** A delivery to the group "team". */
export function delivery(...messages: IncomingMessage[]): Delivery {
  return {
    chat: { channel: 'api', externalId: 'team', kind: 'group', title: 'Team' },
    messages,
  }
}
