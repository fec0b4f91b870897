import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import { readToolNames } from '../domain/tool-names.ts'
import type { EngineDeps } from '../engine/engine.ts'
import { historyFormat } from '../engine/write/formats/formats.ts'
import { fetchBytes } from '../models/providers/fetch-media.ts'
import { inOwnTokens } from '../models/tokens/margins.ts'
import { countPromptTokens, truncateToTokens } from '../models/tokens/tokens.ts'
import { summaryCaps } from './memory-deps.ts'
import { readCapabilities } from './read-capabilities.ts'
import { readMemorySwitch } from './read-memory-switch.ts'
import { readWeights } from './read-weights.ts'

type Answering = Pick<
  EngineDeps,
  'assembly' | 'countPromptTokens' | 'shorten' | 'fetchMedia' | 'tools' | 'spending' | 'settings'
>

/** The part of the settings that determines how answers are made. */
export function answering(config: Config, channels: readonly Channel[] = []): Answering {
  return {
    assembly: {
      weights: readWeights(config.EARSHOT_SCORE_WEIGHTS).weights,
      decayPerHour: config.EARSHOT_RECENCY_DECAY,
      solver: config.EARSHOT_BUDGET_SOLVER,
      nearbyShare: config.EARSHOT_NEARBY_SHARE,
      sourceDeadlineMs: config.EARSHOT_SOURCE_DEADLINE_MS,
      sharedFiles: config.EARSHOT_WORKSPACE_FILES,
      format: historyFormat(config.EARSHOT_HISTORY_FORMAT, {
        maxLines: config.EARSHOT_BLOCK_MESSAGES,
        withMeta: config.EARSHOT_BLOCK_META === '1',
      }),
    },
    countPromptTokens,
    shorten: truncateToTokens,
    fetchMedia: async (media, chat, limits) => {
      const channel = channels.find(({ name }) => name === chat.channel)
      if (channel !== undefined && media.fileId !== undefined) {
        return channel.fetchFile(media, limits)
      }
      return media.url === undefined ? null : fetchBytes(media.url, limits)
    },
    tools: {
      off: readToolNames(config.EARSHOT_TOOLS_OFF).names,
      timeZone: config.EARSHOT_TIME_ZONE,
      weatherUrl: config.EARSHOT_WEATHER_URL ?? null,
      currencyUrl: config.EARSHOT_CURRENCY_URL ?? null,
    },
    spending: {
      limits: {
        workspace: config.EARSHOT_DAILY_TOKENS_WORKSPACE ?? null,
        chat: config.EARSHOT_DAILY_TOKENS_CHAT ?? null,
        person: config.EARSHOT_DAILY_TOKENS_PERSON ?? null,
      },
      prices: {
        input: config.EARSHOT_PRICE_INPUT ?? null,
        output: config.EARSHOT_PRICE_OUTPUT ?? null,
      },
    },
    settings: {
      maxOutputTokens: 1_000,
      temperature: 0.3,
      keepsPrompts: config.EARSHOT_PROMPT_DAYS > 0,
      withTools: config.EARSHOT_TOOLS === '1',
      generalKnowledge: config.EARSHOT_GENERAL_KNOWLEDGE,
      contextTokens: inOwnTokens(
        Math.min(config.EARSHOT_CONTEXT_TOKENS, longestPrompt(config)),
        config.EARSHOT_MODEL,
      ),
      summaryCaps: summaryCaps(config),
      mediaCaps: {
        perMessage: config.EARSHOT_MAX_MEDIA_ITEMS_PER_MESSAGE,
        total: config.EARSHOT_MAX_MEDIA_ITEMS,
      },
      remembers: readMemorySwitch(config.EARSHOT_MEMORY_OFF).remembers,
      timeZone: config.EARSHOT_TIME_ZONE,
      placement: config.EARSHOT_BLOCK_PLACEMENT,
      scope: config.EARSHOT_SCOPE,
      guardrailThreshold: config.EARSHOT_GUARDRAIL_THRESHOLD,
      judgesDoubtful: config.EARSHOT_JUDGE === 'on' && config.EARSHOT_MODEL !== 'offline',
      retrieval: { attempts: config.EARSHOT_RETRIEVAL_ATTEMPTS, topK: config.EARSHOT_TOP_K },
    },
  }
}

/** What the model takes at most, where a setting says it. */
function longestPrompt(config: Config): number {
  const { capabilities } = readCapabilities(config.EARSHOT_MODEL_CAPABILITIES)
  return capabilities.get(config.EARSHOT_MODEL)?.contextTokens ?? Number.POSITIVE_INFINITY
}
