import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Message } from '../../domain/message.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { linkMessage } from '../link/link-message.ts'
import type { DraftLink } from '../link/second-look.ts'
import { LINK_MODEL } from '../link/shipped-model.ts'

/** Messages that follow each other in one topic, and what some of them reply to. */
export type LinkStretch = {
  readonly all: readonly Message[]
  /** Those before this index are only looked back at. */
  readonly from: number
  /** By the channel's id, however old. */
  readonly parents: ReadonlyMap<string, Message>
  /** Drafts of messages before `from`, where they are known; others are worked out. */
  readonly drafts: ReadonlyMap<MessageId, readonly DraftLink[]>
}

/** Links the messages of a stretch one after the other: each needs the drafts of those before it. */
export function* linkInOrder(stretch: LinkStretch): Generator<Link[]> {
  const { all, from, parents } = stretch
  const drafts = new Map(stretch.drafts)
  const draftsOf = ({ id }: Message) => drafts.get(id) ?? []
  for (let at = Math.max(0, from - WINDOW); at < all.length; at += 1) {
    const message = all[at] as Message
    if (at < from && drafts.has(message.id)) continue
    const before = all.slice(Math.max(0, at - WINDOW), at)
    const parent = parents.get(message.replyTo ?? '') ?? null
    const steps = linkMessage(message, before, parent, LINK_MODEL, draftsOf)
    drafts.set(
      message.id,
      steps.flatMap(({ to, draft }) => (draft > 0 ? [{ to: to.id, probability: draft }] : [])),
    )
    if (at < from) continue
    yield steps.map(({ to, probability, draft, reason }) => ({
      from: message.id,
      to: to.id,
      probability,
      draft,
      reason,
    }))
  }
}
