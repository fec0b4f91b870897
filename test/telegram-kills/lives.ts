import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../chaos/seeded-random.ts'
import { type ServerProcess, startServer } from '../chaos/server-process.ts'
import type { TelegramServer } from '../telegram-server/telegram-server.ts'
import type { Chatter } from './chatter.ts'
import type { Trouble } from './trouble.ts'

/* Lives of the program while people talk, and how they end.
 *
 *   launch ──┬── wait a little ── kill -9                                during its start
 *            └── listens ──┬── updates were handed out ── kill -9        not yet kept, or just
 *                          ├── a message is on its way ── kill -9        Telegram has it, or not yet
 *                          ├── it has caught up ── wait ── kill -9       anywhere
 *                          └── SIGTERM ── wait a little ── kill -9       while it stops
 *
 * The moments come from a seed; what they hit does not, since a process is no clockwork. */

/** When a life ends. */
export const MOMENTS = ['start', 'polled', 'accepted', 'stopping', 'sending', 'any'] as const
export type Moment = (typeof MOMENTS)[number]

export type Scene = {
  readonly telegram: TelegramServer
  readonly chatter: Chatter
  readonly trouble: Trouble
  readonly random: Random
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  /** People fall silent while so many updates wait: a slow start shall leave no mountain behind it. */
  readonly mostWaiting: number
}

const START_MS = 1_200
const LIFE_MS = 2_000
const STOP_MS = 400
/** A moment that has not come by then is not waited for. */
const PATIENCE_MS = 15_000
/** Fewer updates than this wait when the bot has caught up. */
const CAUGHT_UP = 30

/** Runs the program among talking people and kills it; says which moment it really was. */
export async function liveAndDie(scene: Scene, moment: Moment): Promise<Moment> {
  const { random } = scene
  const server = startServer(scene.dataDir, envOf(scene))
  const talk = talkOn(scene)
  try {
    if (moment === 'start') {
      await pause(random.between(0, START_MS))
      return 'start'
    }
    if ((await server.listening) === null) throw await failedOpen(server)
    return (await waitFor(scene, moment, server)) ? moment : 'any'
  } finally {
    await server.end('SIGKILL')
    await talk.stop()
  }
}

/** Runs the program among talking people and stops it as an operator does. */
export async function liveAndStop(scene: Scene): Promise<void> {
  const server = startServer(scene.dataDir, envOf(scene))
  const talk = talkOn(scene)
  if ((await server.listening) === null) throw await failedOpen(server)
  await pause(scene.random.between(0, LIFE_MS))
  const { code, signal, stderr } = await server.end('SIGTERM')
  await talk.stop()
  if (code !== 0) throw new Error(`It did not stop cleanly: ${code ?? signal}, ${stderr}`)
}

/** Where the program finds this Telegram; half of the time it shows its answers as it writes them. */
export const envOf = ({ telegram, random, env }: Scene) => ({
  EARSHOT_TELEGRAM_TOKEN: telegram.token,
  EARSHOT_TELEGRAM_API_ROOT: telegram.url,
  EARSHOT_TELEGRAM_STREAM: random.chance(0.5) ? '1' : '0',
  ...env,
})

async function failedOpen(server: ServerProcess): Promise<Error> {
  const { code, stderr } = await server.ended
  return new Error(`The program did not open, code ${code}: ${stderr}`)
}

/** True if the moment came. */
async function waitFor(scene: Scene, moment: Moment, server: ServerProcess): Promise<boolean> {
  const { telegram, random } = scene
  switch (moment) {
    case 'polled': {
      const since = new Date()
      const isAnswered = () =>
        telegram.calls('getUpdates').some(({ at, status }) => at >= since && status === 200)
      const came = await within(telegram.until(isAnswered))
      await pause(random.between(0, 30))
      return came
    }
    case 'sending':
    case 'accepted': {
      const when = moment === 'sending' ? 'before' : 'after'
      const fault = telegram.fault({ method: 'sendMessage', kind: 'hang', when })
      const came = await within(fault.reached)
      await pause(random.between(5, 50))
      await server.end('SIGKILL')
      // What hung goes on: a message whose sender is dead may still arrive.
      fault.clear()
      fault.release()
      return came
    }
    case 'stopping':
      await pause(random.between(0, LIFE_MS))
      void server.end('SIGTERM')
      await pause(random.between(0, STOP_MS))
      return true
    default:
      // Else a bot that dies every second would only ever fall behind.
      await within(telegram.until(() => telegram.pending().length < CAUGHT_UP))
      await pause(random.between(30, LIFE_MS))
      return true
  }
}

function within(promise: Promise<void>): Promise<boolean> {
  const came = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([came, pause(PATIENCE_MS, false)])
}

/** People talk, and things go wrong, until told to stop. */
function talkOn({ telegram, chatter, trouble, random, mostWaiting }: Scene) {
  let isOver = false
  const talk = async () => {
    while (!isOver) {
      if (telegram.pending().length < mostWaiting) chatter.step()
      trouble.step()
      await pause(random.between(40, 300))
    }
  }
  const talking = talk()
  return {
    stop: () => {
      isOver = true
      return talking
    },
  }
}
