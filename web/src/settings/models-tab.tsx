import type { WireSetting } from '../../../src/api/operations/settings.ts'
import { Await } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import { SettingGroup } from './all-settings-tab.tsx'
import { PendingBanner } from './pending-banner.tsx'
import { TestModel } from './test-model.tsx'
import { useSettings } from './use-settings.ts'

/** Models, API keys, prices and daily limits. */
export function ModelsTab() {
  const store = useSettings()
  const { models, groups } = strings
  const pick = (settings: readonly WireSetting[], wanted: RegExp) =>
    settings.filter(({ name }) => wanted.test(name))
  return (
    <Await loaded={store.loaded}>
      {({ settings }) => (
        <>
          <PendingBanner store={store} />
          <p className="quiet">{models.intro}</p>
          <TestModel />
          <SettingGroup
            title={groups.models ?? ''}
            settings={settings.filter(({ group }) => group === 'models')}
            store={store}
          />
          <SettingGroup
            title={models.prices}
            settings={pick(settings, /^EARSHOT_PRICE_/)}
            store={store}
          />
          <SettingGroup
            title={models.limits}
            settings={pick(settings, /^EARSHOT_DAILY_TOKENS_/)}
            store={store}
          />
        </>
      )}
    </Await>
  )
}
