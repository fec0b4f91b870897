import type { Message } from '../../src/domain/message.ts'
import { isSubject } from '../../src/engine/link/features/read-text.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

/* Chats the model must cope with and the annotated ones are not: people who do not write names, and
 * slow chats with few talks at a time. Both are made from the annotated chats by rewriting what was
 * said and when, so that the engine reads them as it reads any chat. */

/** Fewer messages than this teach nothing. */
const MIN_MESSAGES = 5
const MINUTE_MS = 60_000

/** Takes the names out of this share of the messages that write one. `isWord` tells an ordinary word. */
export function dropNames(
  chat: TrainingChat,
  share: number,
  random: Random,
  isWord: (word: string) => boolean,
): TrainingChat {
  const names = new Set(chat.messages.flatMap((message) => spellings(message.authorName)))
  const isName = (token: string, i: number) => isNameToken(token, i, names, isWord)
  const messages = chat.messages.map((message): Message => {
    const tokens = message.text.split(/\s+/)
    const kept = tokens.filter((token, i) => !isName(token, i))
    if (kept.length === tokens.length || !random.chance(share)) return message
    return { ...message, text: kept.join(' ') }
  })
  return { ...chat, messages }
}

function isNameToken(
  token: string,
  at: number,
  names: ReadonlySet<string>,
  isWord: (word: string) => boolean,
): boolean {
  const [whole = '', bare = ''] = spellings(token)
  if (token.startsWith('@')) return true
  if (at === 0 && /[:,>;]$/.test(token) && bare.length > 1 && isSubject(bare)) return true
  return [whole, bare].some((form) => form.length > 2 && names.has(form) && !isWord(form))
}

