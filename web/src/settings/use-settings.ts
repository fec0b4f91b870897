import type { SettingList, WireSetting } from '../../../src/api/settings.ts'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'

export type SettingChange = { readonly name: string; readonly value: string | null }

export type SettingsStore = {
  readonly loaded: Loaded<SettingList>
  save(change: SettingChange): Promise<void>
}

/** All settings, and a way to change one; what is changed shows at once as pending. */
export function useSettings(): SettingsStore {
  const loaded = useLoad((signal) => api.get<SettingList>('/api/settings', signal), [])
  const save = async ({ name, value }: SettingChange) => {
    await api.put('/api/settings', { changes: { [name]: value } })
    loaded.reload()
  }
  return { loaded, save }
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
