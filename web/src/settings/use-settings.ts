import type { SettingList, WireSetting } from '../../../src/api/operations/settings.ts'
import { api, Problem } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'
import { settings as strings } from '../strings/settings.ts'

/** A start takes two seconds; longer if the database has to recover. */
const POLL_MS = 500
const MAX_POLLS = 120

export type SettingChange = { readonly name: string; readonly value: string | null }

export type SettingsStore = {
  readonly loaded: Loaded<SettingList>
  save(change: SettingChange): Promise<void>
  /** Restarts the server; resolves when it has started again. */
  restart(): Promise<void>
}

/** All settings; a changed one is pending until the restart. */
export function useSettings(): SettingsStore {
  const loaded = useLoad((signal) => api.get<SettingList>('/api/settings', signal), [])
  const save = async ({ name, value }: SettingChange) => {
    await api.put('/api/settings', { changes: { [name]: value } })
    loaded.reload()
  }
  const restart = async () => {
    const before = loaded.data?.read_at
    await api.post('/api/settings/restart', {})
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      // Unreachable during the restart, as expected.
      const now = await api.get<SettingList>('/api/settings').catch(() => null)
      if (now !== null && now.read_at !== before) return loaded.reload()
    }
    throw new Problem(0, 'not_back', strings.pending.notBack)
  }
  return { loaded, save, restart }
}

/** True if it is set, or pending. */
export function isChanged({ source, is_pending }: WireSetting): boolean {
  return source !== 'default' || is_pending
}

/** Settings whose label, name and description contain all words of a search. */
export function findSettings(settings: readonly WireSetting[], search: string): WireSetting[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return settings.filter(({ name, label, meaning }) => {
    const text = `${label} ${name} ${name.replaceAll('_', ' ')} ${meaning}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
