import type { MessageId, PersonId } from '../../src/domain/ids.ts'
import type { Message } from '../../src/domain/message.ts'
import type { AnnotatedChat, Gold } from '../../src/eval/read-chats.ts'
import { HAN_AND_KANA } from '../../src/text/scripts.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { logUniform } from './augment.ts'
import { shuffle } from './train.ts'
import type { TrainingChat } from './training-chat.ts'

/* New chats, put together from the conversations of written ones.
 *
 * A few conversations in one language are given the same few people and a place in time each: side by side, right
 * after another, or days later. So the same people move on to another matter, a young chat's second message opens a
 * second conversation, and what one conversation is about says nothing of its neighbour.
 *
 *     chat 12   A A   A         chat 31  C     C C        made   A A C A   C C
 */

export const INTERLEAVING = {
  /** Conversations of a chat, and people it begins with. */
  talks: [2, 8],
  people: [2, 6],
  /** Starts while the one before goes on; otherwise after a silence of so many minutes. */
  sideBySide: 0.45,
  silence: [5, 8_000],
  /** Side by side it is rather by others: in real chats most people are in one talk at a time. */
  byOthers: 0.7,
  /** Breaks off and is taken up after so many minutes. */
  resumed: 0.12,
  pause: [60, 6_000],
  /** Faster than written by such a factor… */
  pace: [0.1, 1],
  /** …and that often without a longer pause than so many minutes: in real slow chats most silences end a matter. */
  inOneSitting: 0.7,
  longestPause: 60,
  /** Share of chats in a language picked evenly, so that small ones count; the rest as many as were written. */
  evenly: 0.5,
} as const

const MINUTE_MS = 60_000

/** One conversation, its messages in order; antecedents are places in it. */
type Talk = {
  readonly messages: readonly Message[]
  readonly antecedents: readonly (readonly number[])[]
}

/** A talk with a time and an author for each of its messages. */
type Placed = {
  readonly talk: Talk
  readonly times: readonly number[]
  readonly cast: ReadonlyMap<PersonId, string>
}

/** Puts together so many chats. */
export function interleave(
  chats: readonly AnnotatedChat[],
  count: number,
  random: Random,
): TrainingChat[] {
  const byLanguage = new Map<string, AnnotatedChat[]>()
  for (const chat of chats) {
    const language = chat.language ?? ''
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), chat])
  }
  const sources = [...byLanguage.values()].map((written) => ({
    written: written.length,
    talks: written.flatMap(talksOf),
    names: [...new Set(written.flatMap(({ messages }) => messages.map((m) => m.authorName)))],
  }))
  const anyChat = sources.flatMap((source) => new Array(source.written).fill(source))
  return Array.from({ length: count }, (_, i) => {
    const from = pickFrom(random.chance(INTERLEAVING.evenly) ? sources : anyChat, random)
    return { name: `made ${i + 1}`, ...chatOf(placeTalks(from.talks, from.names, random)) }
  })
}

function talksOf({ messages, gold }: AnnotatedChat): Talk[] {
  const places = new Map<number, number[]>()
  for (const [i, { conversation }] of gold.entries()) {
    places.set(conversation, [...(places.get(conversation) ?? []), i])
  }
  return [...places.values()].map((of) => ({
    messages: of.map((i) => messages[i] as Message),
    antecedents: of.map((i, at) => {
      const known = (gold[i] as Gold).antecedents.flatMap((a) => (a < i ? [of.indexOf(a)] : []))
      const within = known.filter((place) => place >= 0)
      return within.length > 0 ? within : [at]
    }),
  }))
}

function placeTalks(talks: readonly Talk[], names: readonly string[], random: Random): Placed[] {
  const order = shuffled(names, random)
  const people = order.slice(0, random.between(...INTERLEAVING.people))
  const placed: Placed[] = []
  let end = 0
  const chosen = new Set(
    Array.from({ length: random.between(...INTERLEAVING.talks) }, () => pickFrom(talks, random)),
  )
  for (const talk of chosen) {
    const before = placed.at(-1)
    const isBeside = before !== undefined && random.chance(INTERLEAVING.sideBySide)
    const [from, to] = isBeside ? [before.times[0] ?? 0, before.times.at(-1) ?? 0] : [end, end]
    const silence = isBeside ? 0 : logUniform(...INTERLEAVING.silence, random) * MINUTE_MS
    const start = from + random.next() * (to - from) + silence
    const busy = isBeside && random.chance(INTERLEAVING.byOthers) ? [...before.cast.values()] : []
    placed.push({
      talk,
      times: timesOf(talk, start, random),
      cast: castOf(talk, people, busy, order, random),
    })
    end = Math.max(end, placed.at(-1)?.times.at(-1) ?? 0)
  }
  return placed
}

