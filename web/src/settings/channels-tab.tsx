import type { BotList } from '../../../src/api/wire/channels-wire.ts'
import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Chip } from '../parts/chip.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { useMe } from '../shell/me.tsx'
import { channels as strings } from '../strings/channels.ts'
import { settings as settingStrings } from '../strings/settings.ts'
import { SettingGroup } from './all-settings-tab.tsx'
import { type GroupVisibility, groupVisibility } from './group-visibility.ts'
import { PendingBanner } from './pending-banner.tsx'
import { useSettings } from './use-settings.ts'

type Bot = BotList['bots'][number]
type Group = Bot['groups'][number]
type Platform = keyof typeof strings.platforms

const PLATFORMS = Object.keys(strings.platforms) as Platform[]
const TONES: Readonly<Record<GroupVisibility, 'ok' | 'warn' | 'danger' | 'plain'>> = {
  all: 'ok',
  unconfirmed: 'warn',
  mentions: 'danger',
  left: 'plain',
}

/** The bots on each platform, and which messages they receive in each group. */
export function ChannelsTab() {
  const bots = useLoad((signal) => api.get<BotList>('/api/channels', signal), [])
  const { role } = useMe()
  return (
    <>
      <Await loaded={bots}>
        {({ bots: all }) =>
          PLATFORMS.map((platform) => (
            <PlatformSection
              key={platform}
              platform={platform}
              bots={all.filter(({ channel }) => channel === platform)}
            />
          ))
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
          {['bots', ...PLATFORMS].map((name) => (
            <SettingGroup
              key={name}
              title={settingStrings.groups[name] ?? ''}
              settings={settings.filter(({ group }) => group === name)}
              store={store}
            />
          ))}
        </>
      )}
    </Await>
  )
}

function PlatformSection({ platform, bots }: { platform: Platform; bots: readonly Bot[] }) {
  const { steps, none } = strings.platforms[platform]
  if (bots.length > 0) return bots.map((bot) => <BotCard key={bot.id} bot={bot} />)
  return (
    <Notice title={none}>
      <ol className="settings-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Notice>
  )
}

function BotCard({ bot }: { bot: Bot }) {
  const { label, receives } = textsOf(bot)
  return (
    <section className="card stack" aria-label={`${label}: @${bot.username}`}>
      <div className="row">
        <h2>
          {label} <UserText inline text={`@${bot.username}`} />
        </h2>
        <span className="small quiet">{strings.connected(formatAgo(bot.listened_at))}</span>
        <Chip tone={bot.reads_all ? 'ok' : 'warn'}>
          {bot.reads_all ? receives.all : receives.called}
        </Chip>
      </div>
      <p className="small quiet">{strings.evidence}</p>
      <h3>{strings.groups}</h3>
      {bot.groups.length === 0 && <p className="quiet">{strings.noGroups}</p>}
      <ul className="settings-rows">
        {bot.groups.map((group) => (
          <GroupRow key={group.chat} group={group} bot={bot} />
        ))}
      </ul>
    </section>
  )
}

function GroupRow({ group, bot }: { group: Group; bot: Bot }) {
  const visibility = groupVisibility(group, bot.reads_all)
  const todo = textsOf(bot).todo[visibility]
  return (
    <li className="settings-version">
      <div className="row">
        <a href={routes.chat(`${bot.channel}:${group.chat.replaceAll(':', '%3A')}`)}>
          <UserText inline text={group.title ?? group.chat} />
        </a>
        <Chip tone={TONES[visibility]}>{strings.visibility[visibility]}</Chip>
        {group.overheard_at !== null && (
          <span className="small quiet">{strings.unaddressed(formatAgo(group.overheard_at))}</span>
        )}
      </div>
      {todo !== '' && <p className="small">{todo}</p>}
    </li>
  )
}

function textsOf({ channel }: Bot): (typeof strings.platforms)[Platform] {
  return strings.platforms[channel as Platform]
}
