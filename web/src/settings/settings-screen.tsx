import type { ReactNode } from 'react'
import { useLocation, useParams } from 'wouter'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { ForRole, mayActAs, useMe } from '../shell/me.tsx'
import { settings as strings } from '../strings/settings.ts'
import { AccessTab } from './access-tab.tsx'
import { AllSettingsTab } from './all-settings-tab.tsx'
import { ChannelsTab } from './channels-tab.tsx'
import { ChatsTab } from './chats-tab.tsx'
import { ModelsTab } from './models-tab.tsx'
import { PromptsTab } from './prompts-tab.tsx'
import './settings.css'

type TabId = keyof typeof strings.tabs
const TABS = Object.entries(strings.tabs).map(([id, label]) => ({ id, label }))

const CONTENT: Readonly<Record<TabId, { needs: 'staff' | 'admin'; show: () => ReactNode }>> = {
  models: { needs: 'admin', show: () => <ModelsTab /> },
  prompts: { needs: 'staff', show: () => <PromptsTab /> },
  knobs: { needs: 'admin', show: () => <AllSettingsTab /> },
  access: { needs: 'admin', show: () => <AccessTab /> },
  chats: { needs: 'admin', show: () => <ChatsTab /> },
  channels: { needs: 'staff', show: () => <ChannelsTab /> },
}

/** The settings, in tabs; each requires the role that may change them. */
export function SettingsScreen() {
  const { tab = '' } = useParams()
  const [, go] = useLocation()
  const { role } = useMe()
  const tabs = TABS.filter(({ id }) => mayActAs(role, CONTENT[id as TabId].needs))
  const first = (tabs[0]?.id ?? 'models') as TabId
  const chosen = tab in CONTENT ? (tab as TabId) : first
  const { needs, show } = CONTENT[chosen]
  const content = <ForRole needs={needs}>{show()}</ForRole>
  return (
    <Page title={strings.title}>
      {tabs.some(({ id }) => id === chosen) ? (
        <div>
          <Tabs
            label={strings.tabsLabel}
            tabs={tabs}
            chosen={chosen}
            onChoose={(id) => go(`/settings/${id}`)}
          >
            {content}
          </Tabs>
        </div>
      ) : (
        content
      )}
    </Page>
  )
}
