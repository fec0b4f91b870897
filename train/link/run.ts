import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FEATURE_NAMES } from '../../src/engine/link/features/features.ts'
import { createWindowTools } from '../../src/engine/link/features/link-window.ts'
import { isCommonWord } from '../../src/engine/link/features/read-text.ts'
import { createDrafter, createModel, type LinkWeights, toNet } from '../../src/engine/link/model.ts'
import { FINAL_FEATURE_NAMES } from '../../src/engine/link/second-look.ts'
import { createEngineSystem } from '../../src/eval/look-back.ts'
import { evaluateMessages, evaluateTags } from '../../src/eval/run-look-back.ts'
import { staticPartsOf } from '../../src/models/static-embedder.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import type { Sequence } from './closure-loss.ts'
import { estimateTables } from './estimate-tables.ts'
import { type Lessons, learnNet } from './learn-net.ts'
import { makeFinalSequences } from './make-final-sequences.ts'
import { makeSequences } from './make-sequences.ts'
import { RECIPE, rewritesOf, variantsOf } from './recipe.ts'
import { corporaOf, pathOfSet, readSets } from './sets.ts'
import type { TrainingChat } from './training-chat.ts'

/* Trains the two nets that tell which message another continues; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    'leave-out': { type: 'string' },
    out: { type: 'string', default: 'src/engine/link/weights.json' },
    seed: { type: 'string', default: '1' },
  },
})
const started = performance.now()
const leftOut = values['leave-out']?.split(',') ?? []

const weights = learn()
writeFileSync(values.out, JSON.stringify(weights))
say(`wrote ${values.out}`)
for (const name of ['irc/dev', 'chats/dev']) {
  measure(name, pathOfSet(values.data, name), join(values.data, `${name}.tags.jsonl`))
}
for (const name of leftOut) measure(name, pathOfSet(values.data, name), null)

function learn(): LinkWeights {
  const random = seededRandom(Number(values.seed))
  const sets = readSets(values.data, leftOut)
  const chats = [...sets.busy, ...sets.written]
  const tables = estimateTables(chats, corporaOf(sets, values.data))
  const tools = createWindowTools(tables, staticPartsOf)
  const isWord = (word: string) => isCommonWord(word, tables)
  const busy = variantsOf(sets.busy, random, isWord)
  const written = rewritesOf(sets.written, random, isWord)
  const lessonsOf = (make: (chat: TrainingChat) => Sequence[]): Lessons => {
    const once = [...busy, ...written].flatMap(make)
    const foreign = sets.foreign.flatMap(make)
    const again = Array.from({ length: RECIPE.mix.foreign }, () => foreign).flat()
    return { once: [...once, ...foreign], all: [...once, ...again] }
  }
  say(`${busy.length} busy chats, ${written.length} written, ${sets.foreign.length} foreign`)
  const drafting = lessonsOf((chat) => makeSequences(chat, tools, random))
  const draft = learnNet(drafting, FEATURE_NAMES, random, say)
  const drafter = createDrafter(toNet(draft), tools)
  const deciding = lessonsOf((chat) => makeFinalSequences(chat, drafter))
  const final = learnNet(deciding, FINAL_FEATURE_NAMES, random, say)
  const { rarity, common, unknownRarity, lexicon } = tables
  return {
    common: [...common],
    rarity: Object.fromEntries(rarity),
    unknownRarity,
    lexicon: Object.fromEntries(lexicon),
    draft,
    final,
  }
}

function measure(name: string, path: string, tags: string | null): void {
  const system = createEngineSystem(createModel(weights, staticPartsOf))
  say(`${name}: ${JSON.stringify(evaluateMessages(path, system).scores)}`)
  if (tags !== null)
    say(`${name}, tags: ${JSON.stringify(evaluateTags(path, tags, system).scores)}`)
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${text}\n`)
}
