import type { Message } from '../../src/domain/message.ts'
import { FEATURE_COUNT, fillFeatures } from '../../src/engine/link/features/features.ts'
import { readWindow, type WindowTools } from '../../src/engine/link/features/link-window.ts'
import { walkBack } from '../../src/engine/link/features/pairs.ts'
import { WINDOW } from '../../src/engine/link/features/similarity.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import type { Sequence } from './closure-loss.ts'
import { keepRows, type Sample } from './sample.ts'
import { labelRows, ROW, sampleRows } from './sample-rows.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

/** A chat with more targets is cut into pieces: beliefs are square in its length. */
const LONGEST = 1_000
const PIECE = 600

const rows = new Float32Array((WINDOW + 1) * FEATURE_COUNT)

/** What there is to learn from a chat, as the engine itself sees it. */
export function makeSequences(chat: TrainingChat, tools: WindowTools, random: Random): Sequence[] {
  const targets = chat.gold.flatMap((gold, place) => {
    const sample = gold.isTarget ? sampleOf(chat, place, tools, random) : null
    return sample === null ? [] : [{ place, sample }]
  })
  return cutIntoSequences(chat.gold, targets)
}

/** Cuts the targets of a chat into pieces of a bearable length. */
export function cutIntoSequences(gold: readonly Gold[], targets: readonly Target[]): Sequence[] {
  const length = targets.length > LONGEST ? PIECE : LONGEST
  const pieces: Sequence[] = []
  for (let from = 0; from < targets.length; from += length) {
    pieces.push(toSequence(gold, targets.slice(from, from + length)))
  }
  return pieces
}

/** Null where the target continues nothing within the window. */
function sampleOf(
  chat: TrainingChat,
  place: number,
  tools: WindowTools,
  random: Random,
): Sample | null {
  const before = chat.messages.slice(Math.max(0, place - WINDOW), place)
  const scene = readWindow(chat.messages[place] as Message, before, tools)
  const pairs = walkBack(scene)
  const labels = labelRows(chat, place, scene, pairs)
  if (!labels.some((label) => (label & ROW.gold) > 0)) return null
  fillFeatures(scene, pairs, rows)
  return keepRows(rows, sampleRows(labels, random), labels)
}

type Target = { readonly place: number; readonly sample: Sample }

/** Only messages within reach of the first target are counted in. */
function toSequence(gold: readonly Gold[], targets: readonly Target[]): Sequence {
  const from = Math.max(0, (targets[0]?.place ?? 0) - WINDOW)
  const to = (targets.at(-1)?.place ?? -1) + 1
  return {
    samples: targets.map(({ sample }) => sample),
    places: targets.map(({ place }) => place - from),
    conversations: gold.slice(from, to).map(({ conversation }) => conversation),
  }
}
