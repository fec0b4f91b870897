import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../chaos/seeded-random.ts'
import { type ServerProcess, startServer } from '../chaos/server-process.ts'
import type { Platform, Trouble } from '../platform/platform.ts'
import type { Chatter } from './chatter.ts'

/* Lives of the program among people who chat, and how they end.
 *
 *   launch ──┬── wait a little ── kill -9                                during its start
 *            └── listens ──┬── events were handed out ── kill -9         not yet saved, or just
 *                          ├── a message is on its way ── kill -9        the platform has it, or not yet
 *                          ├── it has caught up ── wait ── kill -9       anywhere
 *                          └── SIGTERM ── wait a little ── kill -9       while it stops
 *
 * The moments come from a seed; what they hit does not, since a process is no clockwork. */

export const MOMENTS = ['start', 'received', 'accepted', 'stopping', 'sending', 'any'] as const
export type Moment = (typeof MOMENTS)[number]

export type Scene = {
  readonly platform: Platform
  readonly chatter: Chatter
  readonly troubles: readonly Trouble[]
  readonly random: Random
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  /** People fall silent while so many events wait: a slow start leaves no mountain behind it. */
  readonly maxPending: number
  /** How often something went wrong at the platform. */
  troubleCount: number
}

const START_MS = 1_200
const LIFE_MS = 2_000
const STOP_MS = 400
/** A moment that has not come by then is not waited for. */
const PATIENCE_MS = 15_000
/** Fewer events than this wait when the bot has caught up. */
const CAUGHT_UP = 30
const TROUBLE_SHARE = 0.03

/** Runs the program among people who chat and kills it; says which moment it really was. */
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

/** Runs the program among people who chat and stops it as an operator does. */
export async function liveAndStop(scene: Scene): Promise<void> {
  const server = startServer(scene.dataDir, envOf(scene))
  const talk = talkOn(scene)
  if ((await server.listening) === null) throw await failedOpen(server)
  await pause(scene.random.between(0, LIFE_MS))
  const { code, signal, stderr } = await server.end('SIGTERM')
  await talk.stop()
  if (code !== 0) throw new Error(`It did not stop cleanly: ${code ?? signal}, ${stderr}`)
}

/** Where the program finds the platform; half of the time it shows its answers while they are written. */
export const envOf = ({ platform, random, env }: Scene) => ({
  ...platform.env,
  EARSHOT_BOT_STREAM: random.chance(0.5) ? '1' : '0',
  ...env,
})

async function failedOpen(server: ServerProcess): Promise<Error> {
  const { code, stderr } = await server.ended
  return new Error(`The program did not open, code ${code}: ${stderr}`)
}

/** True if the moment came. */
async function waitFor(scene: Scene, moment: Moment, server: ServerProcess): Promise<boolean> {
  const { platform, random } = scene
  switch (moment) {
    case 'received': {
      const before = scene.chatter.events()
      const came = await within(
        platform.until(() => scene.chatter.events() > before && platform.pending() > 0),
      )
      await pause(random.between(0, 30))
      return came
    }
    case 'sending':
    case 'accepted': {
      const held = platform.holdSend(moment === 'sending' ? 'before' : 'after')
      const came = await within(held.reached)
      await pause(random.between(5, 50))
      await server.end('SIGKILL')
      held.release()
      return came
    }
    case 'stopping':
      await pause(random.between(0, LIFE_MS))
      void server.end('SIGTERM')
      await pause(random.between(0, STOP_MS))
      return true
    default:
      // A bot that is killed every second would only ever fall behind.
      await within(platform.until(() => platform.pending() < CAUGHT_UP))
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

/** People chat, and things go wrong, until told to stop. */
function talkOn(scene: Scene) {
  const { platform, chatter, troubles, random, maxPending } = scene
  let isOver = false
  const talk = async () => {
    while (!isOver) {
      if (platform.pending() < maxPending) chatter.step()
      const trouble = random.chance(TROUBLE_SHARE)
        ? troubles[random.between(0, troubles.length - 1)]
        : undefined
      if (trouble !== undefined) {
        scene.troubleCount += 1
        trouble.start()
      }
      await pause(random.between(20, 150))
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
