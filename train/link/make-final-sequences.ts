import type { MessageId } from '../../src/domain/ids.ts'
import type { Message } from '../../src/domain/message.ts'
import { WINDOW } from '../../src/engine/link/features/similarity.ts'
import type { LinkDraft } from '../../src/engine/link/link-draft.ts'
import type { LinkModel } from '../../src/engine/link/model.ts'
import {
  type DraftLink,
  FINAL_FEATURE_COUNT,
  fillFinalRows,
  MAX_CANDIDATES,
  withoutUnlikely,
} from '../../src/engine/link/second-look.ts'
import type { Sequence } from './closure-loss.ts'
import { cutIntoSequences } from './make-sequences.ts'
import { keepRows, type Sample } from './sample.ts'
import { labelRows, ROW } from './sample-rows.ts'
import type { TrainingChat } from './training-chat.ts'

const rows = new Float32Array((MAX_CANDIDATES + 1) * FINAL_FEATURE_COUNT)

/** What the final net learns from a chat: its drafts are those of the draft net, errors included. */
export function makeFinalSequences(chat: TrainingChat, draftOf: LinkModel['draft']): Sequence[] {
  const drafts = new Map<MessageId, readonly DraftLink[]>()
  const draftsOf = ({ id }: Message) => drafts.get(id) ?? []
  const byExternalId = new Map(chat.messages.map((message) => [message.externalId, message]))
  const targets = chat.gold.flatMap((gold, place) => {
    if (!gold.isTarget) return []
    const message = chat.messages[place] as Message
    const before = chat.messages.slice(Math.max(0, place - WINDOW), place)
    const draft = draftOf(message, before)
    rows.fill(0)
    fillFinalRows(draft, before, draftsOf, rows)
    const parent = byExternalId.get(message.replyTo ?? '')
    drafts.set(message.id, parent ? [{ to: parent.id, probability: 1 }] : linksOf(draft, before))
    const sample = sampleOf(chat, place, draft)
    return sample === null ? [] : [{ place, sample }]
  })
  return cutIntoSequences(chat.gold, targets)
}

function linksOf({ likeliest, pairs, probabilities }: LinkDraft, before: readonly Message[]) {
  const kept = Float64Array.from([...likeliest, pairs.length], (i) => probabilities[i] as number)
  return withoutUnlikely(kept).flatMap((probability, i): DraftLink[] => {
    const rank = pairs[likeliest[i] as number]?.rank as number
    const to = before[before.length - 1 - rank]?.id as MessageId
    return probability === 0 ? [] : [{ to, probability }]
  })
}

/** Null where the draft has nothing of the right conversation. */
function sampleOf(chat: TrainingChat, place: number, draft: LinkDraft): Sample | null {
  const all = labelRows(chat, place, draft.scene, draft.window)
  const ranks = draft.likeliest.map((i) => draft.pairs[i]?.rank as number)
  const labels = Uint8Array.from([...ranks, draft.window.length], (rank) => all[rank] as number)
  const isTogether = (label: number) => (label & ROW.together) > 0
  if (!labels.some(isTogether)) return null
  // Where what people marked is not among the likeliest, any of its conversation will do.
  if (!labels.some((label) => (label & ROW.gold) > 0)) {
    for (const [i, label] of labels.entries()) if (isTogether(label)) labels[i] = label | ROW.gold
  }
  const indexes = labels.keys()
  const chosen = [...indexes]
  return keepRows(rows, { rows: chosen, offsets: chosen.map(() => 0) }, labels, {
    width: FINAL_FEATURE_COUNT,
    ranks: [...ranks, 0],
  })
}
