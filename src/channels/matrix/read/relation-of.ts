import { type JsonObject, objectIn, textIn } from '../json.ts'
import { eventIdIn } from '../matrix-event.ts'

/** How a message belongs to others. */
export type MatrixRelation = {
  /** The first message of its thread. */
  readonly topic: string | null
  readonly replyTo: string | null
  /** The message that it replaces. */
  readonly edits: string | null
  /** The message that it is a reaction to, and the reaction. */
  readonly reaction: { readonly to: string; readonly key: string } | null
}

/** Reads the relation in an event's content. */
export function relationOf(content: JsonObject): MatrixRelation {
  const relation = objectIn(content, 'm.relates_to')
  const kind = textIn(relation, 'rel_type')
  const target = eventIdIn(relation, 'event_id')
  const parent = eventIdIn(objectIn(relation, 'm.in_reply_to'), 'event_id')
  const topic = kind === 'm.thread' ? target : null
  const key = textIn(relation, 'key')
  const isReaction = kind === 'm.annotation' && target !== null && key !== null && key !== ''
  return {
    topic,
    // In a thread, clients name the last message as the parent of a message that replies to none.
    replyTo: topic !== null && relation.is_falling_back === true ? null : parent,
    edits: kind === 'm.replace' ? target : null,
    reaction: isReaction ? { to: target, key } : null,
  }
}