function spellings(name: string): string[] {
  const lower = name.toLowerCase()
  return [lower, lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')]
}

/**
 * Takes the text out of this share of the messages that continue another: a photo, a sticker, a bare tag. Who spoke
 * and when must then tell what they continue.
 */
export function emptyTexts(chat: TrainingChat, share: number, random: Random): TrainingChat {
  const messages = chat.messages.map((message, i): Message => {
    const isStarter = chat.gold[i]?.antecedents.includes(i) ?? true
    return isStarter || !random.chance(share) ? message : { ...message, text: '' }
  })
  return { ...chat, messages }
}

/** Makes a chat faster or slower throughout, by at most this factor either way. */
export function changePace(chat: TrainingChat, most: number, random: Random): TrainingChat {
  const factor = logUniform(1 / most, most, random)
  const start = chat.messages[0]?.sentAt.getTime() ?? 0
  const messages = chat.messages.map((message) => ({
    ...message,
    sentAt: new Date(start + (message.sentAt.getTime() - start) * factor),
  }))
  return { ...chat, messages }
}

/** Leaves out this share of a chat's conversations, whole. */
export function dropConversations(chat: TrainingChat, share: number, random: Random): TrainingChat {
  const drops = memoised(() => random.chance(share))
  const kept = chat.gold.flatMap(({ conversation }, i) => (drops(`${conversation}`) ? [] : [i]))
  if (kept.length < MIN_MESSAGES) return chat
  return {
    name: chat.name,
    messages: kept.map((i) => chat.messages[i] as Message),
    gold: renumber(chat.gold, kept),
  }
}

/** Begins a chat later: of what was said before nothing is known, and its second message may open a second talk. */
export function startLater(chat: TrainingChat, random: Random): TrainingChat {
  const first = random.between(0, Math.floor(LATEST_START * chat.messages.length))
  const kept = chat.gold.flatMap((_, i) => (i >= first ? [i] : []))
  if (kept.length < MIN_MESSAGES) return chat
  return {
    name: chat.name,
    messages: kept.map((i) => chat.messages[i] as Message),
    gold: renumber(chat.gold, kept),
  }
}

/** Of a chat's messages, as a share. */
const LATEST_START = 0.7

/**
 * Keeps a few of a chat's conversations, whole, and stretches its time. Null when too little is left.
 *
 * What belongs to a conversation is kept or dropped with it, also where it lies before the annotated
 * part: its answers would otherwise look as if they started anew.
 */
export function thin(chat: TrainingChat, random: Random): TrainingChat | null {
  const keepShare = 0.05 + 0.525 * random.next() * random.next()
  const stretch = logUniform(1, random.chance(0.7) ? 120 : PIECE.stretch, random)
  const keepsStrangers = random.chance(0.3)
  const keeps = memoised(() => random.chance(keepShare))
  const first = chat.gold.findIndex((gold) => gold.isTarget)
  const judged = new Set(chat.gold.flatMap((g) => (g.isTarget ? [g.conversation] : [])))
  const kept = chat.messages.flatMap((message, i) => {
    const { conversation } = chat.gold[i] as Gold
    if (i >= first || judged.has(conversation)) return keeps(`talk ${conversation}`) ? [i] : []
    return keepsStrangers && keeps(`person ${message.authorId}`) ? [i] : []
  })
  if (kept.length < MIN_MESSAGES) return null
  const times = stretchedTimes(chat.messages, stretch, random)
  return {
    name: chat.name,
    messages: kept.map((i) => ({ ...(chat.messages[i] as Message), sentAt: times[i] as Date })),
    gold: renumber(chat.gold, kept),
  }
}

/** Messages of one minute are first spread over it, in their order: stretched, they fall apart. */
function stretchedTimes(messages: readonly Message[], stretch: number, random: Random): Date[] {
  const minutes = messages.map((message) => Math.floor(message.sentAt.getTime() / MINUTE_MS))
  const start = minutes[0] ?? 0
  const times = minutes.map((minute) => minute - start + random.next())
  times.sort((a, b) => a - b)
  return times.map((time) => new Date((start + Math.floor(time * stretch)) * MINUTE_MS))
}

/**
 * What continued a message that is gone continues the latest one left of its conversation; it starts
 * anew only where none is.
 */
function renumber(gold: readonly Gold[], kept: readonly number[]): Gold[] {
  const newIndex = new Map(kept.map((old, i) => [old, i]))
  const latestOf = new Map<number, number>()
  return kept.map((old, i) => {
    const { antecedents, ...rest } = gold[old] as Gold
    const left = [...new Set(antecedents.flatMap((a) => newIndex.get(a) ?? []))]
    const instead = antecedents.length === 0 ? [] : [latestOf.get(rest.conversation) ?? i]
    latestOf.set(rest.conversation, i)
    return { ...rest, antecedents: left.length === 0 ? instead : left }
  })
}

function memoised(decide: () => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>()
  return (key) => {
    const decided = known.get(key) ?? decide()
    known.set(key, decided)
    return decided
  }
}

/** Pieces are so long, are slowed down by at most so much, and silences last so many minutes. */
const PIECE = { shortest: 2, longest: 50, stretch: 3_000 } as const
const SILENCE = { shortest: 20, longest: 20_000 } as const
/** How often people take up after a silence what they had been talking about. */
const RESUMED = 0.1

/**
 * Young chats, cut out of the annotated part: nothing is known of anybody yet, and several talks run
 * through each other from the first message on. Some have silences in them, after which people either
 * go on where they were or speak of something else: time alone must not tell which.
 */
export function cutOut(chat: TrainingChat, random: Random): TrainingChat[] {
  const first = chat.gold.findIndex((gold) => gold.isTarget)
  const young: TrainingChat[] = []
  for (let at = first < 0 ? Number.POSITIVE_INFINITY : first; at < chat.gold.length; ) {
    const pieces = [{ start: at, end: at + random.between(PIECE.shortest, PIECE.longest) }]
    const [{ end }] = pieces as [Piece]
    while (random.chance(0.4)) {
      const skipped = random.chance(RESUMED) ? 0 : random.between(50, 400)
      const start = (pieces.at(-1)?.end ?? at) + skipped
      pieces.push({ start, end: start + random.between(PIECE.shortest, PIECE.longest / 2) })
    }
    const kept = pieces.flatMap((piece) =>
      chat.gold.flatMap((_, i) => (i >= piece.start && i < piece.end ? [i] : [])),
    )
    if (kept.length >= MIN_MESSAGES) young.push(asOneChat(chat, kept, pieces, random))
    at = end + random.between(0, 10)
  }
  return young
}

type Piece = { readonly start: number; readonly end: number }

function asOneChat(
  chat: TrainingChat,
  kept: readonly number[],
  pieces: readonly Piece[],
  random: Random,
): TrainingChat {
  const stretch = random.chance(0.5) ? logUniform(1, PIECE.stretch, random) : 1
  const times = stretchedTimes(chat.messages, stretch, random)
  const starts = new Set(pieces.slice(1).map((piece) => piece.start))
  let shift = 0
  let last = 0
  const messages = kept.map((i) => {
    const time = (times[i] as Date).getTime()
    if (starts.has(i)) {
      shift = last + logUniform(SILENCE.shortest, SILENCE.longest, random) * MINUTE_MS - time
    }
    last = time + shift
    return { ...(chat.messages[i] as Message), sentAt: new Date(last) }
  })
  return { name: chat.name, messages, gold: renumber(chat.gold, kept) }
}

/** A number from `low` to `high`, each factor between them as likely. */
export function logUniform(low: number, high: number, random: Random): number {
  return low * Math.exp(random.next() * Math.log(high / low))
}
