import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { Message } from '../../domain/message.ts'
import { WINDOW } from '../link/features/similarity.ts'
import { linkMessage } from '../link/link-message.ts'
import type { DraftLink } from '../link/second-look.ts'
import { LINK_MODEL } from '../link/shipped-model.ts'

/** Consecutive messages of one thread, and the parents of some of them. */
export type LinkStretch = {
  readonly all: readonly Message[]
  /** Messages before this index are context only. */
  readonly from: number
  /** By the channel's id, of any age. */
  readonly parents: ReadonlyMap<string, Message>
  /** Drafts of messages before `from`, where known; others are computed. */
  readonly drafts: ReadonlyMap<MessageId, readonly DraftLink[]>
}

/** Links the messages of a stretch in order: each needs the drafts of those before it. */
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
