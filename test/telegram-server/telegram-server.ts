import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BotCommand, Update, User, UserFromGetMe } from 'grammy/types'
import { answerHttp } from './answer-http.ts'
import { createFaults, type Fault, type SetFault } from './faults.ts'
import { createFlood, type Flood } from './flood.ts'
import { createGroup, type Group, type GroupOptions } from './group.ts'
import type { ChatAction, Press, Records, Webhook } from './method.ts'
import { createPerson, type Person, type PersonOptions } from './person.ts'
import { createUpdatePoster } from './post-updates.ts'
import { pressButton } from './press-button.ts'
import { type SecondPoller, startSecondPoller } from './second-poller.ts'
import { listSent, type Sent } from './sent.ts'
import type { Call } from './serve-call.ts'
import { createUpdateQueue, type NewUpdate } from './update-queue.ts'
import { createWorld, type World } from './world.ts'

/* Telegram on this machine: people, groups and the Bot API over real HTTP.
 *
 * It is strict. What the real server refuses is refused here, with its code and its words, read from
 * its published source where there was one; what it only punishes later is kept in `violations`.
 * Nothing goes wrong by itself: `fault` makes it. Nothing is timed: `until` waits for what is to come.
 *
 *   ann.say ──> world ──> queue ──getUpdates──> bot ──sendMessage──> world ──> sent()
 */

export type TelegramOptions = {
  readonly token?: string
  readonly bot?: Partial<UserFromGetMe>
  /** Group privacy: with it the bot hears only what is said to it. Off, unless told otherwise. */
  readonly privacy?: 'on' | 'off'
  readonly now?: () => Date
}

export type TelegramServer = {
  /** What the bot takes as `apiRoot`. */
  readonly url: string
  readonly token: string
  readonly me: UserFromGetMe

  person(name: string, options?: PersonOptions): Person
  group(title: string, members: readonly User[], options?: GroupOptions): Group
  press(message: Pick<Sent, 'chatId' | 'messageId'>, button: string, by: User): Press
  /** Puts updates into the queue as they are: twice, out of order, with any number. */
  deliver(...updates: readonly NewUpdate[]): void
  /** Numbers go on from here, as after a quiet week. */
  restartUpdateIds(id: number): void
  /** Puts what was not handed out yet into another order; the numbers stay as they are. */
  shufflePending(random: () => number): void

  /** What the bot wrote; `chat` by its id. */
  sent(chat?: number): Sent[]
  calls(method?: string): Call[]
  actions(chat?: number): ChatAction[]
  presses(): Press[]
  /** Menus of commands, by scope and language: `all_group_chats`, `chat -100123`, `default uk`. */
  readonly commands: ReadonlyMap<string, readonly BotCommand[]>
  readonly webhook: Readonly<Webhook>
  /** Updates that an offset, or a webhook's answer, confirmed. */
  readonly confirmed: readonly Update[]
  /** Updates that an offset passed though the bot never saw them. */
  readonly skipped: readonly Update[]
  pending(): readonly Update[]
  /** What the real server would punish later. */
  violations(): string[]

  fault(fault: Fault): SetFault
  /** Switches on the limits of Telegram's FAQ. */
  enforceLimits(): void
  secondPoller(): SecondPoller
  /** The token is good no more; or it is again. */
  revokeToken(): void
  restoreToken(): void
  /** Waits until something is so; looks after every call and every answer. */
  until(condition: () => boolean, what?: string): Promise<void>
  stop(): Promise<void>
}

const TOKEN = '4242424242:a-token-of-no-real-bot'
/** For what never comes; everything that does is much faster. */
const PATIENCE_MS = 30_000

/** Starts a server on a free port of the loopback. */
export async function startTelegramServer(options: TelegramOptions = {}): Promise<TelegramServer> {
  const { token = TOKEN, now = () => new Date() } = options
  const changes = new EventEmitter().setMaxListeners(0)
  const changed = () => changes.emit('change')
  const queue = createUpdateQueue(now, () => {
    poster.wake()
    changed()
  })
  const world = createWorld(botOf(token, options), now, queue)
  const records: Records = {
    actions: [],
    commands: new Map(),
    presses: new Map(),
    webhook: { url: '', secret: '', lastError: null, changed: () => poster.wake() },
  }
  const poster = createUpdatePoster(world, records.webhook)
  const faults = createFaults()
  const flood = createFlood(now)
  const calls: Call[] = []
  const pollers: SecondPoller[] = []
  let goodToken = token
  const http = { world, records, faults, flood, calls, changed, token: () => goodToken }
  const server = createServer((request, response) => void answerHttp(request, response, http))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    ...worldOf(world, records),
    ...recordsOf(world, records, calls, flood),
    fault: faults.set,
    enforceLimits: flood.enforce,
    secondPoller: () => {
      const poller = startSecondPoller(queue)
      pollers.push(poller)
      return poller
    },
    revokeToken: () => {
      goodToken = ''
    },
    restoreToken: () => {
      goodToken = token
    },
    until: (condition, what) => until(changes, condition, what ?? String(condition)),
    stop: async () => {
      poster.stop()
      for (const poller of pollers) poller.stop()
      server.close()
      server.closeAllConnections()
      faults.releaseAll()
      if (server.listening) await once(server, 'close')
    },
  }
}

function botOf(token: string, { bot, privacy = 'off' }: TelegramOptions): UserFromGetMe {
  return {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: 'Earshot',
    username: 'earshot_bot',
    can_join_groups: true,
    can_read_all_group_messages: privacy === 'off',
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
    ...bot,
  }
}

function worldOf(world: World, records: Records) {
  const { me, queue } = world
  return {
    me,
    person: (name: string, options?: PersonOptions) => createPerson(world, name, options),
    group: (title: string, members: readonly User[], options?: GroupOptions) =>
      createGroup(world, title, members, options),
    press: (message: Pick<Sent, 'chatId' | 'messageId'>, button: string, by: User) =>
      pressButton(world, records, message, button, by),
    deliver: (...updates: readonly NewUpdate[]) => {
      for (const update of updates) queue.add(update)
    },
    restartUpdateIds: queue.restartAt,
    shufflePending: queue.shuffle,
  }
}

function recordsOf(world: World, records: Records, calls: readonly Call[], flood: Flood) {
  const { queue } = world
  return {
    sent: (chat?: number) => listSent(world, chat),
    calls: (method?: string) =>
      calls.filter((call) => !method || call.method.toLowerCase() === method.toLowerCase()),
    actions: (chat?: number) =>
      records.actions.filter(({ chatId }) => chat === undefined || chatId === chat),
    presses: () => [...records.presses.values()],
    commands: records.commands,
    webhook: records.webhook,
    confirmed: queue.confirmed,
    skipped: queue.skipped,
    pending: queue.waiting,
    violations: () => [
      ...flood.early(),
      ...Array.from({ length: queue.doublePolls() }, () => 'two getUpdates at once'),
    ],
  }
}

async function until(changes: EventEmitter, condition: () => boolean, what: string): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!condition()) {
    await once(changes, 'change', { signal: patience }).catch(() => {
      throw new Error(`Waited in vain for: ${what}`)
    })
  }
}
