import type { Message } from '../../src/domain/message.ts'
import { WINDOW } from '../../src/engine/link/features/similarity.ts'
import { linkInOrder } from '../../src/engine/receive/link-stretch.ts'
import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import type { Captioned } from '../results.ts'
import { median, quantile } from '../statistics.ts'

/* What linking costs, without a database. Reading a text is remembered by the model, so texts are made
 * that it has not met: the same words with blanks after them that spell a number. */

/** Calls measured as one: the system counts processor time in steps that a single call may fall between. */
const GROUP = 5
const WARM_UP = 500

export type LinkSpeed = {
  /** One message into a chat of which nothing was read yet, in milliseconds of processor time. */
  readonly coldCpuMs: readonly number[]
  /** The same, each call by itself and by the clock on the wall. */
  readonly coldWallMs: readonly number[]
  /** Messages in a row, as they arrive. */
  readonly stream: Stream
}

/** Messages as they arrive in a chat that goes on: what came before was read when it came. */
export type Stream = {
  readonly messages: number
  readonly cpuMs: number
  readonly wallMs: number
  /** Of each message by itself. */
  readonly eachWallMs: readonly number[]
}

/** Measures linking by itself: so many cold arrivals, and a stream of so many messages. */
export function measureLinking(
  chats: readonly AnnotatedChat[],
  { arrivals, streamed }: { readonly arrivals: number; readonly streamed: number },
): LinkSpeed {
  const fresh = freshTexts()
  const full = chats.flatMap(({ messages }) =>
    messages.flatMap((_, at) => (at < WINDOW ? [] : [{ messages, at }])),
  )
  // Evenly over all chats, so that quiet and busy ones both count.
  const pick = (i: number, of: number) => full[Math.floor((i * full.length) / of)]
  const coldCpuMs: number[] = []
  const coldWallMs: number[] = []
  for (let i = -WARM_UP; i < arrivals; i += GROUP) {
    const group = Array.from({ length: GROUP }, (_, k) => pick(Math.max(0, i) + k, arrivals))
    const scenes = group.flatMap((at) => (at === undefined ? [] : [sceneAt(at, fresh)]))
    const wall: number[] = []
    const cpu = cpuOf(() => {
      for (const { target, before } of scenes) {
        const began = performance.now()
        linkLast([...before, target])
        wall.push(performance.now() - began)
      }
    })
    if (i < 0) continue
    coldCpuMs.push(cpu / scenes.length)
    coldWallMs.push(...wall)
  }
  return { coldCpuMs, coldWallMs, stream: linkStream(streamOf(chats, streamed).map(fresh)) }
}

/** Links the last of some messages, as if the drafts of those before had been stored without links. */
function linkLast(all: readonly Message[]): void {
  const drafts = new Map(all.slice(0, -1).map(({ id }) => [id, []]))
  for (const _ of linkInOrder({ all, from: all.length - 1, parents: new Map(), drafts }));
}

/** Links messages one after the other, each from what came before it. */
export function linkStream(messages: readonly Message[]): Stream {
  const eachWallMs: number[] = []
  const began = performance.now()
  const cpuMs = cpuOf(() => {
    let arrived = performance.now()
    for (const _ of linkInOrder({
      all: messages,
      from: 0,
      parents: new Map(),
      drafts: new Map(),
    })) {
      const now = performance.now()
      eachWallMs.push(now - arrived)
      arrived = now
    }
  })
  return { messages: messages.length, cpuMs, wallMs: performance.now() - began, eachWallMs }
}

/** One row a measure. */
export function linkTable({ coldCpuMs, coldWallMs, stream }: LinkSpeed): Captioned {
  const perSecond = (ms: number) => `${Math.round((1_000 * stream.messages) / ms)} messages/s`
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return {
    caption: 'Linking by itself, one core',
    table: [
      ['', 'processor time', 'wall time', 'aim'],
      [
        `one message into an unread chat, median of ${coldWallMs.length}`,
        ms(median(coldCpuMs)),
        ms(median(coldWallMs)),
        '',
      ],
      ['… 95th percentile', ms(quantile(coldCpuMs, 0.95)), ms(quantile(coldWallMs, 0.95)), ''],
      ['one message into a chat that goes on, median', '', ms(median(stream.eachWallMs)), ''],
      ['… 95th percentile', '', ms(quantile(stream.eachWallMs, 0.95)), '< 2 ms'],
      [
        `${stream.messages} messages in a row`,
        perSecond(stream.cpuMs),
        perSecond(stream.wallMs),
        '≥ 1000 messages/s',
      ],
    ],
  }
}

/** Milliseconds of processor time, all threads: the engine's own collector and compiler count. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function sceneAt(
  { messages, at }: { readonly messages: readonly Message[]; readonly at: number },
  fresh: (message: Message) => Message,
) {
  return {
    target: fresh(messages[at] as Message),
    before: messages.slice(at - WINDOW, at).map(fresh),
  }
}

/** The chats one after the other, again and again, until there are so many messages. */
export function streamOf(chats: readonly AnnotatedChat[], count: number): Message[] {
  const all = chats.flatMap((chat) => chat.messages)
  return Array.from({ length: count }, (_, i) => all[i % all.length] as Message)
}

/** Makes messages whose texts read the same and were never read before. */
function freshTexts(): (message: Message) => Message {
  let count = 0
  return (message) => {
    count += 1
    const blanks = count.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')
    return { ...message, text: `${message.text}${blanks}` }
  }
}
