import { CONVERSATION_FEATURES } from './conversation-features.ts'
import { FEATURE_COUNT } from './features.ts'
import { changeInput, hiddenOf, type Net, scoreHidden } from './net.ts'
import { GROUP_OF_PAIR_FEATURE } from './pair-features.ts'
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
export type Group = (typeof GROUPS)[number]

const GROUP_OF_CONVERSATION_FEATURE: Partial<
  Record<(typeof CONVERSATION_FEATURES)[number], Group | null>
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
const PLACES: ReadonlyMap<Group, readonly number[]> = new Map(
  GROUPS.map((group) => [
    group,
    FINAL_FEATURE_NAMES.flatMap((name, place) => (groupOf(name) === group ? [place] : [])),
  ]),
)
const DRAFT_LOGIT = FINAL_FEATURE_NAMES.indexOf('draft.logit')

function groupOf(name: string): Group | null {
  const ofConversation = GROUP_OF_CONVERSATION_FEATURE[name as keyof object]
  if (ofConversation !== undefined) return ofConversation
  if (CONVERSATION_FEATURES.some((feature) => feature === name)) return 'conversation'
  return GROUP_OF_PAIR_FEATURE.get(name) ?? null
}

/** The groups of features that speak for a candidate, the strongest first; `row` is the candidate's. */
export function groupsFor(row: Float32Array, draft: Net, final: Net): Group[] {
  const ofDraft = hiddenOf(draft, row.subarray(0, FEATURE_COUNT))
  const ofFinal = hiddenOf(final, row)
  const drafted = scoreHidden(draft, ofDraft)
  const score = scoreHidden(final, ofFinal)
  const logit = row[DRAFT_LOGIT] as number
  return GROUPS.map((group) => {
    const [withoutDraft, withoutFinal] = [ofDraft.slice(), ofFinal.slice()]
    for (const place of PLACES.get(group) ?? []) {
      const change = { from: row[place] as number, to: meanOf(final, place) }
      changeInput(final, withoutFinal, place, change)
      if (place < FEATURE_COUNT) changeInput(draft, withoutDraft, place, change)
    }
    const redrafted = logit - (drafted - scoreHidden(draft, withoutDraft))
    changeInput(final, withoutFinal, DRAFT_LOGIT, { from: logit, to: redrafted })
    return { group, fall: score - scoreHidden(final, withoutFinal) }
  })
    .filter(({ fall }) => fall > 0)
    .sort((a, b) => b.fall - a.fall)
    .map(({ group }) => group)
}

/** It lies in the middle between the edges of what was seen in training. */
function meanOf({ low, high }: Net, place: number): number {
  return ((low[place] as number) + (high[place] as number)) / 2
}

/** One row of several. */
export function rowAt(rows: Float32Array, row: number): Float32Array {
  return rows.subarray(row * FINAL_FEATURE_COUNT, (row + 1) * FINAL_FEATURE_COUNT)
}
