import { writeFileSync } from 'node:fs'
import { LINK_MODEL } from '../../engine/link/shipped-model.ts'
import { createEngineSystem } from '../../eval/look-back.ts'
import { type Evaluation, evaluateMessages, evaluateTags } from '../../eval/run-look-back.ts'
import { type Command, EXIT, textOption, usageError } from '../command.ts'

/** Measures a part of the engine on annotated data. Needs no server and no model. */
export const evalCommand: Command = {
  name: 'eval',
  usage: 'eval lookback --data CHATS.jsonl.gz [--targets TAGS.jsonl] [--predictions OUT.jsonl]',
  summary: 'measure the engine on annotated chats',
  options: { data: 'value', targets: 'value', predictions: 'value' },
  run: async ([what], options, { print }) => {
    if (what !== 'lookback') throw usageError(evalCommand, 'Say what to measure: lookback.')
    const data = textOption(options, 'data')
    if (data === null) throw usageError(evalCommand, 'Name the annotated chats with --data.')
    const targets = textOption(options, 'targets')
    const system = createEngineSystem(LINK_MODEL)
    const evaluation =
      targets === null ? evaluateMessages(data, system) : evaluateTags(data, targets, system)
    const out = textOption(options, 'predictions')
    if (out !== null) {
      writeFileSync(out, evaluation.predictions.map((p) => `${JSON.stringify(p)}\n`).join(''))
    }
    if (options.json) print(JSON.stringify(evaluation.scores))
    else for (const line of linesOf(evaluation)) print(line)
    return EXIT.ok
  },
}

function linesOf({ scores }: Evaluation): string[] {
  return Object.entries(scores).map(([name, score]) => {
    const label = name.replaceAll('_', ' ').padEnd(20)
    if (typeof score !== 'number') {
      const { precision, recall, f1 } = score
      return `${label} P ${percent(precision)}  R ${percent(recall)}  F1 ${percent(f1)}`
    }
    return `${label} ${name === 'starters_left_alone' ? percent(score) : Math.round(score * 10) / 10}`
  })
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
