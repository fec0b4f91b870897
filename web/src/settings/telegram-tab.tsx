import type { BotList } from '../../../src/api/wire/telegram-wire.ts'
import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Chip } from '../parts/chip.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { useMe } from '../shell/me.tsx'
import { settings as strings } from '../strings/settings.ts'
import { SettingGroup } from './all-settings-tab.tsx'
import { PendingBanner } from './pending-banner.tsx'
import { type GroupVisibility, groupVisibility } from './privacy-mode.ts'
import { useSettings } from './use-settings.ts'

type Bot = BotList['bots'][number]
type Group = Bot['groups'][number]

const TONES: Readonly<Record<GroupVisibility, 'ok' | 'warn' | 'danger' | 'plain'>> = {
  all: 'ok',
  unconfirmed: 'warn',
  mentions: 'danger',
  left: 'plain',
}

/** The Telegram bots, and which messages they receive in each group. */
export function TelegramTab() {
  const { telegram } = strings
  const bots = useLoad((signal) => api.get<BotList>('/api/telegram', signal), [])
  const { role } = useMe()
  return (
    <>
      <Await loaded={bots}>
        {({ bots: all }) =>
          all.length === 0 ? (
            <Notice title={telegram.none}>
              <ol className="settings-steps">
                {telegram.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </Notice>
          ) : (
            all.map((bot) => <BotCard key={bot.id} bot={bot} />)
          )
        }
      </Await>
      {role === 'admin' && <BotSettings />}
    </>
  )
}

function BotSettings() {
  const store = useSettings()
  return (
    <Await loaded={store.loaded}>
      {({ settings }) => (
        <>
          <PendingBanner store={store} />
          <SettingGroup
            title={strings.groups.telegram ?? ''}
            settings={settings.filter(({ group }) => group === 'telegram')}
            store={store}
          />
        </>
      )}
    </Await>
  )
}

function BotCard({ bot }: { bot: Bot }) {
  const { telegram } = strings
  return (
    <section className="card stack" aria-label={`@${bot.username}`}>
      <div className="row">
        <h2>
          <UserText inline text={`@${bot.username}`} />
        </h2>
        <span className="small quiet">{telegram.connected(formatAgo(bot.listened_at))}</span>
        <Chip tone={bot.reads_all ? 'ok' : 'warn'}>
          {bot.reads_all ? telegram.privacyOff : telegram.privacyOn}
        </Chip>
      </div>
      <p className="small quiet">{telegram.evidence}</p>
      <h3>{telegram.groups}</h3>
      {bot.groups.length === 0 && <p className="quiet">{telegram.noGroups}</p>}
      <ul className="settings-rows">
        {bot.groups.map((group) => (
          <GroupRow key={group.chat} group={group} readsAll={bot.reads_all} />
        ))}
      </ul>
    </section>
  )
}

function GroupRow({ group, readsAll }: { group: Group; readsAll: boolean }) {
  const { telegram } = strings
  const visibility = groupVisibility(group, readsAll)
  return (
    <li className="settings-version">
      <div className="row">
        <a href={routes.chat(`telegram:${group.chat}`)}>
          <UserText inline text={group.title ?? group.chat} />
        </a>
        <Chip tone={TONES[visibility]}>{telegram.visibility[visibility]}</Chip>
        {group.overheard_at !== null && (
          <span className="small quiet">{telegram.unaddressed(formatAgo(group.overheard_at))}</span>
        )}
      </div>
      {telegram.todo[visibility] !== '' && <p className="small">{telegram.todo[visibility]}</p>}
    </li>
  )
}
