import { Agent } from 'node:http'
import { Api } from 'grammy'
import type { Message, User } from 'grammy/types'
import type { BotSettings } from '../src/channels/deps.ts'
import { type RunningBot, runBot } from '../src/channels/run-bot.ts'
import { openTelegram, webhookSecret } from '../src/channels/telegram/open-telegram.ts'
import type { EngineEvent } from '../src/domain/events.ts'
import type { EngineDeps } from '../src/engine/engine.ts'
import { createMemory } from '../src/memory/memory.ts'
import type { Transcribe } from '../src/models/transcriber.ts'
import { BOT_SETTINGS } from './channel-world.ts'
import { memoryDeps, testEngine } from './deps.ts'
import { personNamed, readScript } from './script-lines.ts'
import type { Group } from './telegram-server/group.ts'
import type { Sent } from './telegram-server/sent.ts'
import {
  startTelegramServer,
  type TelegramOptions,
  type TelegramServer,
} from './telegram-server/telegram-server.ts'
import type { TestDb } from './with-db.ts'

/* A bot and a Telegram, both real but for the people: the bot runs in this process, on the test's own
 * database, with the offline model unless a test brings another. */

export type TelegramWorld = {
  readonly telegram: TelegramServer
  readonly bot: RunningBot
  readonly events: readonly EngineEvent[]
  readonly engine: ReturnType<typeof testEngine>['engine']
  readonly deps: EngineDeps
  /** Waits until the bot has sent so many messages to the chat, and returns them. */
  answers(chat: number, count?: number): Promise<Sent[]>
  /** Waits until everything that was said so far is taken up. */
  heard(): Promise<void>
  restart(): Promise<void>
  /** Another process of the same bot, as far as it and Telegram can tell. */
  second(): RunningBot
  stop(): Promise<void>
}

export type WorldOptions = TelegramOptions & {
  readonly settings?: Partial<BotSettings>
  readonly engine?: Partial<EngineDeps>
  readonly webhookUrl?: string
  readonly transcribe?: Transcribe
}

/** Starts both, and the bot listens. */
export async function startWorld(test: TestDb, options: WorldOptions = {}): Promise<TelegramWorld> {
  const telegram = await startTelegramServer(options)
  const { engine, deps, events } = testEngine(test, { now: () => new Date(), ...options.engine })
  const client = { apiRoot: telegram.url, baseFetchConfig: { agent: new Agent() } }
  const channel = openTelegram({
    telegram: new Api(telegram.token, client).raw,
    fetchFile: async (media) =>
      media.kind === 'voice' ? new TextEncoder().encode(media.fileId ?? '') : null,
    webhook:
      options.webhookUrl === undefined
        ? null
        : { url: options.webhookUrl, secret: webhookSecret(telegram.token) },
  })
  const start = () =>
    runBot({
      channel,
      principal: { workspaceId: test.workspaceId, role: 'staff', personId: null, name: 'bot' },
      database: test.database,
      engine,
      transcribe: options.transcribe ?? null,
      memory: createMemory(memoryDeps(test, deps), () => null),
      record: deps.record,
      now: deps.now,
      settings: { ...BOT_SETTINGS, ...options.settings },
    })
  let bot = start()
  const others: RunningBot[] = []
  return {
    telegram,
    get bot() {
      return bot
    },
    events,
    engine,
    deps,
    answers: async (chat, count = 1) => {
      await telegram.until(() => telegram.sent(chat).length >= count, `${count} messages`)
      return telegram.sent(chat)
    },
    heard: () => untilHeard(test, telegram),
    restart: async () => {
      await bot.stop()
      bot = start()
    },
    second: () => {
      const other = start()
      others.push(other)
      return other
    },
    stop: async () => {
      await Promise.all(others.map((other) => other.stop()))
      await bot.stop()
      await telegram.stop()
    },
  }
}

async function untilHeard({ database, workspaceId }: TestDb, telegram: TelegramServer) {
  await telegram.until(() => telegram.pending().length === 0, 'the bot to ask for all updates')
  for (;;) {
    const rows = await database.asOwner((db) =>
      db.query<{ n: number }>(
        'select count(*)::int as n from inbox where workspace_id = $1 and done_at is null',
        [workspaceId],
      ),
    )
    if (rows[0]?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A clock for Telegram that a test sets: what is older than a day Telegram forgets, unless it was heard. */
export type Clock = { now: () => Date; set(at: Date): void }

/** A clock that goes, from wherever it was set to. */
export function createClock(): Clock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    set: (at) => {
      ahead = at.getTime() - Date.now()
    },
  }
}

/** Lets people talk as a script says; each line is heard when it is said. */
export async function talk(
  { heard }: Pick<TelegramWorld, 'heard'>,
  clock: Clock,
  group: Pick<Group, 'say'>,
  people: Readonly<Record<string, User>>,
  script: string,
): Promise<Message[]> {
  const said: Message[] = []
  for (const { who, at, to, text } of readScript(script)) {
    const parent = to === null ? undefined : said[to]
    clock.set(at)
    said.push(group.say(personNamed(people, who), text, { at, ...(parent && { replyTo: parent }) }))
    await heard()
  }
  return said
}
