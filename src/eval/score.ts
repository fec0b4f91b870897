import type { AnnotatedChat, GoldLine } from './read-chats.ts'

/** The engine's result for one message: its context, and the one message it continues most likely. */
export type Prediction = {
  readonly file: string
  readonly idx: number
  readonly links: readonly number[]
  readonly context: readonly number[]
}

/* Scores, as the field counts them, 0 to 1; the caller prints them ×100. Context scores are averaged over
 * targets, so that a long conversation does not outweigh the short ones. */

export type PRF = { readonly precision: number; readonly recall: number; readonly f1: number }

/** One target's score, with the chat it is from: intervals are drawn chat by chat. */
export type ScoredItem = PRF & { readonly file: string }

export type MessageScores = {
  readonly contexts: readonly ScoredItem[]
  /** For each conversation starter, whether it got an empty context. */
  readonly starters: readonly { readonly file: string; readonly isLeftAlone: boolean }[]
  readonly link: PRF
  /** Messages in a predicted context, on average. */
  readonly size: number
}

/** The most lines that a message's gold context reaches back. */
const REACH = 1_000

/** Precision, recall and F1 of a predicted set. */
export function compare(predicted: ReadonlySet<number>, gold: ReadonlySet<number>): PRF {
  const hits = [...predicted].filter((place) => gold.has(place)).length
  if (hits === 0) return { precision: 0, recall: 0, f1: 0 }
  const [precision, recall] = [hits / predicted.size, hits / gold.size]
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

/**
 * Scores predictions for the annotated messages of some chats. An annotated line without a prediction is a
 * system line: it counts as one that starts a conversation, and has no context to be scored.
 */
export function scoreMessages(
  chats: readonly AnnotatedChat[],
  predictions: readonly Prediction[],
): MessageScores {
  const byKey = new Map(predictions.map((p) => [`${p.file} ${p.idx}`, p]))
  const contexts: ScoredItem[] = []
  const starters: { file: string; isLeftAlone: boolean }[] = []
  const pairs = { hits: 0, predicted: 0, gold: 0 }
  let members = 0
  for (const { name: file, lines } of chats) {
    for (const gold of lines) {
      if (!gold.isTarget) continue
      const predicted = byKey.get(`${file} ${gold.line}`)
      const links = predicted?.links ?? [gold.line]
      pairs.hits += links.filter((line) => gold.antecedents.includes(line)).length
      pairs.predicted += links.length
      pairs.gold += gold.antecedents.length
      if (predicted === undefined) continue
      const near = predicted.context.filter((l) => l >= gold.line - REACH && l < gold.line)
      const wanted = goldContext(lines, gold)
      if (wanted.size === 0) starters.push({ file, isLeftAlone: near.length === 0 })
      else {
        contexts.push({ file, ...compare(new Set(near), wanted) })
        members += near.length
      }
    }
  }
  return {
    contexts,
    starters,
    link: fromCounts(pairs),
    size: members / Math.max(1, contexts.length),
  }
}

/** The earlier lines of a line's conversation. */
function goldContext(lines: readonly GoldLine[], { line, conversation }: GoldLine): Set<number> {
  return new Set(
    lines.flatMap((other) => {
      const isNear = other.line < line && other.line >= line - REACH
      return isNear && other.conversation === conversation ? [other.line] : []
    }),
  )
}

/** The mean of some scores, part by part. */
export function meanOf(items: readonly PRF[]): PRF {
  const mean = (part: keyof PRF) =>
    items.reduce((sum, item) => sum + item[part], 0) / Math.max(1, items.length)
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }
}

function fromCounts({
  hits,
  predicted,
  gold,
}: {
  hits: number
  predicted: number
  gold: number
}): PRF {
  const [precision, recall] = [hits / Math.max(1, predicted), hits / Math.max(1, gold)]
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
