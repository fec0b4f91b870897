import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/db/engine/database.ts'
import type { AnswerId, ChatId, PersonId } from '../../src/domain/ids.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { audienceOf, type Question, shownTo } from '../../src/domain/question.ts'
import { audienceScope } from '../../src/domain/scope.ts'
import { buildContext } from '../../src/engine/context/build-context.ts'
import type { ContextCache, ContextDeps } from '../../src/engine/context/deps.ts'
import { STEPS } from '../../src/engine/context/recall-deps.ts'
import { conversationSource } from '../../src/engine/recall/conversation.ts'
import type { ChatSearch } from '../../src/engine/recall/source.ts'
import { DEFAULT_DECAY_PER_HOUR, DEFAULT_WEIGHTS } from '../../src/engine/score/score.ts'
import { compactFormat } from '../../src/engine/write/formats/compact.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { countTokens } from '../../src/models/tokens/tokens.ts'
import { readQuery } from '../../src/text/query/read-query.ts'
import type { Home } from '../homes.ts'
import type { Captioned } from '../results.ts'
import { median, quantile } from '../statistics.ts'
import { fillChat } from './fill-chat.ts'

/* A look back in a chat of a size, beside the least one could do: read the last messages. */

const WARM_UP = 20
const LAST = 20
const ASKER = 1 as PersonId
const CHAT = 1 as ChatId
const BUDGET_TOKENS = 4_000

/** Milliseconds of each call, the three ways in turns. */
export type Reading = {
  readonly engine: string
  readonly size: number
  readonly fillSeconds: number
  readonly lastMs: readonly number[]
  readonly lookBackMs: readonly number[]
  readonly contextMs: readonly number[]
}

/** Fills a chat and measures a bare tag in it, so many times. */
export async function measureReading(
  engine: string,
  openHome: () => Promise<Home>,
  { size, rounds }: { readonly size: number; readonly rounds: number },
): Promise<Reading> {
  const home = await openHome()
  try {
    const now = new Date()
    const began = performance.now()
    await fillChat(home.database, size, now)
    const fillSeconds = (performance.now() - began) / 1_000
    const reading = { engine, size, fillSeconds, ...(await inTurns(home.database, now, rounds)) }
    console.log(`${rowOf(reading).join(', ')}; filled in ${fillSeconds.toFixed(0)} s`)
    return reading
  } finally {
    await home.remove()
  }
}

async function inTurns(database: Database, askedAt: Date, rounds: number) {
  const question = questionAt(askedAt)
  const deps = depsOf(database)
  const scope = audienceScope(DEFAULT_WORKSPACE, audienceOf(question))
  const search = searchFor(question)
  const lastMs: number[] = []
  const lookBackMs: number[] = []
  const contextMs: number[] = []
  for (let i = -WARM_UP; i < rounds; i += 1) {
    const last = await timed(() =>
      database.within(scope, (db) => db.query(LAST_MESSAGES, [DEFAULT_WORKSPACE, CHAT, LAST])),
    )
    const lookBack = await timed(() =>
      database.within(scope, (db) => conversationSource.find(db, search)),
    )
    const context = await timed(() => buildContext(question, deps))
    if (i < 0) continue
    lastMs.push(last)
    lookBackMs.push(lookBack)
    contextMs.push(context)
  }
  return { lastMs, lookBackMs, contextMs }
}

// What anybody would write first: an index gives it in this order, and nobody's name is looked up.
const LAST_MESSAGES = `
  select m.id, m.author_id, m.sent_at, m.text from messages m
   where m.workspace_id = $1 and m.chat_id = $2 and m.topic is null and m.deleted_at is null
     and m.kind = 'message'
   order by m.topic desc, m.sent_at desc, m.position desc, m.id desc limit $3`

async function timed(work: () => Promise<readonly unknown[] | object>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function questionAt(askedAt: Date): Question {
  return {
    workspaceId: DEFAULT_WORKSPACE,
    chat: {
      id: CHAT,
      topic: null,
      isGroup: true,
      ref: { channel: 'bench', externalId: 'chat' },
      links: null,
    },
    personId: ASKER,
    memory: null,
    isTopicUnsure: false,
    askerName: 'p1',
    text: '@bot',
    searchText: null,
    messageId: null,
    replyTo: null,
    quote: null,
    askedAt,
    isNow: false,
    budgetTokens: BUDGET_TOKENS,
    seesSharedFiles: true,
  }
}

function searchFor(question: Question): ChatSearch {
  return {
    question,
    query: readQuery(''),
    shown: shownTo(question),
    place: { workspaceId: DEFAULT_WORKSPACE, chatId: CHAT, topic: null },
    vector: null,
    steps: STEPS,
    onCounted: () => undefined,
    onMissing: () => undefined,
  }
}

/** What is measured is the making. */
const NO_CACHE: ContextCache = {
  clear: () => undefined,
  find: async (_key, make) => ({ context: await make(), isCached: false }),
}

function depsOf(database: Database): ContextDeps {
  return {
    database,
    embedder: createStaticEmbedder(),
    cache: NO_CACHE,
    countTokens,
    record: () => undefined,
    now: () => new Date(),
    newAnswerId: () => randomBytes(8).toString('hex') as AnswerId,
    assembly: {
      weights: DEFAULT_WEIGHTS,
      decayPerHour: DEFAULT_DECAY_PER_HOUR,
      solver: 'greedy',
      nearbyShare: 0.2,
      sourceDeadlineMs: 10_000,
      sharedFiles: 'all',
      format: compactFormat,
    },
  }
}

/** One row a size. */
export function readingTable(readings: readonly Reading[]): Captioned {
  return {
    caption: `A bare tag in a chat of a size, beside reading its last ${LAST} messages; medians`,
    table: [
      [
        'engine',
        'messages in the chat',
        `last ${LAST}`,
        'look back',
        'ratio',
        'aim',
        'look back, 95th percentile',
        'whole context with its trace',
      ],
      ...readings.map(rowOf),
    ],
  }
}

function rowOf({ engine, size, lastMs, lookBackMs, contextMs }: Reading): string[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    engine,
    String(size),
    ms(median(lastMs)),
    ms(median(lookBackMs)),
    (median(lookBackMs) / median(lastMs)).toFixed(2),
    '≤ 3, the same at every size',
    ms(quantile(lookBackMs, 0.95)),
    ms(median(contextMs)),
  ]
}
