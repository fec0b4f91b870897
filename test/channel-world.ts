import { type ChannelName, openChannel } from '../src/app/channels/open-channels.ts'
import type { Channel } from '../src/channels/channel.ts'
import type { BotSettings } from '../src/channels/deps.ts'
import { runBot } from '../src/channels/run-bot.ts'
import { readConfig } from '../src/config/config.ts'
import type { EngineEvent } from '../src/domain/events.ts'
import type { EngineDeps } from '../src/engine/engine.ts'
import { createMemory, type Memory } from '../src/memory/memory.ts'
import { memoryDeps, testEngine } from './deps.ts'
import type {
  BotMessage,
  Platform,
  PlatformPerson,
  Room,
  SaidMessage,
} from './platform/platform.ts'
import type { TestDb } from './with-db.ts'

/* A bot on any channel, in the tests' process: the platform is a server on this machine, the channel is opened as the
 * program opens it, and the engine works on the test's own database with the offline model. */

export type ChannelWorld = {
  readonly events: readonly EngineEvent[]
  readonly engine: ReturnType<typeof testEngine>['engine']
  readonly memory: Memory
  /** Waits until the bot has sent so many messages to the chat, and returns them. */
  answers(chat: string, count?: number): Promise<readonly BotMessage[]>
  readonly settings: BotSettings
  /** Waits until the bot has nothing due to send. */
  idle(): Promise<void>
  /** Waits until the bot has processed all that was said so far. */
  processed(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export const BOT_SETTINGS: BotSettings = {
  names: [],
  mayReceiveFrom: 'all',
  mayAnswerIn: 'all',
  mayAnswer: 'all',
  isStreaming: false,
  budgetTokens: 3_500,
  timeZone: 'UTC',
  digest: 'off',
  quietHours: 'off',
}

export type ChannelWorldOptions = {
  readonly settings?: Partial<BotSettings>
  readonly engine?: Partial<EngineDeps>
}

/** Starts a bot at a platform. */
export async function startChannelWorld(
  test: TestDb,
  platform: Platform,
  options: ChannelWorldOptions & { readonly channel?: Channel } = {},
): Promise<ChannelWorld> {
  const config = readConfig({ ...platform.env }, null)
  const channel = options.channel ?? (await openChannel(platform.channel as ChannelName, config))
  if (channel === null) throw new Error(`${platform.channel} is not configured by its own settings`)
  const { engine, deps, events } = testEngine(test, { now: () => new Date(), ...options.engine })
  const settings = { ...BOT_SETTINGS, ...options.settings }
  const memory = createMemory(memoryDeps(test, deps), () => null)
  const start = () =>
    runBot({
      channel,
      principal: { workspaceId: test.workspaceId, role: 'staff', personId: null, name: 'bot' },
      database: test.database,
      engine,
      memory,
      record: deps.record,
      now: deps.now,
      settings,
    })
  let bot = start()
  return {
    events,
    engine,
    memory,
    answers: async (chat, count = 1) => {
      await platform.until(() => platform.sent(chat).length >= count, `${count} messages`)
      return platform.sent(chat)
    },
    settings,
    idle: () => untilIdle(test, deps.now),
    processed: () => untilProcessed(test, platform),
    restart: async () => {
      await bot.stop()
      bot = start()
    },
    stop: () => bot.stop(),
  }
}

const LOOK_EVERY_MS = 20

async function untilProcessed({ database, workspaceId }: TestDb, platform: Platform) {
  await platform.until(() => platform.pending() === 0, 'the bot to fetch all events')
  for (;;) {
    const rows = await database.asOwner((db) =>
      db.query<{ n: number }>(
        'select count(*)::int as n from inbox where workspace_id = $1 and done_at is null',
        [workspaceId],
      ),
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function untilIdle({ database, workspaceId }: TestDb, now: () => Date) {
  for (;;) {
    const rows = await database.asOwner((db) =>
      db.query<{ n: number }>(
        `select count(*)::int as n from outbox
          where workspace_id = $1 and state in ('due', 'sending', 'posted') and not_before <= $2`,
        [workspaceId, now().toISOString()],
      ),
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

const MINUTES: Readonly<Record<string, number>> = { min: 1, h: 60, day: 1_440 }

/**
 * People talk as a script says, a line each: who, how long ago, what. Each line is processed before the next.
 *
 *     ann  3 days ago   We should look at the restaurant for the gathering
 *     bob  now (to 1)   @bot
 *
 * `@bot` is the platform's way of mentioning the bot.
 */
export async function talk(
  { processed }: Pick<ChannelWorld, 'processed'>,
  { mention }: Pick<Platform, 'mention'>,
  room: Room,
  people: Readonly<Record<string, PlatformPerson>>,
  script: string,
): Promise<SaidMessage[]> {
  const now = Date.now()
  const said: SaidMessage[] = []
  for (const line of script.split('\n').filter((one) => one.trim() !== '')) {
    const read = /^\s*(\w+)\s+(?:now|(\d+) (min|h|day)s? ago)\s+(?:\(to (\d+)\)\s+)?(.*)$/.exec(
      line,
    )
    const author = people[read?.[1] ?? '']
    if (read === null || author === undefined) throw new Error(`No such author: ${line}`)
    const [, , amount = '0', unit = 'min', to, text = ''] = read
    const at = new Date(now - Number(amount) * (MINUTES[unit] ?? 1) * 60_000)
    const parent = to === undefined ? undefined : said[Number(to) - 1]
    const options = { at, ...(parent === undefined ? {} : { replyTo: parent }) }
    said.push(room.say(author, text.replaceAll('@bot', mention), options))
    await processed()
  }
  return said
}
