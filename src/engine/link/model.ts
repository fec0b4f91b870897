import type { Message } from '../../domain/message.ts'
import { correct } from './corrections.ts'
import { FEATURE_COUNT, FEATURE_NAMES, fillFeatures } from './features.ts'
import { type Net, scoreRows, softmax } from './net.ts'
import { type Pair, plausible, walkBack } from './pairs.ts'
import { createReader, type Tables } from './read-text.ts'
import { type Linkable, type Scene, sceneOf, WINDOW } from './scene.ts'

/** The weights file, as `npm run train:link` writes it. */
export type Weights = {
  readonly features: readonly string[]
  readonly rarity: Readonly<Record<string, number>>
  readonly unknownRarity: number
  readonly lexicon: Readonly<Record<string, readonly [number, number]>>
  readonly low: readonly number[]
  readonly high: readonly number[]
  readonly nets: readonly WeightsOfNet[]
}

export type WeightsOfNet = {
  readonly weights1: readonly number[]
  readonly bias1: readonly number[]
  readonly weights2: readonly number[]
  readonly bias2: readonly number[]
  readonly weights3: readonly number[]
}

/** Which earlier message a message continues, in probabilities; the rest of 1 is "it starts anew". */
export type Belief = {
  readonly scene: Scene
  /** What it may continue, newest first. */
  readonly pairs: readonly Pair[]
  /** Of each pair, and last of starting anew. */
  readonly probabilities: Float64Array
  readonly startsAnew: number
}

export type LinkModel = (target: Linkable, before: readonly Message[]) => Belief

/** Makes the model of its weights. */
export function createModel(weights: Weights): LinkModel {
  if (weights.features.join() !== FEATURE_NAMES.join()) {
    throw new Error('The link weights are of other features than this code: npm run train:link')
  }
  const tables = tablesOf(weights)
  const tools = { tables, read: createReader(tables) }
  const nets = weights.nets.map((net) => toNet(weights, net))
  const rows = new Float32Array((WINDOW + 1) * FEATURE_COUNT)
  return (target, before) => {
    const scene = sceneOf(target, before, tools)
    const pairs = plausible(walkBack(scene), scene)
    fillFeatures(scene, pairs, rows)
    const scores = new Float64Array(pairs.length + 1)
    for (const net of nets) {
      for (const [i, score] of scoreRows(net, rows, scores.length).entries()) {
        scores[i] = (scores[i] as number) + score / nets.length
      }
    }
    correct(scores, scene, pairs)
    const probabilities = softmax(scores)
    return { scene, pairs, probabilities, startsAnew: probabilities[pairs.length] as number }
  }
}

function tablesOf({ rarity, unknownRarity, lexicon }: Weights): Tables {
  return {
    rarity: new Map(Object.entries(rarity)),
    unknownRarity,
    lexicon: new Map(Object.entries(lexicon)),
  }
}

function toNet({ low, high }: Weights, net: WeightsOfNet): Net {
  return {
    low: Float32Array.from(low),
    high: Float32Array.from(high),
    weights1: Float32Array.from(net.weights1),
    bias1: Float32Array.from(net.bias1),
    weights2: Float32Array.from(net.weights2),
    bias2: Float32Array.from(net.bias2),
    weights3: Float32Array.from(net.weights3),
  }
}
