import { readDialogues } from '../../src/eval/read-topics.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { createCohesion } from '../../src/text/segment/cohesion.ts'
import { readTurn } from '../../src/text/segment/read-turn.ts'
import {
  createSegmentWindow,
  type SegmentWindow,
  type Signals,
  signalsAt,
} from '../../src/text/segment/signals.ts'

/** A turn as it was seen, and whether a new subject begins with it. */
export type Sample = { readonly signals: Signals; readonly isChange: boolean }

/** A dialogue with gold, every turn but the first seen at three times. */
export type Seen = {
  readonly split: string
  readonly turnCount: number
  readonly gold: readonly number[]
  /** With all that came after. */
  readonly whole: readonly Sample[]
  /** As the latest turn of a talk that goes on. */
  readonly latest: readonly Sample[]
  /** With one turn after it. */
  readonly soonAfter: readonly Sample[]
}

/** Reads dialogues as the engine sees them; those without gold are left out. */
export async function readSeen(path: string): Promise<Seen[]> {
  const embedder = createStaticEmbedder()
  const seen: Seen[] = []
  for (const { turns, gold, split } of readDialogues(path)) {
    if (gold === null) continue
    const vectors = await embedder.embed(turns.map(({ text }) => text))
    const read = turns.map(readTurn)
    const starts = new Set(gold)
    const sceneUntil = (end: number) =>
      createSegmentWindow(read.slice(0, end), createCohesion(vectors.slice(0, end)))
    const all = sceneUntil(turns.length)
    const samples = (sceneOf: (at: number) => SegmentWindow) =>
      range(1, turns.length).map(
        (at): Sample => ({ signals: signalsAt(sceneOf(at), at), isChange: starts.has(at) }),
      )
    seen.push({
      split,
      turnCount: turns.length,
      gold,
      whole: samples(() => all),
      latest: samples((at) => sceneUntil(at + 1)),
      soonAfter: samples((at) => sceneUntil(at + 2)),
    })
  }
  return seen
}

/** All that is learned from a dialogue. */
export function samplesOf({ whole, latest, soonAfter }: Seen): Sample[] {
  return [...whole, ...latest, ...soonAfter]
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
