import { LRUCache } from 'lru-cache'
import type { ButtonEvent, ReactionsEvent } from '../../channel-event.ts'
import { type MatrixClient, unversionedPath } from '../client.ts'
import { buttonIn, latestContent } from '../event-content.ts'
import { listIn, textIn } from '../json.ts'
import { type MatrixEvent, readMatrixEvent } from '../matrix-event.ts'
import type { MatrixRooms } from '../rooms.ts'
import { relationOf } from './relation-of.ts'

const PER_PAGE = 100
const MAX_PAGES = 10
const MAX_KEY = 64
/** Reactions whose message is known, for when they are taken back: a redacted reaction names it no more. */
const MAX_TARGETS = 10_000

/** The messages that reactions are to. */
export type ReactionTargets = LRUCache<string, string>

/** An empty cache of them. */
export function createReactionTargets(): ReactionTargets {
  return new LRUCache({ max: MAX_TARGETS })
}

type ReactionDeps = {
  readonly client: MatrixClient
  readonly rooms: MatrixRooms
  readonly me: string
  readonly now: () => Date
}

/** All reactions that a message has now; those of the bot are left out. */
export async function readReactions(
  room: string,
  messageId: string,
  { client, me, now }: ReactionDeps,
): Promise<ReactionsEvent> {
  const people = new Map<string, Set<string>>()
  let from: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const relations = ['relations', messageId, 'm.annotation', 'm.reaction']
    const response = await client.get(unversionedPath('relations', 'rooms', room, ...relations), {
      query: { limit: String(PER_PAGE), ...(from !== null && { from }) },
    })
    for (const value of listIn(response, 'chunk')) {
      const event = readMatrixEvent(value, now())
      const key = event && relationOf(event.content).reaction?.key
      if (event === null || !key || event.sender === me) continue
      const emoji = emojiOf(key)
      people.set(emoji, (people.get(emoji) ?? new Set()).add(event.sender))
    }
    const next = textIn(response, 'next_batch')
    if (next === null || next === from) break
    from = next
  }
  const reactions = [...people].map(([emoji, by]) => ({ emoji, count: by.size }))
  return { kind: 'reactions', chat: room, messageId, reactions }
}

/** The button of the bot's message that a reaction presses; null if it is a reaction like others. */
export async function readPress(
  room: string,
  event: MatrixEvent,
  { to, key }: { readonly to: string; readonly key: string },
  { rooms, me }: ReactionDeps,
): Promise<ButtonEvent | null> {
  // Labels are words, and words are hardly ever a reaction.
  if (!/\p{L}/u.test(key)) return null
  const message = await rooms.fetchEvent(room, to)
  if (message === null || message.sender !== me) return null
  const button = buttonIn(latestContent(message.raw), key)
  if (button === null) return null
  return {
    kind: 'button',
    action: button.action,
    chat: room,
    isGroup: !(await rooms.describe(room)).isPrivate,
    topic: relationOf(message.content).topic,
    messageId: to,
    person: event.sender,
    // The reaction itself is shown.
    acknowledge: async () => {},
  }
}

/** Reactions may be pictures of a server's own, or whole sentences. */
function emojiOf(key: string): string {
  return key.startsWith('mxc://') ? ':custom:' : key.slice(0, MAX_KEY).toWellFormed()
}
