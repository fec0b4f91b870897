import type { Database } from '../../src/db/engine/database.ts'
import { type Broken, findBroken } from '../chaos/invariants.ts'
import { seededRandom } from '../chaos/seeded-random.ts'
import type { Platform } from '../platform/platform.ts'
import { createChatter } from './chatter.ts'
import { type Findings, findWrongs, readStored } from './check.ts'
import { drain } from './drain.ts'
import { liveAndDie, liveAndStop, MOMENTS, type Moment, type Scene } from './lives.ts'

export type ChannelKillsOptions = {
  readonly startPlatform: () => Promise<Platform>
  readonly dataDir: string
  readonly seed: number
  readonly ends: 'kills' | 'stops'
  readonly times: number
  readonly maxPending: number
  readonly env?: Readonly<Record<string, string>>
  /** Opens the database of the program, which is not running, for a look. */
  readonly look: <T>(use: (database: Database) => Promise<T>) => Promise<T>
  /** Called after every life. */
  readonly onEnd?: (lives: number, events: number) => void
}

export type ChannelKillsReport = {
  /** How many lives ended at each moment. */
  readonly moments: Readonly<Record<string, number>>
  readonly events: number
  readonly mentions: number
  readonly answered: number
  /** Listed for a person to decide. */
  readonly uncertain: number
  /** … of them arrived all the same. */
  readonly uncertainArrived: number
  readonly troubles: number
  readonly wrongs: Findings
  readonly broken: readonly Broken[]
}

/**
 * Lets the program live and end many times among people who chat, lets it finish, and compares what it stored with what
 * the platform remembers.
 */
export async function runChannelKills(options: ChannelKillsOptions): Promise<ChannelKillsReport> {
  const random = seededRandom(options.seed)
  const platform = await options.startPlatform()
  const { dataDir, maxPending, env = {}, ends } = options
  const scene: Scene = {
    ...{ platform, random, dataDir, env, maxPending, troubleCount: 0 },
    chatter: createChatter(platform, random),
    // After a clean stop no send may be uncertain: what makes one doubtful is left out.
    troubles: Object.values(platform.troubles).filter(
      ({ isDoubtful }) => ends === 'kills' || !isDoubtful,
    ),
  }
  const moments: Record<string, number> = {}
  try {
    for (let life = 0; life < options.times; life += 1) {
      const moment = await endOnce(scene, options, life)
      moments[moment] = (moments[moment] ?? 0) + 1
      options.onEnd?.(life + 1, scene.chatter.events())
    }
    const listed = await drain(scene)
    const { stored, broken } = await options.look(async (database) => ({
      stored: await database.asOwner((db) => readStored(db, platform.channel)),
      broken: await database.asOwner(findBroken),
    }))
    const { mentions } = scene.chatter
    const answers = new Set(platform.sent().map(({ chat, replyTo }) => `${chat}/${replyTo}`))
    return {
      moments,
      events: scene.chatter.events(),
      mentions: mentions.length,
      answered: mentions.filter(({ chat, id }) => answers.has(`${chat}/${id}`)).length,
      uncertain: listed.length,
      uncertainArrived: listed.filter((send) => answers.has(`${send.chat}/${send.message_id}`))
        .length,
      troubles: scene.troubleCount,
      wrongs: {
        ...findWrongs({ platform, mentions, stored, listed }),
        ...(ends === 'stops' && {
          'sends left uncertain by a clean stop': listed.map(({ chat }) => chat),
        }),
      },
      broken,
    }
  } finally {
    await platform.stop()
  }
}

async function endOnce(
  scene: Scene,
  { ends }: ChannelKillsOptions,
  life: number,
): Promise<Moment | 'stop'> {
  if (ends === 'kills') return liveAndDie(scene, MOMENTS[life % MOMENTS.length] ?? 'any')
  await liveAndStop(scene)
  return 'stop'
}
