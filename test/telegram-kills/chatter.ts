import type { Message } from 'grammy/types'
import type { Random } from '../chaos/seeded-random.ts'
import type { Group } from '../telegram-server/group.ts'
import type { Person } from '../telegram-server/person.ts'
import type { TelegramServer } from '../telegram-server/telegram-server.ts'

/* People who talk, and now and then ask the bot. What they do comes from a seed.
 *
 * Each edit of a message has a second of its own, so that "the last edit" never hangs on who was first
 * within one. */

/** A message that wants an answer; an album has several ids, and any may be replied to. */
export type Tag = { readonly chat: number; readonly ids: readonly number[] }

export type Chatter = {
  /** Somebody says or does something; several at once now and then, and not always in order. */
  step(): void
  readonly tags: readonly Tag[]
}

type Room = { readonly group: Group; readonly topics: readonly number[] }
type Said = { readonly room: Room; message: Message }

const NAMES = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'] as const
const SUBJECTS = ['the picnic', 'обід', 'the visa photo', 'Pläne', 'the thai place'] as const
const WORDS = ['we meet at', 'nobody likes', 'tell me about', 'I paid for', 'look at'] as const
/** Earlier messages that are replied to, edited or delivered again are among this many. */
const RECENT = 30
const MAX_AT_ONCE = 6
const MAX_COPIES = 4
const MAX_PICTURES = 5

/** Fills a Telegram with people and groups of every kind, and lets them talk. */
export function createChatter(telegram: TelegramServer, random: Random): Chatter {
  const people = NAMES.map((name) => telegram.person(name, { username: name.toLowerCase() }))
  const rooms = createRooms(telegram, people)
  const said: Said[] = []
  const tags: Tag[] = []
  const anybody = () => pick(random, people)
  const sentence = () =>
    `${pick(random, WORDS)} ${pick(random, SUBJECTS)} ${random.between(1, 999)}`
  const speak = (room: Room, text: string, replyTo?: Message): Message => {
    const topic = replyTo ? undefined : pickOr(random, [...room.topics, undefined])
    const message = room.group.say(anybody(), text, {
      ...(replyTo && { replyTo }),
      ...(topic !== undefined && { topic }),
    })
    said.push({ room, message })
    if (said.length > RECENT) said.shift()
    return message
  }
  const want = (...messages: readonly Message[]) => {
    const ids = messages.map(({ message_id }) => message_id)
    tags.push({ chat: messages[0]?.chat.id ?? 0, ids })
  }

  const acts: readonly { readonly share: number; readonly act: () => void }[] = [
    { share: 0.61, act: () => void speak(pick(random, rooms), sentence()) },
    {
      share: 0.09,
      act: () =>
        want(speak(pick(random, rooms), `@${telegram.me.username} what of ${sentence()}?`)),
    },
    {
      share: 0.03,
      act: () => want(anybody().private.say(sentence())),
    },
    {
      share: 0.02,
      act: () => {
        const room = pick(random, rooms)
        const own = pickOr(random, telegram.sent(room.group.id).slice(-RECENT))
        if (own) want(speak(room, sentence(), own.message))
      },
    },
    {
      share: 0.09,
      act: () => {
        const earlier = pickOr(random, said)
        if (earlier) speak(earlier.room, sentence(), earlier.message)
      },
    },
    {
      share: 0.1,
      act: () => {
        const earlier = pickOr(random, said)
        if (earlier) editOnce(earlier, random)
      },
    },
    {
      share: 0.02,
      act: () => {
        const pictures = Array.from({ length: random.between(2, MAX_PICTURES) }, () => ({
          kind: 'photo' as const,
        }))
        const { group } = pick(random, rooms)
        const isTag = random.chance(0.3)
        const caption = isTag ? `@${telegram.me.username} ${sentence()}` : sentence()
        const album = group.sayAlbum(anybody(), pictures, caption)
        if (isTag) want(...album)
      },
    },
    { share: 0.04, act: () => deliverAgain(telegram, random) },
  ]
  return {
    tags,
    step: () => {
      const isBurst = random.chance(0.2)
      for (let n = isBurst ? random.between(2, MAX_AT_ONCE) : 1; n > 0; n -= 1) {
        actBy(random.next(), acts)
      }
      if (isBurst && random.chance(0.5)) telegram.shufflePending(random.next)
    },
  }
}

function createRooms(telegram: TelegramServer, people: readonly Person[]): Room[] {
  const forum = telegram.group('Forum', people, { isForum: true })
  const topics = people.slice(0, 2).map((by) => forum.createTopic(by, `Topic of ${by.first_name}`))
  return [
    { group: telegram.group('Friends', people), topics: [] },
    { group: telegram.group('Work', people), topics: [] },
    { group: telegram.group('Small', people, { kind: 'group' }), topics: [] },
    { group: forum, topics },
  ]
}

/** Changes a message, a second after it was last changed or now. */
function editOnce(said: Said, random: Random): void {
  const { message } = said
  const second = Math.max(Date.now() / 1000, (message.edit_date ?? message.date) + 1)
  const text = `${message.text?.split(' (')[0]} (edited ${random.between(1, 999)})`
  said.message = said.room.group.edit(message, text, new Date(second * 1000))
}

/** The same content once more, up to a few times, under new numbers. */
function deliverAgain(telegram: TelegramServer, random: Random): void {
  const lately = [...telegram.confirmed.slice(-RECENT), ...telegram.pending()]
  const update = pickOr(random, lately)
  if (!update) return
  const { update_id: _, ...content } = update
  for (let n = random.between(1, MAX_COPIES); n > 0; n -= 1) telegram.deliver({ ...content })
}

function actBy(
  roll: number,
  acts: readonly { readonly share: number; readonly act: () => void }[],
): void {
  let left = roll
  for (const { share, act } of acts) {
    if (left < share) {
      act()
      return
    }
    left -= share
  }
}

function pickOr<T>(random: Random, items: readonly T[]): T | undefined {
  return items[random.between(0, items.length - 1)]
}

/** For lists that are never empty. */
function pick<T>(random: Random, items: readonly T[]): T {
  const item = pickOr(random, items)
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
