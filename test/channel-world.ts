import { type ChannelName, openChannel } from '../src/app/channels/open-channels.ts'
import type { Channel } from '../src/channels/channel.ts'
import type { BotSettings } from '../src/channels/deps.ts'
import { runBot } from '../src/channels/run-bot.ts'
import { readConfig } from '../src/config/config.ts'
import type { EngineEvent } from '../src/domain/events.ts'
import type { EngineDeps } from '../src/engine/engine.ts'
import { createMemory, type Memory } from '../src/memory/memory.ts'
import type { Transcribe } from '../src/models/transcriber.ts'
import { memoryDeps, testEngine } from './deps.ts'
import type {
  BotMessage,
  Platform,
  PlatformPerson,
  Room,
  SaidMessage,
} from './platform/platform.ts'
import { personNamed, readScript } from './script-lines.ts'
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
  readonly transcribe?: Transcribe
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
      transcribe: options.transcribe ?? null,
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

/** People talk as a script says; each line is processed before the next. `@bot` is the platform's way of mentioning the bot. */
export async function talk(
  { processed }: Pick<ChannelWorld, 'processed'>,
  { mention }: Pick<Platform, 'mention'>,
  room: Room,
  people: Readonly<Record<string, PlatformPerson>>,
  script: string,
): Promise<SaidMessage[]> {
  const said: SaidMessage[] = []
  for (const { who, at, to, text } of readScript(script)) {
    const parent = to === null ? undefined : said[to]
    const options = { at, ...(parent === undefined ? {} : { replyTo: parent }) }
    said.push(room.say(personNamed(people, who), text.replaceAll('@bot', mention), options))
    await processed()
  }
  return said
}
