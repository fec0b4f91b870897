import { afterEach } from 'vitest'
import { openChannel } from '../src/app/channels/open-channels.ts'
import { readConfig } from '../src/config/config.ts'
import { type ChannelWorld, type ChannelWorldOptions, startChannelWorld } from './channel-world.ts'
import type { MatrixServer } from './matrix-server/matrix-server.ts'
import { createMatrixPeople, type MatrixPeople, type MatrixPerson } from './matrix-server/people.ts'
import { startMatrixPlatform } from './platform/matrix-platform.ts'
import type { BotMessage } from './platform/platform.ts'
import { type TestDb, useDatabase } from './with-db.ts'

/* A bot in the tests' process, and a homeserver with people. */

export type StoredRow = {
  readonly chat: string
  readonly chatKind: string
  readonly title: string | null
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly author: string
  readonly name: string | null
  readonly isBot: boolean
  readonly replyTo: string | null
  readonly topic: string | null
  readonly media: readonly Readonly<Record<string, unknown>>[]
  readonly reactions: readonly { readonly emoji: string; readonly count: number }[]
  readonly snapshot: { readonly text: string } | null
  readonly isEdited: boolean
  readonly isDeleted: boolean
}

export type MatrixWorldInHand = {
  readonly server: MatrixServer
  readonly people: MatrixPeople
  readonly bot: ChannelWorld
  readonly db: TestDb
  readonly ann: MatrixPerson
  readonly bob: MatrixPerson
  /** What is stored, in order, once all that was said so far is processed. */
  stored(room?: string): Promise<StoredRow[]>
  /** The inbox without what is done. */
  waiting(): Promise<readonly { readonly problem: string | null }[]>
  sent(room?: string): readonly BotMessage[]
  until(condition: () => boolean | Promise<boolean>, what?: string): Promise<void>
}

type StartOptions = ChannelWorldOptions & {
  readonly env?: Readonly<Record<string, string>>
  /** Called before the bot starts. */
  readonly before?: (server: MatrixServer, people: MatrixPeople) => void
}

/** Starts homeservers with bots, and stops them after each test. */
export function useMatrix(): { start(options?: StartOptions): Promise<MatrixWorldInHand> } {
  const databases = useDatabase()
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.stop()
  })
  return {
    start: async ({ env = {}, before, ...options } = {}) => {
      const platform = await startMatrixPlatform()
      open.push(platform)
      const people = createMatrixPeople(platform.server)
      const [ann, bob] = [people.person('Ann'), people.person('Bob')]
      before?.(platform.server, people)
      const db = await databases.fresh()
      const channel = await openChannel('matrix', readConfig({ ...platform.env, ...env }, null))
      if (channel === null) throw new Error('Matrix is not configured')
      const bot = await startChannelWorld(db, platform, { ...options, channel })
      open.push(bot)
      const { server } = platform
      return {
        ...{ server, people, bot, db, ann, bob },
        sent: platform.sent,
        waiting: () => waitingIn(db),
        stored: async (room) => {
          await bot.processed()
          return storedIn(db, room)
        },
        until: async (condition, what = 'the condition') => {
          for (let tries = 0; !(await condition()); tries += 1) {
            if (tries > 3_000) throw new Error(`Waited for ${what}`)
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        },
      }
    },
  }
}

function storedIn({ database, workspaceId }: TestDb, room: string | undefined) {
  return database.asOwner((db) =>
    db.query<StoredRow>(
      `select c.external_id as chat, c.kind as "chatKind", c.title, m.external_id as id, m.kind, m.text,
              p.external_id as author, p.name, m.is_bot as "isBot", m.reply_to as "replyTo", m.topic,
              m.media, m.reactions, m.context_snapshot as snapshot, m.edited_at is not null as "isEdited",
              m.deleted_at is not null as "isDeleted"
         from messages m
         join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
         join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
        where m.workspace_id = $1 and c.channel = 'matrix' and ($2::text is null or c.external_id = $2)
        order by m.sent_at, m.id`,
      [workspaceId, room ?? null],
    ),
  )
}

function waitingIn({ database, workspaceId }: TestDb) {
  return database.asOwner((db) =>
    db.query<{ problem: string | null }>(
      'select problem from inbox where workspace_id = $1 and done_at is null',
      [workspaceId],
    ),
  )
}
