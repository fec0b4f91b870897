import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '../src/channels/channel.ts'
import { openSlack } from '../src/channels/slack/open-slack.ts'
import { slackClient } from '../src/channels/slack/slack-client.ts'
import { slackFiles } from '../src/channels/slack/slack-files.ts'
import { type ChannelWorld, type ChannelWorldOptions, startChannelWorld } from './channel-world.ts'
import { slackPlatform } from './platform/slack-platform.ts'
import { type SlackServer, startSlackServer } from './slack-server/slack-server.ts'
import type { TestDb } from './with-db.ts'

/* A bot and a Slack, both real but for the people. */

export type SlackWorld = ChannelWorld & {
  readonly slack: SlackServer
  /** The rows of messages, oldest first. */
  stored(): Promise<StoredRow[]>
  /** Waits until the bot has processed all that was said, and sent and stored what it answers. */
  settled(): Promise<void>
  /** Stops the bot and Slack. */
  end(): Promise<void>
}

export type StoredRow = {
  readonly id: string
  readonly chat: string
  readonly title: string | null
  readonly kind: string
  readonly author: string
  readonly name: string | null
  readonly is_bot: boolean
  readonly text: string
  readonly reply_to: string | null
  readonly topic: string | null
  readonly media: readonly object[]
  readonly reactions: readonly object[]
  readonly snapshot: string | null
  readonly deleted: boolean
}

/** The channel of a Slack on this machine. */
export function slackTestChannel(
  { root, state, signingSecret }: SlackServer,
  options: { readonly silenceMs?: number; readonly byWebhook?: boolean } = {},
): Channel {
  const web = slackClient(root, state.botToken)
  return openSlack({
    web,
    app: options.byWebhook ? null : slackClient(root, state.appToken),
    signingSecret,
    fetchFile: slackFiles(web, { token: state.botToken, root }),
    ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
  })
}

/** Starts both, and the bot listens. */
export async function startSlackWorld(
  test: TestDb,
  options: ChannelWorldOptions & {
    readonly silenceMs?: number
    readonly prepare?: (slack: SlackServer) => void
  } = {},
): Promise<SlackWorld> {
  const slack = await startSlackServer()
  options.prepare?.(slack)
  const channel = slackTestChannel(slack, options)
  const world = await startChannelWorld(test, slackPlatform(slack), { ...options, channel })
  return {
    ...world,
    slack,
    stored: () => readRows(test),
    settled: async () => {
      await world.processed()
      while ((await countOpenSends(test)) > 0) await pause(20)
    },
    end: async () => {
      await world.stop()
      await slack.stop()
    },
  }
}

async function countOpenSends({ database, workspaceId }: TestDb): Promise<number> {
  const rows = await database.asOwner((db) =>
    db.query<{ n: number }>(
      `select count(*)::int as n from outbox
        where workspace_id = $1 and state in ('due', 'sending', 'posted')`,
      [workspaceId],
    ),
  )
  return rows[0]?.n ?? 0
}

function readRows({ database, workspaceId }: TestDb): Promise<StoredRow[]> {
  return database.asOwner((db) =>
    db.query<StoredRow>(
      `select m.external_id as id, c.external_id as chat, c.title, m.kind, p.external_id as author,
              p.name, m.is_bot, m.text, m.reply_to, m.topic, m.media, m.reactions,
              m.context_snapshot->>'text' as snapshot, m.deleted_at is not null as deleted
         from messages m
         join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
         join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
        where m.workspace_id = $1 order by m.sent_at, m.position, m.id`,
      [workspaceId],
    ),
  )
}
