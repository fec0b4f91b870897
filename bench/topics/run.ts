import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDialogues } from '../../src/eval/read-topics.ts'
import { scoreSubjectChanges } from '../../src/eval/score-topics.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { DRAWS, drawTargets, estimate, inPoints } from '../lookback/intervals.ts'
import { type Captioned, keepResult } from '../results.ts'
import { contendersFor, type Shown } from './baselines.ts'

/* Does the engine find where the subject changes? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    seed: { type: 'string', default: '1' },
  },
})
const { data } = values
const seed = Number(values.seed)
const SETS = [
  {
    file: 'topic/tiage.jsonl',
    split: 'dev',
    caption: 'TIAGE, dev: small talk; not learned from, but looked at while choosing',
  },
  { file: 'topic/tiage.jsonl', split: 'train', caption: 'TIAGE, train: ours has learned from it' },
  {
    file: 'topic/dialseg711.jsonl',
    split: null,
    caption: 'DialSeg711: errands glued together; ours has learned from it, see train/topics',
  },
] as const
const METRICS = ['pk', 'windowDiff', 'f1', 'nearF1'] as const

const missing = SETS.filter(({ file }) => !existsSync(join(data, file)))
if (missing.length > 0) {
  const names = [...new Set(missing.map(({ file }) => file))].join(', ')
  console.error(
    `This bench needs data that is not part of the repository, and does not find ${names} in ${data}. Say where it is with --data DIRECTORY; bench/topics/README.md tells where it comes from.`,
  )
  process.exit(2)
}

type Measured = (typeof SETS)[number] & Awaited<ReturnType<typeof measureSet>>
const measured: Measured[] = []
for (const set of SETS) measured.push({ ...set, ...(await measureSet(set)) })

keepResult({
  bench: 'topics',
  question: 'Does the engine find where the subject of a dialogue changes?',
  command: 'npm run bench -- topics --data DIRECTORY',
  seed,
  config: {
    draws: DRAWS,
    embedder: createStaticEmbedder().id,
    data: Object.fromEntries(SETS.map(({ file }) => [file, hashOf(join(data, file))])),
  },
  tables: measured.map(toTable),
  numbers: measured,
})

async function measureSet({ file, split }: (typeof SETS)[number]) {
  const dialogues = readDialogues(join(data, file)).flatMap((dialogue) => {
    const { gold } = dialogue
    return gold === null || (split !== null && dialogue.split !== split)
      ? []
      : [{ ...dialogue, gold }]
  })
  const embedder = createStaticEmbedder()
  const shown: Shown[] = []
  for (const { turns } of dialogues) {
    shown.push({ turns, vectors: await embedder.embed(turns.map(({ text }) => text)) })
  }
  const changes = dialogues.reduce((sum, { gold }) => sum + gold.length, 0)
  const chances = dialogues.reduce((sum, { turns }) => sum + turns.length - 1, 0)
  // Every dialogue is a chat of its own: they are drawn one by one.
  const draws = drawTargets(
    dialogues.map((_, i) => String(i)),
    seed,
  )
  const rows = contendersFor(changes / chances, seed).map(({ name, boundaries }) => {
    const began = performance.now()
    const predicted = shown.map(boundaries)
    const msPerDialogue = (performance.now() - began) / shown.length
    const scores = dialogues.map(({ turns, gold }, i) => {
      const { exact, near, ...rest } = scoreSubjectChanges(turns.length, gold, predicted[i] ?? [])
      return { ...rest, f1: exact.f1, nearF1: near.f1 }
    })
    const estimates = METRICS.map((metric) =>
      estimate(
        scores.map((score) => score[metric]),
        draws,
      ),
    )
    const found = predicted.reduce((sum, of) => sum + of.length, 0) / shown.length
    return { name, estimates, found, msPerDialogue }
  })
  return { dialogues: dialogues.length, changesEach: changes / dialogues.length, rows }
}

function toTable(set: Measured): Captioned {
  const head = ['', 'Pk ↓', 'WindowDiff ↓', 'F1', 'F1 within a turn', 'found each', 'ms each']
  return {
    caption: `${set.caption} (${set.dialogues} dialogues, ${set.changesEach.toFixed(2)} changes each)`,
    table: [
      head,
      ...set.rows.map(({ name, estimates, found, msPerDialogue }) => [
        name,
        ...estimates.map(inPoints),
        found.toFixed(2),
        msPerDialogue.toFixed(2),
      ]),
    ],
  }
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}
