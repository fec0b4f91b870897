import { type ChannelWorld, type ChannelWorldOptions, startChannelWorld } from './channel-world.ts'
import {
  type DiscordServer,
  type DiscordServerOptions,
  startDiscordServer,
} from './discord-server/discord-server.ts'
import type { DiscordServerGuild } from './discord-server/discord-world.ts'
import type { WireRoom, WireUser } from './discord-server/wire.ts'
import type { TestDb } from './with-db.ts'

/* A bot on a Discord on this machine, both in the tests' process: a server with Ann, Bob and a channel. */

export type DiscordWorldOptions = ChannelWorldOptions & {
  readonly server?: DiscordServerOptions
  /** Runs before the bot starts. */
  readonly before?: (there: DiscordThere) => void
}

export type DiscordThere = {
  readonly discord: DiscordServer
  readonly guild: DiscordServerGuild
  readonly room: WireRoom
  readonly ann: WireUser
  readonly bob: WireUser
  /** The text that mentions the bot. */
  readonly mention: string
}

export type DiscordTestWorld = DiscordThere &
  Omit<ChannelWorld, 'answers'> & {
    readonly db: TestDb
    /** Messages as they are stored, oldest first; deleted ones have no text. */
    stored(): Promise<readonly StoredRow[]>
    /** Waits until the messages stored are as expected. */
    untilStored(isAsExpected: (rows: readonly StoredRow[]) => boolean): Promise<void>
    /** Waits until nothing is to be sent any more. */
    delivered(): Promise<void>
    /** Waits until the bot has sent so many messages there, and returns their texts. */
    replies(room: WireRoom, count?: number): Promise<readonly string[]>
  }

export type StoredRow = {
  readonly id: string
  readonly chat: string
  readonly topic: string | null
  readonly kind: string
  readonly author: string
  readonly isBot: boolean
  readonly text: string
  readonly replyTo: string | null
  readonly media: readonly {
    readonly kind: string
    readonly name?: string
    readonly url?: string
  }[]
  readonly reactions: readonly { readonly emoji: string; readonly count: number }[]
  readonly isDeleted: boolean
  readonly snapshot: { readonly text: string; readonly author: string } | null
}

const LOOK_EVERY_MS = 30
const PATIENCE_MS = 60_000

/** Starts both, and waits until the bot is connected. */
export async function startDiscordWorld(
  db: TestDb,
  options: DiscordWorldOptions = {},
): Promise<DiscordTestWorld> {
  const discord = await startDiscordServer(options.server)
  const { people, world } = discord
  const [ann, bob] = [people.person('Ann'), people.person('Bob')]
  const guild = people.guild('Tea', [ann, bob])
  const room = people.room(guild, 'general')
  const there = { discord, guild, room, ann, bob, mention: `<@${world.bot.id}>` }
  options.before?.(there)
  const env = { EARSHOT_DISCORD_TOKEN: discord.token, EARSHOT_DISCORD_API_ROOT: discord.apiRoot }
  const platform = {
    ...{ channel: 'discord', env, mention: there.mention, tellsDeletions: true },
    pending: () => discord.gateway.pending().length + discord.records.unread.size,
    until: discord.until,
    sent: () => [],
  }
  // Only what a world takes of a platform is used here.
  const bot = await startChannelWorld(db, platform as never, options)
  await discord.until(() => discord.gateway.isReady(), 'the bot to connect')
  const stored = () => readStored(db)
  return {
    ...{ ...there, ...bot, db, stored },
    untilStored: (isAsExpected) => untilRead(stored, isAsExpected),
    delivered: () =>
      untilRead(
        () => readOpenSends(db),
        (count) => count === 0,
      ),
    replies: async (where, count = 1) => {
      await discord.until(() => discord.sent(where.id).length >= count, `${count} messages`)
      return discord.sent(where.id).map(({ content }) => content)
    },
    stop: async () => {
      await bot.stop()
      await discord.stop()
    },
  }
}

/** Reads until what was read is as expected. */
async function untilRead<T>(read: () => Promise<T>, isAsExpected: (value: T) => boolean) {
  const began = performance.now()
  for (let value = await read(); !isAsExpected(value); value = await read()) {
    if (performance.now() - began > PATIENCE_MS) {
      throw new Error(`Not so within a minute: ${JSON.stringify(value)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function readOpenSends({ database, workspaceId }: TestDb): Promise<number> {
  const [row] = await database.asOwner((db) =>
    db.query<{ n: number }>(
      `select count(*)::int as n from outbox
        where workspace_id = $1 and state in ('due', 'sending', 'posted')`,
      [workspaceId],
    ),
  )
  return row?.n ?? 0
}

async function readStored({ database, workspaceId }: TestDb): Promise<StoredRow[]> {
  const rows = await database.asOwner((db) =>
    db.query<StoredRow & { media: unknown; reactions: unknown; snapshot: unknown }>(
      `select m.external_id as id, c.external_id as chat, m.topic, m.kind, p.name as author,
              m.is_bot as "isBot", m.text, m.reply_to as "replyTo", m.media, m.reactions,
              m.deleted_at is not null as "isDeleted", m.context_snapshot as snapshot
         from messages m
         join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
         left join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
        where m.workspace_id = $1
        order by m.sent_at, m.position`,
      [workspaceId],
    ),
  )
  return rows.map((row) => ({
    ...row,
    media: parsed(row.media) ?? [],
    reactions: parsed(row.reactions) ?? [],
    snapshot: parsed(row.snapshot),
  }))
}

function parsed<T>(value: unknown): T {
  return (typeof value === 'string' ? JSON.parse(value) : value) as T
}