function timesOf({ messages }: Talk, start: number, random: Random): number[] {
  const { pace, inOneSitting, longestPause, resumed, pause } = INTERLEAVING
  const factor = logUniform(...pace, random)
  const longest = random.chance(inOneSitting) ? longestPause * MINUTE_MS : Number.POSITIVE_INFINITY
  const broken = random.chance(resumed) ? random.between(2, messages.length) : -1
  let time = start
  return messages.map(({ sentAt }, i) => {
    const before = messages[i - 1]?.sentAt ?? sentAt
    time += Math.min(longest, (sentAt.getTime() - before.getTime()) * factor)
    if (i === broken) time += logUniform(...pause, random) * MINUTE_MS
    return time
  })
}

/** Who takes whose part: people of the chat, the busy ones last; more of them where there are too few. */
function castOf(
  { messages }: Talk,
  people: string[],
  busy: readonly string[],
  names: readonly string[],
  random: Random,
): Map<PersonId, string> {
  const parts = [...new Set(messages.map(({ authorId }) => authorId))]
  const free = shuffled(people, random).sort(
    (a, b) => Number(busy.includes(a)) - Number(busy.includes(b)),
  )
  return new Map(
    parts.map((part, i) => {
      const name = free[i] ?? names.find((one) => !people.includes(one)) ?? `Guest ${i}`
      if (!people.includes(name)) people.push(name)
      return [part, name]
    }),
  )
}

/** The talks as one chat, by time. */
function chatOf(placed: readonly Placed[]): Pick<TrainingChat, 'messages' | 'gold'> {
  const rows = placed
    .flatMap(({ times }, talk) => times.map((time, at) => ({ talk, at, time })))
    .sort((a, b) => a.time - b.time)
  const places = new Map(rows.map(({ talk, at }, place) => [`${talk} ${at}`, place]))
  const placeOf = (talk: number, at: number) => places.get(`${talk} ${at}`) ?? -1
  const people = new Map<string, PersonId>()
  const idOf = (name: string) => {
    const id = people.get(name) ?? ((people.size + 1) as PersonId)
    people.set(name, id)
    return id
  }
  return {
    messages: rows.map(({ talk, at, time }, place): Message => {
      const { talk: from, cast } = placed[talk] as Placed
      const message = from.messages[at] as Message
      const authorName = cast.get(message.authorId) ?? message.authorName
      const parent = from.messages.findIndex(({ externalId }) => externalId === message.replyTo)
      return {
        ...message,
        id: (place + 1) as MessageId,
        externalId: String(place),
        position: place,
        authorId: idOf(authorName),
        authorName,
        authorUsername: authorName,
        sentAt: new Date(time),
        text: renamed(message.text, from, cast),
        replyTo: parent < 0 ? null : String(placeOf(talk, parent)),
      }
    }),
    gold: rows.map(({ talk, at }) => ({
      isTarget: true,
      conversation: talk,
      antecedents:
        (placed[talk] as Placed).talk.antecedents[at]?.map((a) => placeOf(talk, a)) ?? [],
    })),
  }
}

/** Korean has spaces, but a name is followed by its particle without one. */
const UNSPACED = new RegExp(String.raw`[${HAN_AND_KANA}\p{Script=Hangul}]`, 'u')

/** Characters that no text has: for private use. */
const FIRST_MARK = 0xe000
const MARKS = /[\uE000-\uE0FF]/g

/** A text in which people are called by the names of those who took their part, whatever the ending was. */
function renamed(text: string, { messages }: Talk, cast: ReadonlyMap<PersonId, string>): string {
  const called = new Map(messages.map(({ authorName, authorId }) => [authorName, authorId]))
  // By marks first: who is called Ann may take the part of Bob, and Bob that of Ann.
  let [marked, mark] = [text, FIRST_MARK]
  const names = new Map<string, string>()
  for (const [old, id] of called) {
    const sign = String.fromCharCode(mark)
    names.set(sign, cast.get(id) ?? old)
    marked = marked.replaceAll(UNSPACED.test(old) ? old : calledBy(old), sign)
    mark += 1
  }
  return marked.replaceAll(MARKS, (sign) => names.get(sign) ?? sign)
}

function calledBy(name: string): RegExp {
  const stem = name.length > 3 ? name.replace(/[аяоеиіїуюйьaeouyi]$/u, '') : name
  const escaped = stem.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}\\p{L}{0,3}(?![\\p{L}\\p{N}])`, 'giu')
}

function pickFrom<T>(items: readonly T[], random: Random): T {
  return items[random.between(0, items.length - 1)] as T
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items]
  shuffle(copy, random)
  return copy
}
