import type { Channel } from '../../channels/channel.ts'
import type { Diagnosis } from '../../cli/command.ts'
import { describeCount } from '../../cli/plural.ts'
import type { Config } from '../../config/config.ts'
import { withCall } from '../api-client.ts'
import { CHANNELS, type ChannelName, openChannel } from './open-channels.ts'

type Result = Omit<Diagnosis, 'name'>

/** A check for each channel: whether its bot can log in, and which messages it receives. */
export function channelChecks(config: Config): [string, () => Promise<Result>][] {
  const names = Object.keys(CHANNELS) as ChannelName[]
  return names.map((name) => [
    name,
    async () => {
      const channel = await openChannel(name, config)
      return channel === null
        ? { status: 'ok', detail: `off: not configured (docs/channels/${name}.md)` }
        : checkChannel(channel, config)
    },
  ])
}

async function checkChannel(channel: Channel, config: Config): Promise<Result> {
  const { label, name, texts } = channel
  const me = await channel.introduce().catch((error: unknown) => {
    const failure = channel.classifyError(error)
    if (failure === null) throw error
    const why = 'problem' in failure ? failure.problem : failure.kind
    throw new Error(
      failure.kind === 'refused'
        ? `${label} refused the bot (${why}). ${texts.advice.refused}`
        : `${label} cannot be reached (${why}). ${texts.advice.unreachable}`,
    )
  })
  const { bots } = (await withCall(config, (call) => call('/api/channels'))) as WireBots
  const groups = bots.find((bot) => bot.channel === name && bot.id === me.id)?.groups ?? []
  const unheard = groups.filter(
    ({ status, overheard_at }) => status !== 'administrator' && overheard_at === null,
  )
  const who = `@${me.username}, in ${describeCount(groups.length, 'group')}`
  if (unheard.length === 0 && (me.readsAll || groups.length > 0)) {
    return { status: 'ok', detail: `${who}, receives all messages in all of them` }
  }
  const where = unheard.map(({ title, chat }) => title ?? chat).slice(0, 10)
  const heard =
    where.length === 0
      ? ''
      : ` It has received only mentions, replies and commands in: ${where.join(', ')}.`
  const advice = texts.advice.hearing[me.readsAll ? 'perhaps' : 'called']
  return { status: 'warning', detail: `${who}.${heard} ${advice}` }
}

type WireBots = {
  readonly bots: readonly {
    readonly channel: string
    readonly id: string
    readonly groups: readonly {
      readonly chat: string
      readonly title: string | null
      readonly status: string | null
      readonly overheard_at: string | null
    }[]
  }[]
}
