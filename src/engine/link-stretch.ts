import type { Link } from '../domain/link.ts'
import type { Message } from '../domain/message.ts'
import { linkMessage } from './link/link-message.ts'
import { SPAN } from './link/scene.ts'
import { LINK_MODEL } from './link/shipped-model.ts'

/** Messages that follow each other in one topic, and what some of them reply to. */
export type Stretch = {
  readonly all: readonly Message[]
  /** Those before this index are only looked back at. */
  readonly from: number
  /** By the channel's id, however old. */
  readonly parents: ReadonlyMap<string, Message>
}

/** The links of one message of a stretch. */
export function linkAt({ all, parents }: Stretch, at: number): Link[] {
  const message = all[at]
  if (message === undefined) return []
  const earlier = all.slice(Math.max(0, at - SPAN), at)
  const parent = parents.get(message.replyTo ?? '') ?? null
  return linkMessage(message, earlier, parent, LINK_MODEL).map(({ to, probability, reason }) => ({
    from: message.id,
    to: to.id,
    probability,
    reason,
  }))
}
