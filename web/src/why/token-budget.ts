import type { Why } from '../../../src/api/wire/why-wire.ts'

export type Slot =
  | 'instructions'
  | 'memory'
  | 'facts'
  | 'sessions'
  | 'messages'
  | 'nearby'
  | 'files'
  | 'question'
  | 'free'
export type BudgetSlice = {
  readonly slot: Slot
  readonly tokens: number
  readonly colour: string
}

const COLOURS: Readonly<Record<Slot, string>> = {
  instructions: 'c8',
  memory: 'c4',
  facts: 'c7',
  sessions: 'c5',
  messages: 'c1',
  nearby: 'c6',
  files: 'c3',
  question: 'c2',
  free: 'line',
}

/**
 * Splits the tokens of a prompt by slot; without a prompt, those of the context. Pieces and the whole prompt are
 * counted separately and may differ by a few tokens: the slot of the question takes the rest.
 */
export function tokenBudget(why: Why): {
  readonly used: number
  readonly max: number
  readonly slices: readonly BudgetSlice[]
} {
  const ofType = (type: string) =>
    sum(why.items.filter((item) => item.included && item.type === type).map(({ tokens }) => tokens))
  const pieces: [Slot, number][] = [
    ['facts', ofType('fact')],
    ['sessions', ofType('memory')],
    ['messages', ofType('message')],
    ['files', ofType('chunk')],
    ['nearby', ofType('nearby')],
  ]
  const shown = sum(pieces.map(([, tokens]) => tokens))
  const { prompt_tokens: prompt } = why
  if (prompt === null) {
    const max = Math.max(why.budget_tokens, shown)
    return { used: shown, max, slices: slicesOf([...pieces, ['free', max - shown]]) }
  }
  const memory = sum((why.memory?.slots ?? []).map(({ tokens }) => tokens))
  const instructions = prompt.system
  const question = Math.max(0, prompt.total - instructions - memory - shown)
  const max = Math.max(prompt.max, prompt.total)
  const all: [Slot, number][] = [
    ['instructions', instructions],
    ['memory', memory],
    ...pieces,
    ['question', question],
    ['free', max - prompt.total],
  ]
  return { used: prompt.total, max, slices: slicesOf(all) }
}

function slicesOf(slots: readonly (readonly [Slot, number])[]): BudgetSlice[] {
  return slots.flatMap(([slot, tokens]) =>
    tokens > 0 ? [{ slot, tokens, colour: COLOURS[slot] }] : [],
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
