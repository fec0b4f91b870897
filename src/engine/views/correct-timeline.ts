import type { Db } from '../../db/engine/database.ts'
import { findCorrectedStretch } from '../../db/messages/corrected-stretch.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { listCorrections } from '../../db/messages/link-corrections.ts'
import type { ShownMessage } from '../../db/messages/timeline.ts'
import { linksByMessage } from '../../domain/link.ts'
import { acceptCorrections } from '../link/accept-corrections.ts'
import { applyCorrections } from '../link/apply-corrections.ts'
import { SPAN } from '../link/look-back.ts'

/**
 * Applies corrections to the links of a timeline page, and adds the corrections of its messages. Reads as
 * far around the page as a look back does: where a conversation is divided depends on all of it.
 */
export async function correctTimeline(
  db: Db,
  place: Place,
  shown: readonly ShownMessage[],
): Promise<readonly ShownMessage[]> {
  const [first] = shown
  if (first === undefined) return shown
  const around = { before: SPAN, after: shown.length + SPAN }
  const stretch = await findCorrectedStretch(db, place, first, around)
  if (stretch.corrections.length === 0) return shown
  const ids = stretch.messages.map(({ id }) => id)
  const accepted = acceptCorrections(ids, stretch.corrections)
  const listed = await listCorrections(
    db,
    place,
    shown.map(({ id }) => id),
  )
  const linksOf = linksByMessage(applyCorrections(stretch))
  return shown.map((message) => {
    const known = new Map(message.links.map((link) => [link.to, link.reason]))
    const links = linksOf(message.id).flatMap(({ to, probability, reason }) => {
      const externalId = stretch.externalIds.get(to)
      if (externalId === undefined) return []
      // The stored reason as it may be shown: it may quote a person who opted out.
      return [{ to: externalId, probability, reason: known.get(externalId) ?? reason }]
    })
    const corrections = listed.filter(
      ({ id, messageId }) => messageId === message.id && accepted.ids.has(id),
    )
    return {
      ...message,
      links: links.toSorted((a, b) => b.probability - a.probability),
      corrections,
    }
  })
}
