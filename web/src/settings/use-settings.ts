import type { SettingList, WireSetting } from '../../../src/api/operations/settings.ts'
import { api, Problem } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'
import { settings as strings } from '../strings/settings.ts'

/** A start takes two seconds, with a database that has much to recover longer. */
const TRY_MS = 500
const MAX_TRIES = 120

export type SettingChange = { readonly name: string; readonly value: string | null }

export type SettingsStore = {
  readonly loaded: Loaded<SettingList>
  save(change: SettingChange): Promise<void>
  /** Has what is pending hold; done when the server has started again. */
  restart(): Promise<void>
}

/** All settings, and a way to change one; what is changed shows at once as pending. */
export function useSettings(): SettingsStore {
  const loaded = useLoad((signal) => api.get<SettingList>('/api/settings', signal), [])
  const save = async ({ name, value }: SettingChange) => {
    await api.put('/api/settings', { changes: { [name]: value } })
    loaded.reload()
  }
  const restart = async () => {
    const before = loaded.data?.read_at
    await api.post('/api/settings/restart', {})
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, TRY_MS))
      // Away in between: that is what was asked for.
      const now = await api.get<SettingList>('/api/settings').catch(() => null)
      if (now !== null && now.read_at !== before) return loaded.reload()
    }
    throw new Problem(0, 'not_back', strings.pending.notBack)
  }
  return { loaded, save, restart }
}

/** True where somebody set it, or will have from the next start on. */
export function isChanged({ source, is_pending }: WireSetting): boolean {
  return source !== 'default' || is_pending
}

/** Settings that have all the words of a search in their name or meaning. */
export function findSettings(settings: readonly WireSetting[], search: string): WireSetting[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return settings.filter(({ name, meaning }) => {
    const text = `${name} ${name.replaceAll('_', ' ')} ${meaning}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
