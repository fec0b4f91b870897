import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { SummaryCaps } from '../domain/memory.ts'
import { relinkBehind } from '../engine/receive/relink.ts'
import type { MemoryDeps, MemorySettings } from '../memory/deps.ts'
import type { Embedder } from '../models/embedder.ts'
import { createOfflineModel } from '../models/offline/offline-model.ts'
import { createStaticEmbedder } from '../models/static-embedder.ts'
import { countTokens, truncateToTokens } from '../models/tokens/tokens.ts'
import { guessNames } from '../redact/names/guess-names.ts'
import { redact } from '../redact/redact.ts'
import { readMemorySwitch } from './read-memory-switch.ts'

type Surroundings = Pick<
  MemoryDeps,
  'database' | 'model' | 'record' | 'now' | 'dropCaches' | 'checkpoint'
>

/** The dependencies of memory, from the settings. */
export function remembering(config: Config, surroundings: Surroundings): MemoryDeps {
  return {
    ...surroundings,
    offline: createOfflineModel(),
    embedder: createStaticEmbedder(),
    countTokens,
    shorten: truncateToTokens,
    redact: (text, names) => redact(text, { names }).text,
    guessNames,
    relinkBehind,
    newId: randomUUID,
    settings: settingsOf(config),
  }
}

/** Embeds texts without personal data: neither the provider nor a vector receives it. */
export function privateEmbedder(embedder: Embedder | null): Embedder | null {
  if (embedder === null) return null
  return {
    id: embedder.id,
    isRemote: embedder.isRemote === true,
    // Read each time: some embedders learn it only with their first vector.
    get dimensions() {
      return embedder.dimensions
    },
    embed: (texts, signal) =>
      embedder.embed(
        texts.map((text) => redact(text).text),
        signal,
      ),
  }
}

/** The maximum tokens of summaries, the same where they are made and where they are shown. */
export function summaryCaps(config: Config): SummaryCaps {
  return {
    recent: config.EARSHOT_SUMMARY_RECENT_TOKEN_CAP,
    history: config.EARSHOT_SUMMARY_HISTORY_TOKEN_CAP,
    topic: config.EARSHOT_TOPIC_SUMMARY_TOKEN_CAP,
  }
}

function settingsOf(config: Config): MemorySettings {
  return {
    idleMs: config.EARSHOT_IDLE_TIMEOUT_MINUTES * 60_000,
    awayMs: config.EARSHOT_PAGEAWAY_END_MINUTES * 60_000,
    recentDays: config.EARSHOT_RECENT_WINDOW_DAYS,
    modelMaxAgeDays: config.EARSHOT_SUMMARY_MODEL_MAX_AGE_DAYS ?? config.EARSHOT_RECENT_WINDOW_DAYS,
    minModelLines: config.EARSHOT_SUMMARY_MIN_MESSAGES,
    timeZone: config.EARSHOT_TIME_ZONE,
    hideNames: config.EARSHOT_REDACT_NAMES === '1',
    factsReview: config.EARSHOT_FACTS_REVIEW,
    dailyTokens: config.EARSHOT_DAILY_TOKENS_WORKSPACE ?? null,
    dailyMemoryTokens: config.EARSHOT_DAILY_TOKENS_MEMORY ?? null,
    prices: {
      input: config.EARSHOT_PRICE_INPUT ?? null,
      output: config.EARSHOT_PRICE_OUTPUT ?? null,
    },
    topics: {
      firstTurn: config.EARSHOT_TOPIC_INITIAL_EVAL_TURN,
      everyTurns: config.EARSHOT_TOPIC_RECHECK_EVERY_TURNS,
      adoptAt: config.EARSHOT_TOPIC_ADOPT_THRESHOLD,
      betterBy: config.EARSHOT_TOPIC_MIN_DELTA_TO_SWAP,
      maxCandidates: config.EARSHOT_TOPIC_MAX_CANDIDATES,
      cacheDays: config.EARSHOT_TOPIC_CACHE_TTL_DAYS,
    },
    caps: summaryCaps(config),
    remembers: readMemorySwitch(config.EARSHOT_MEMORY_OFF).remembers,
  }
}
