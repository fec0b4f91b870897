import { CONVERSATION_FEATURES } from './features/conversation-features.ts'
import { FEATURE_COUNT } from './features/features.ts'
import { GROUP_OF_PAIR_FEATURE } from './features/pair-features.ts'
import type { Net, ScoreRows } from './net.ts'
import { FINAL_FEATURE_COUNT, FINAL_FEATURE_NAMES } from './second-look.ts'

/* What decided for a link? Each group of features in turn is set to its mean, and the nets score the candidate again:
 * the group without which the score falls most decided. The draft is scored again too, since the final net builds
 * on it. */

export const GROUPS = [
  'names',
  'author',
  'words',
  'meaning',
  'time',
  'question',
  'history',
  'conversation',
] as const
export type FeatureGroup = (typeof GROUPS)[number]

const GROUP_OF_CONVERSATION_FEATURE: Partial<
  Record<(typeof CONVERSATION_FEATURES)[number], FeatureGroup | null>
> = {
  'draft.logit': null,
  'draft.probability': null,
  'conv.named': 'names',
  'conv.words': 'words',
  'conv.rarest': 'words',
  'conv.wordsMost': 'words',
  'conv.meaningMean': 'meaning',
  'conv.meaningRecent': 'meaning',
  'conv.meaningMost': 'meaning',
  'conv.meaningCosine': 'meaning',
  'conv.spellingMean': 'words',
  'conv.spellingCosine': 'words',
  'conv.lastAsks': 'question',
  'conv.openQuestion': 'question',
}

/** The places of each group's features in a row of the final net. */
const PLACES: ReadonlyMap<FeatureGroup, readonly number[]> = new Map(
  GROUPS.map((group) => [
    group,
    FINAL_FEATURE_NAMES.flatMap((name, place) => (groupOf(name) === group ? [place] : [])),
  ]),
)
const DRAFT_LOGIT = FINAL_FEATURE_NAMES.indexOf('draft.logit')

function groupOf(name: string): FeatureGroup | null {
  const ofConversation = GROUP_OF_CONVERSATION_FEATURE[name as keyof object]
  if (ofConversation !== undefined) return ofConversation
  if (CONVERSATION_FEATURES.some((feature) => feature === name)) return 'conversation'
  return GROUP_OF_PAIR_FEATURE.get(name) ?? null
}

/** The nets of a model, as they score rows, and the mean of each feature of the final one. */
type Scorers = {
  readonly draft: ScoreRows
  readonly final: ScoreRows
  readonly means: Float32Array
}

/** Those of some groups of features that speak for a candidate, the strongest first; `row` is the candidate's. */
export function groupsFor(
  row: Float32Array,
  among: readonly FeatureGroup[],
  { draft, final, means }: Scorers,
): FeatureGroup[] {
  // The row as it is, and once for each group without it.
  const rows = [row, ...among.map((group) => withoutGroup(row, group, means))]
  const drafted = draft(joined(rows, FEATURE_COUNT), rows.length)
  for (const [i, changed] of rows.entries()) {
    if (i > 0) changed[DRAFT_LOGIT] = logitOf(row) + (drafted[i] as number) - (drafted[0] as number)
  }
  const [score = 0, ...without] = final(joined(rows, FINAL_FEATURE_COUNT), rows.length)
  return among
    .map((group, i) => ({ group, fall: score - (without[i] as number) }))
    .filter(({ fall }) => fall > 0)
    .sort((a, b) => b.fall - a.fall)
    .map(({ group }) => group)
}

function logitOf(row: Float32Array): number {
  return row[DRAFT_LOGIT] as number
}

function withoutGroup(row: Float32Array, group: FeatureGroup, means: Float32Array): Float32Array {
  const changed = row.slice()
  for (const place of PLACES.get(group) ?? []) changed[place] = means[place] as number
  return changed
}

/** The first numbers of each row, one row behind the other. */
function joined(rows: readonly Float32Array[], width: number): Float32Array {
  const all = new Float32Array(rows.length * width)
  for (const [i, row] of rows.entries()) all.set(row.subarray(0, width), i * width)
  return all
}

/** The mean of each feature: it lies in the middle between the edges of what was seen in training. */
export function meansOf({ low, high }: Net): Float32Array {
  return low.map((edge, place) => (edge + (high[place] as number)) / 2)
}

/** One row of several. */
export function rowAt(rows: Float32Array, row: number): Float32Array {
  return rows.subarray(row * FINAL_FEATURE_COUNT, (row + 1) * FINAL_FEATURE_COUNT)
}
