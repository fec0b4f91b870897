import type { Random } from '../chaos/seeded-random.ts'
import type {
  BotMessage,
  Platform,
  PlatformPerson,
  Room,
  SaidMessage,
} from '../platform/platform.ts'

/* People who chat, and now and then ask the bot. What they do comes from a seed. */

/** A message that asks for an answer. */
export type Mention = SaidMessage

export type Chatter = {
  /** One person says or does something; several at once now and then. */
  step(): void
  readonly mentions: readonly Mention[]
  /** How much was said, edited and deleted. */
  events(): number
}

type Place = { readonly room: Room; readonly topic: string | null; readonly isGroup: boolean }
type Said = { readonly place: Place; readonly message: SaidMessage; readonly isMention: boolean }
type Act = { readonly share: number; readonly run: () => void }

const NAMES = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'] as const
const SUBJECTS = ['the picnic', 'обід', 'the visa photo', 'Pläne', 'the thai place'] as const
const WORDS = ['we meet at', 'nobody likes', 'tell me about', 'I paid for', 'look at'] as const
/** Earlier messages that are replied to, edited or deleted are among this many. */
const RECENT = 30
const MAX_AT_ONCE = 6

/** Fills a platform with people and rooms, and lets them chat. */
export function createChatter(platform: Platform, random: Random): Chatter {
  const people = NAMES.map((name) => platform.person(name))
  const [ann = { id: '', name: '' }] = people
  const places = createPlaces(platform, people)
  const privates = people.map((person): Place & { readonly person: PlatformPerson } => ({
    room: platform.direct(person),
    topic: null,
    isGroup: false,
    person,
  }))
  const recent: Said[] = []
  const mentions: Mention[] = []
  let events = 0
  const author = () => pickOr(random, people) ?? ann
  const sentence = () => `${random.pick(WORDS)} ${random.pick(SUBJECTS)} ${random.between(1, 999)}`
  const say = (
    place: Place,
    text: string,
    { by = author(), replyTo, asks = false }: SayAs = {},
  ): void => {
    const message = place.room.say(by, text, {
      ...(replyTo !== undefined && { replyTo }),
      ...(place.topic !== null && { topic: place.topic }),
    })
    recent.push({ place, message, isMention: asks })
    if (recent.length > RECENT) recent.shift()
    if (asks) mentions.push(message)
  }
  const anyPlace = () => pickOr(random, places)
  const earlier = (from: readonly Said[] = recent) => pickOr(random, from)
  const acts: readonly Act[] = [
    { share: 0.6, run: () => withOne(anyPlace(), (place) => say(place, sentence())) },
    {
      share: 0.1,
      run: () =>
        withOne(anyPlace(), (place) =>
          say(place, `${platform.mention} what of ${sentence()}?`, { asks: true }),
        ),
    },
    {
      share: 0.04,
      run: () =>
        withOne(pickOr(random, privates), (place) =>
          say(place, sentence(), { by: place.person, asks: true }),
        ),
    },
    {
      share: 0.1,
      run: () =>
        withOne(earlier(recent.filter(({ place }) => place.isGroup)), ({ place, message }) =>
          say(place, sentence(), { replyTo: message }),
        ),
    },
    {
      share: 0.11,
      run: () =>
        withOne(earlier(), ({ place, message }) =>
          place.room.edit(message, `${sentence()} (edited)`),
        ),
    },
    {
      share: 0.05,
      // A mention that is deleted needs no answer, or has one: neither could be checked.
      run: () =>
        withOne(
          platform.tellsDeletions
            ? earlier(recent.filter(({ isMention }) => !isMention))
            : undefined,
          (one) => {
            recent.splice(recent.indexOf(one), 1)
            one.place.room.delete(one.message)
          },
        ),
    },
  ]
  return {
    mentions,
    events: () => events,
    step: () => {
      for (let n = random.chance(0.2) ? random.between(2, MAX_AT_ONCE) : 1; n > 0; n -= 1) {
        events += 1
        runBy(random.next(), acts)
      }
    },
  }
}

type SayAs = {
  readonly by?: PlatformPerson
  readonly replyTo?: SaidMessage | BotMessage
  readonly asks?: boolean
}

function createPlaces(platform: Platform, people: readonly PlatformPerson[]): Place[] {
  const rooms = ['Friends', 'Work', 'Travel'].map((title) => platform.room(title, people))
  const [by] = people
  const threads = rooms.flatMap((room) => {
    const topic = by === undefined ? null : room.openThread(by, 'A thread')
    return topic === null ? [] : [{ room, topic, isGroup: true }]
  })
  return [...rooms.map((room) => ({ room, topic: null, isGroup: true })), ...threads]
}

function runBy(roll: number, acts: readonly Act[]): void {
  let left = roll
  for (const { share, run } of acts) {
    if (left < share) {
      run()
      return
    }
    left -= share
  }
}

function pickOr<T>(random: Random, items: readonly T[]): T | undefined {
  return items[random.between(0, items.length - 1)]
}

function withOne<T>(item: T | undefined, use: (item: T) => void): void {
  if (item !== undefined) use(item)
}
