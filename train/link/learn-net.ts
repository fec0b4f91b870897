import type { WeightsOfNet } from '../../src/engine/link/model.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import type { Sequence } from './closure-loss.ts'
import { fineTune } from './fine-tune.ts'
import { firstLayers } from './net.ts'
import { RECIPE } from './recipe.ts'
import { type Sample, type Scale, scaleOf, scaleSample } from './sample.ts'
import { type Learner, train } from './train.ts'
import { weightsOf } from './weights-of.ts'

/** What to learn from: `once` are the distinct sequences, `all` has those again that count more often. */
export type Lessons = { readonly once: readonly Sequence[]; readonly all: readonly Sequence[] }

/** Trains one net from its lessons: message by message, then through the closure, chat by chat. */
export function learnNet(
  { once, all }: Lessons,
  features: readonly string[],
  random: Random,
  say: (text: string) => void,
): WeightsOfNet {
  const distinct = samplesOf(once)
  const scale = scaleOf(distinct, features.length)
  for (const sample of distinct) scaleSample(sample, scale)
  const samples = samplesOf(all)
  say(`${samples.length} targets, ${features.length} features`)
  const learner = firstLearner(scale, features.length, random)
  const tell = (what: string) => (epoch: number, loss: number) =>
    say(`${what} ${epoch}: loss ${loss.toFixed(4)}`)
  train(learner, samples, RECIPE.training, random, tell('epoch'))
  const chats = all.filter((sequence) => sequence.samples.length >= RECIPE.shortestChat)
  fineTune(learner, chats, RECIPE.fineTuning, random, tell('fine-tuning, epoch'))
  return weightsOf(learner, scale, features)
}

function firstLearner(scale: Scale, inputs: number, random: Random): Learner {
  const shape = { inputs, ...RECIPE.shape }
  const mean = scale.mean.map((m, i) => m / (scale.deviation[i] as number))
  return { shape, layers: firstLayers(shape, random), mean }
}

function samplesOf(sequences: readonly Sequence[]): Sample[] {
  return sequences.flatMap((sequence) => sequence.samples)
}
