import type { Message } from '../../domain/message.ts'
import { type FeatureGroup, GROUPS, groupsFor, meansOf, rowAt } from './explain.ts'
import { FEATURE_COUNT, FEATURE_NAMES, fillFeatures } from './features/features.ts'
import {
  createWindowTools,
  type Linkable,
  readWindow,
  type WindowTools,
} from './features/link-window.ts'
import { type Pair, plausible, walkBack } from './features/pairs.ts'
import type { EmbedText, Tables } from './features/read-text.ts'
import { WINDOW } from './features/similarity.ts'
import type { Belief, LinkDraft } from './link-draft.ts'
import { createScorer, type Net, softmax } from './net.ts'
import {
  type DraftsOf,
  FINAL_FEATURE_COUNT,
  FINAL_FEATURE_NAMES,
  fillFinalRows,
  likeliestRows,
  MAX_CANDIDATES,
} from './second-look.ts'

/* Two small nets decide which message another continues.
 *
 *   draft   looks at each of the last hundred messages separately: distance, people, words, meaning
 *   final   looks again at the likeliest of them, now with the conversation each is part of
 *
 * The conversations come from the drafts of the earlier messages, never from their final links. A draft depends on
 * the 100 messages before it and a final link on the drafts of 100 messages, so what a message is linked to
 * depends on the last 200 messages and on nothing else: an import, a live chat and messages in the wrong order give
 * the same links. */

/** The weights file, as `npm run train:link` writes it. */
export type LinkWeights = {
  readonly rarity: Readonly<Record<string, number>>
  readonly common: readonly string[]
  readonly unknownRarity: number
  readonly lexicon: Readonly<Record<string, readonly [number, number]>>
  readonly draft: WeightsOfNet
  readonly final: WeightsOfNet
}

export type WeightsOfNet = {
  readonly features: readonly string[]
  readonly low: readonly number[]
  readonly high: readonly number[]
  readonly weights1: readonly number[]
  readonly bias1: readonly number[]
  readonly weights2: readonly number[]
  readonly bias2: readonly number[]
  readonly weights3: readonly number[]
}

/** The final belief about the likeliest pairs, with the draft probability of each. */
export type Decision = Belief & {
  readonly drafted: Float64Array
  /** Which of some feature groups speak for a pair, the strongest first. */
  readonly groupsFor: (pair: number, among: readonly FeatureGroup[]) => readonly FeatureGroup[]
}

export type LinkModel = {
  draft(target: Linkable, before: readonly Message[]): LinkDraft
  decide(draft: LinkDraft, before: readonly Message[], draftsOf: DraftsOf): Decision
}

/** Makes the model of its weights. */
export function createModel(weights: LinkWeights, embed: EmbedText): LinkModel {
  checkFeatures(weights.draft, FEATURE_NAMES)
  checkFeatures(weights.final, FINAL_FEATURE_NAMES)
  const tables = tablesOf(weights)
  const draft = createDrafter(toNet(weights.draft), createWindowTools(tables, embed))
  return { draft, decide: createDecider(toNet(weights.draft), toNet(weights.final)) }
}

function checkFeatures(net: WeightsOfNet | undefined, expected: readonly string[]): void {
  if (net?.features.join() === expected.join()) return
  throw new Error('The link weights are of other features than this code: npm run train:link')
}

/** The first look of a model. */
export function createDrafter(net: Net, tools: WindowTools): LinkModel['draft'] {
  const rows = new Float32Array((WINDOW + 1) * FEATURE_COUNT)
  const score = createScorer(net, WINDOW + 1)
  return (target, before) => {
    const scene = readWindow(target, before, tools)
    const window = walkBack(scene)
    const pairs = plausible(window, scene)
    fillFeatures(scene, pairs, rows)
    const scores = score(rows, pairs.length + 1)
    const probabilities = softmax(scores)
    const likeliest = likeliestRows(probabilities)
    const kept = [...likeliest, pairs.length].map((row) =>
      rows.slice(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT),
    )
    return { scene, window, pairs, scores, probabilities, likeliest, rows: kept }
  }
}

/** The second look of a model. */
function createDecider(draftNet: Net, net: Net): LinkModel['decide'] {
  const most = Math.max(MAX_CANDIDATES, GROUPS.length) + 1
  const scorers = {
    draft: createScorer(draftNet, most),
    final: createScorer(net, most),
    means: meansOf(net),
  }
  return (draft, before, draftsOf) => {
    const count = draft.likeliest.length + 1
    const rows = new Float32Array(count * FINAL_FEATURE_COUNT)
    fillFinalRows(draft, before, draftsOf, rows)
    return {
      scene: draft.scene,
      pairs: draft.likeliest.map((i) => draft.pairs[i] as Pair),
      probabilities: softmax(scorers.final(rows, count)),
      drafted: Float64Array.from(
        [...draft.likeliest, draft.pairs.length],
        (i) => draft.probabilities[i] as number,
      ),
      groupsFor: (pair, among) => groupsFor(rowAt(rows, pair), among, scorers),
    }
  }
}

function tablesOf({ rarity, common, unknownRarity, lexicon }: LinkWeights): Tables {
  return {
    rarity: new Map(Object.entries(rarity)),
    common: new Set(common),
    unknownRarity,
    lexicon: new Map(Object.entries(lexicon)),
  }
}

/** A net as the engine computes with it. */
export function toNet(net: WeightsOfNet): Net {
  return {
    low: Float32Array.from(net.low),
    high: Float32Array.from(net.high),
    weights1: Float32Array.from(net.weights1),
    bias1: Float32Array.from(net.bias1),
    weights2: Float32Array.from(net.weights2),
    bias2: Float32Array.from(net.bias2),
    weights3: Float32Array.from(net.weights3),
  }
}
