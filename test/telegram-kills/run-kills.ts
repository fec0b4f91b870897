import type { Database } from '../../src/db/engine/database.ts'
import { type Broken, findBroken } from '../chaos/invariants.ts'
import { seededRandom } from '../chaos/seeded-random.ts'
import { startTelegramServer } from '../telegram-server/telegram-server.ts'
import { createChatter } from './chatter.ts'
import { type Findings, findWrongs, readKept } from './check.ts'
import { drain } from './drain.ts'
import { liveAndDie, liveAndStop, MOMENTS, type Moment, type Scene } from './lives.ts'
import { createTrouble } from './trouble.ts'

export type KillsOptions = {
  readonly dataDir: string
  readonly seed: number
  readonly ends: 'kills' | 'stops'
  readonly times: number
  readonly mostWaiting: number
  readonly env?: Readonly<Record<string, string>>
  /** Opens the database of the program, which is not running, and hands it over for a look. */
  readonly look: <T>(use: (database: Database) => Promise<T>) => Promise<T>
  /** Told after every life. */
  readonly onEnd?: (lives: number, updates: number) => void
}

export type KillsReport = {
  /** How many lives ended at each moment. */
  readonly moments: Readonly<Record<string, number>>
  readonly updates: number
  readonly tags: number
  readonly answered: number
  /** Listed for a person to decide. */
  readonly uncertain: number
  /** … of them arrived all the same. */
  readonly uncertainArrived: number
  readonly faults: number
  readonly wrongs: Findings
  readonly broken: readonly Broken[]
}

/**
 * Lets the program live and end many times among talking people, lets it finish, and compares what it
 * kept with what Telegram remembers.
 */
export async function runKills(options: KillsOptions): Promise<KillsReport> {
  const random = seededRandom(options.seed)
  const telegram = await startTelegramServer()
  const chatter = createChatter(telegram, random)
  const trouble = createTrouble(telegram, random, options.ends === 'kills' ? 'any' : 'mild')
  const { dataDir, mostWaiting, env = {} } = options
  const scene: Scene = { telegram, chatter, trouble, random, dataDir, env, mostWaiting }
  const updates = () => telegram.confirmed.length + telegram.pending().length
  const moments: Record<string, number> = {}
  try {
    for (let life = 0; life < options.times; life += 1) {
      const moment = await endOnce(scene, options, life)
      moments[moment] = (moments[moment] ?? 0) + 1
      options.onEnd?.(life + 1, updates())
    }
    const listed = await drain(scene)
    const { kept, broken } = await options.look(async (database) => ({
      kept: await database.asOwner(readKept),
      broken: await database.asOwner(findBroken),
    }))
    const answers = new Set(telegram.sent().map(({ chatId, replyTo }) => `${chatId}/${replyTo}`))
    return {
      moments,
      updates: telegram.confirmed.length,
      tags: chatter.tags.length,
      answered: chatter.tags.filter(({ chat, ids }) =>
        ids.some((id) => answers.has(`${chat}/${id}`)),
      ).length,
      uncertain: listed.length,
      uncertainArrived: listed.filter((send) => answers.has(`${send.chat}/${send.message_id}`))
        .length,
      faults: trouble.count(),
      wrongs: {
        ...findWrongs(telegram, chatter.tags, kept, listed),
        ...(options.ends === 'stops' && {
          'sends left uncertain by a clean stop': listed.map(({ chat }) => chat),
        }),
      },
      broken,
    }
  } finally {
    await telegram.stop()
  }
}

async function endOnce(
  scene: Scene,
  { ends }: KillsOptions,
  life: number,
): Promise<Moment | 'stop'> {
  if (ends === 'kills') return liveAndDie(scene, MOMENTS[life % MOMENTS.length] ?? 'any')
  await liveAndStop(scene)
  return 'stop'
}
