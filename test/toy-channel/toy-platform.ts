import { EventEmitter, once } from 'node:events'
import type { BotMessage, Platform, PlatformPerson, Room } from '../platform/platform.ts'

/** A note as it stands on the board. */
export type ToyNote = {
  readonly id: string
  readonly chat: string
  readonly author: PlatformPerson
  readonly text: string
  readonly replyTo: string | null
  /** ISO time. */
  readonly at: string
}

/** For what never comes; everything that does is much faster. */
const PATIENCE_MS = 30_000

type NewBotMessage = Pick<BotMessage, 'chat' | 'topic' | 'replyTo' | 'text'>

export type ToyPlatform = Platform & {
  /** Notes that the bot has not acknowledged. */
  waiting(): readonly ToyNote[]
  acknowledge(count: number): void
  /** Resolves with the next note. */
  next(): Promise<unknown>
  post(message: NewBotMessage, buttons: readonly string[]): string
  change(id: string, text: string): void
}

/** A board of notes. */
export function createToyPlatform(): ToyPlatform {
  const changes = new EventEmitter().setMaxListeners(0)
  const notes: ToyNote[] = []
  const sent: BotMessage[] = []
  let acknowledged = 0
  let ids = 0
  const nextId = () => {
    ids += 1
    return String(ids)
  }
  const room = (id: string): Room => ({
    id,
    say: (author, text, { replyTo, at = new Date() } = {}) => {
      const note = { id: nextId(), chat: id, author, text, replyTo: replyTo?.id ?? null }
      notes.push({ ...note, at: at.toISOString() })
      changes.emit('change')
      return { chat: id, topic: null, id: note.id }
    },
    edit: () => {},
    delete: () => {},
    openThread: () => null,
    command: (author, name) => void room(id).say(author, `/${name}`),
  })
  return {
    channel: 'toy',
    env: {},
    mention: '@toy_bot',
    tellsDeletions: false,
    person: (name) => ({ id: nextId(), name }),
    room: () => room(`board-${nextId()}`),
    direct: ({ id }) => room(`direct-${id}`),
    messages: () => notes.map((note) => ({ ...note, topic: null, isDeleted: false })),
    sent: (chat) => sent.filter((one) => chat === undefined || one.chat === chat),
    press: () => {},
    pending: () => notes.length - acknowledged,
    violations: () => [],
    until: async (condition) => {
      const patience = AbortSignal.timeout(PATIENCE_MS)
      while (!condition()) await once(changes, 'change', { signal: patience })
    },
    holdSend: () => ({ reached: new Promise(() => {}), release: () => {} }),
    troubles: {},
    stop: async () => {},

    waiting: () => notes.slice(acknowledged),
    acknowledge: (count) => {
      acknowledged += count
      changes.emit('change')
    },
    next: () => once(changes, 'change'),
    post: (message, buttons) => {
      const id = nextId()
      sent.push({ ...message, id, buttons })
      changes.emit('change')
      return id
    },
    change: (id, text) => {
      const at = sent.findIndex((one) => one.id === id)
      const message = sent[at]
      if (message !== undefined) sent[at] = { ...message, text }
    },
  }
}
