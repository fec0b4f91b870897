import type { SettingsAccess } from '../api/operations/settings.ts'
import { recordSpend, spendDay } from '../db/answers/spend.ts'
import type { Database } from '../db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { LanguageModel } from '../models/language-model.ts'
import { costOf, type Prices } from '../models/prices.ts'
import { checkLanguageModel } from '../models/providers/check-language-model.ts'

/** Tests the model that the server runs with. The call is real, so it counts for the day's usage. */
export function modelTester(
  { model, prices }: { readonly model: LanguageModel; readonly prices: Prices },
  { database, now }: { readonly database: Database; readonly now: () => Date },
): SettingsAccess['testModel'] {
  return async (signal) => {
    const started = performance.now()
    const checked = await checkLanguageModel(model, signal)
    const ms = performance.now() - started
    const { id, provider } = model
    const about = { model: id, provider, isOffline: provider === 'offline', ms }
    if (!checked.reachable) return { ...about, error: checked.error, tokens: 0 }
    const { reply } = checked
    const tokens = reply.isExtract ? 0 : reply.inputTokens + reply.outputTokens
    if (tokens > 0) {
      const spent = { tokens, costUsd: costOf(reply, prices) ?? 0 }
      await database.within(workspaceScope(DEFAULT_WORKSPACE), (db) =>
        recordSpend(db, DEFAULT_WORKSPACE, spendDay(now()), [{ kind: 'workspace', id: 0 }], spent),
      )
    }
    return { ...about, error: null, tokens }
  }
}
