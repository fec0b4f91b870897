import { readJsonLines } from './read-chats.ts'

/* Dialogues in which annotators marked where the subject changes.
 *
 * A line is a dialogue: {id, turns: [{text, shift?}]}, and may have more (set, split, speaker). `shift`
 * is 1 at the first turn of a new subject. A shift at the very first turn changes nothing and is not
 * counted; a dialogue in which some turn has no shift at all has no gold. */

export type Dialogue = {
  readonly id: string | number
  readonly split: string
  readonly turns: readonly { readonly text: string }[]
  /** The first turn of each subject but the first; null where they are not annotated. */
  readonly gold: readonly number[] | null
}

type Line = {
  readonly id: string | number
  readonly split?: unknown
  readonly turns: readonly { readonly text: string; readonly shift?: number | boolean | null }[]
}

/** Reads the dialogues of a .jsonl or .jsonl.gz file, in its order. */
export function readDialogues(path: string): Dialogue[] {
  return readJsonLines(path, isLine).map(({ id, split, turns }) => ({
    id,
    split: typeof split === 'string' ? split : '',
    turns: turns.map(({ text }) => ({ text })),
    gold: turns.some(({ shift }) => shift == null)
      ? null
      : turns.flatMap(({ shift }, at) => (at > 0 && Number(shift) === 1 ? [at] : [])),
  }))
}

function isLine(value: unknown): value is Line {
  const line = value as Partial<Line> | null
  return (
    typeof line === 'object' &&
    line !== null &&
    (typeof line.id === 'string' || typeof line.id === 'number') &&
    Array.isArray(line.turns) &&
    line.turns.every(isTurn)
  )
}

function isTurn(value: unknown): boolean {
  const turn = value as Partial<Line['turns'][number]> | null
  return (
    typeof turn === 'object' &&
    turn !== null &&
    typeof turn.text === 'string' &&
    (turn.shift == null || [0, 1].includes(Number(turn.shift)))
  )
}
