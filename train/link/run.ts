import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createModel, type Weights } from '../../src/engine/link/model.ts'
import { createReader } from '../../src/engine/link/read-text.ts'
import { createEngineSystem } from '../../src/eval/look-back.ts'
import { readChats } from '../../src/eval/read-chats.ts'
import { evaluateMessages, evaluateTags } from '../../src/eval/run-look-back.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import type { Sequence } from './closure-loss.ts'
import { estimateTables } from './estimate-tables.ts'
import { fineTune } from './fine-tune.ts'
import { makeSequences } from './make-sequences.ts'
import { firstLayers } from './net.ts'
import { RECIPE, variantsOf } from './recipe.ts'
import { scaleOf, scaleSample } from './sample.ts'
import { train } from './train.ts'
import { weightsOf } from './weights-of.ts'

/* Trains the net that tells which message another continues; see README.md beside this file.
 *
 * The set called "train" gives the words and most of the talks; "dev" is never learned from; every
 * other set is learned from as it is, unless it is left out to be measured on. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/irc' },
    more: { type: 'string', multiple: true, default: [] },
    'leave-out': { type: 'string' },
    out: { type: 'string', default: 'src/engine/link/weights.json' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const leftOut = values['leave-out']
const started = performance.now()

const sets = new Map([values.data, ...values.more].flatMap(setsIn))
const weights = learn()
writeFileSync(values.out, JSON.stringify(weights))
say(`wrote ${values.out}`)
measure('dev', join(values.data, 'dev.tags.jsonl'))
if (leftOut !== undefined) measure(leftOut, null)

function learn(): Weights {
  const random = seededRandom(seed)
  const annotated = readChats(pathOf('train'))
  const tables = estimateTables(annotated)
  const tools = { tables, read: createReader(tables) }
  const isWord = (word: string) => tables.rarity.has(word)
  const others = [...sets.keys()].filter((name) => !['train', 'dev', leftOut].includes(name))

  const main = variantsOf(annotated, random, isWord).flatMap((c) => makeSequences(c, tools, random))
  const foreign = others.flatMap((name) =>
    readChats(pathOf(name)).flatMap((chat) => makeSequences(chat, tools, random)),
  )
  const all = [...main, ...Array.from({ length: RECIPE.mix.foreign }, () => foreign).flat()]
  const samples = samplesOf(all)
  const distinct = samplesOf([...main, ...foreign])
  const scale = scaleOf(distinct)
  for (const sample of distinct) scaleSample(sample, scale)
  say(`${samples.length} targets of ${['train', ...others].join(', ')}`)

  const shape = { inputs: scale.mean.length, ...RECIPE.shape }
  const mean = scale.mean.map((m, i) => m / (scale.deviation[i] as number))
  const learner = { shape, layers: firstLayers(shape, random), mean }
  train(learner, samples, RECIPE.training, random, tellEpoch('epoch'))
  const chats = all.filter((sequence) => sequence.samples.length >= RECIPE.shortestChat)
  fineTune(learner, chats, RECIPE.fineTuning, random, tellEpoch('fine-tuning, epoch'))
  return weightsOf(learner, scale, tables)
}

function samplesOf(sequences: readonly Sequence[]) {
  return sequences.flatMap((sequence) => sequence.samples)
}

function measure(name: string, tags: string | null): void {
  const system = createEngineSystem(createModel(weights))
  say(`${name}: ${JSON.stringify(evaluateMessages(pathOf(name), system).scores)}`)
  if (tags === null) return
  say(`${name}, tags: ${JSON.stringify(evaluateTags(pathOf(name), tags, system).scores)}`)
}

function setsIn(directory: string): [name: string, path: string][] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.jsonl.gz'))
  return files.map((file) => [basename(file, '.jsonl.gz'), join(directory, file)])
}

function pathOf(name: string): string {
  const path = sets.get(name)
  if (path !== undefined) return path
  throw new Error(`No set called "${name}": have ${[...sets.keys()].join(', ')}.`)
}

function tellEpoch(what: string) {
  return (epoch: number, loss: number) => say(`${what} ${epoch}: loss ${loss.toFixed(4)}`)
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${text}\n`)
}
