import type { ApiDeps } from '../api/app.ts'
import { openSettings, type SettingsFile } from '../config/settings-file.ts'
import type { Database } from '../db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { createOperations } from '../engine/views/operations.ts'
import { createOperationsSeries } from '../engine/views/operations-series.ts'
import type { LanguageModel } from '../models/language-model.ts'
import type { Prices } from '../models/prices.ts'
import { type Activity, createActivity } from '../observe/activity.ts'
import type { Metrics } from '../observe/metrics.ts'
import { modelTester } from './test-model.ts'

/** Interval of a live view's events. */
const LIVE_MS = 2_000

type Surroundings = {
  readonly database: Database
  readonly metrics: Metrics
  readonly now: () => Date
  /** Tokens that models may use in a day; null for no limit. */
  readonly dailyTokens: number | null
  /** Those of them that memory may use; null for all. */
  readonly dailyMemoryTokens: number | null
  readonly settingsFile: SettingsFile | null
  readonly model: LanguageModel
  readonly prices: Prices
}

export type Operated = {
  readonly doors: Pick<ApiDeps, 'operations' | 'live' | 'settingsDesk'>
  /** Recent activity of this process; the caller must sample it. */
  readonly activity: Activity
  /** Ends live views, which would otherwise last until their readers disconnect. */
  hangUp(): void
}

/** What an operator sees and changes: the figures, and the settings. */
export function operating(surroundings: Surroundings): Operated {
  const { database, metrics, now, settingsFile } = surroundings
  const activity = createActivity(metrics, now)
  const stopping = new AbortController()
  const history = createOperationsSeries(database, now)
  return {
    doors: {
      operations: createOperations({ ...surroundings, activity, history }),
      live: { stopping: stopping.signal, everyMs: LIVE_MS },
      settingsDesk: {
        ...openSettings(settingsFile),
        workspaceId: DEFAULT_WORKSPACE,
        readAt: now(),
        testModel: modelTester(surroundings, surroundings),
      },
    },
    activity,
    hangUp: () => stopping.abort(),
  }
}
