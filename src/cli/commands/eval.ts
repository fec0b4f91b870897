import { writeFileSync } from 'node:fs'
import { DOUBTFUL } from '../../engine/link/closure.ts'
import { LINK_MODEL } from '../../engine/link/shipped-model.ts'
import { createEngineSystem } from '../../eval/look-back.ts'
import { evaluateConversations } from '../../eval/run-conversations.ts'
import { evaluateEvidence } from '../../eval/run-evidence.ts'
import { evaluateFacts } from '../../eval/run-facts.ts'
import { type Evaluation, evaluateMessages, evaluateTags } from '../../eval/run-look-back.ts'
import { evaluateRecall } from '../../eval/run-recall.ts'
import { evaluateSearch } from '../../eval/run-search.ts'
import { evaluateTopics } from '../../eval/run-topics.ts'
import {
  type CliCommand,
  EXIT,
  type Options,
  type Terminal,
  textOption,
  usageError,
} from '../command.ts'
import { exportCorrections } from '../export-corrections.ts'
import { describeCount } from '../plural.ts'
import { saveFile } from '../save-file.ts'

const USAGES = {
  lookback: 'eval lookback --data CHATS.jsonl.gz [--targets TAGS.jsonl] [--judged perfect]',
  conversations: 'eval conversations --data CHATS.jsonl.gz',
  facts: 'eval facts --data CHATS.jsonl.gz',
  evidence: 'eval evidence --data CHATS.jsonl.gz --targets TAGS.jsonl',
  recall: 'eval recall --messages TURNS.jsonl --questions QUESTIONS.jsonl [--facts on|off]',
  search: 'eval search --corpus DOCUMENTS.jsonl.gz --queries QUERIES.jsonl',
  topics: 'eval topics --data DIALOGUES.jsonl',
  corrections: 'eval corrections --thread CHANNEL:CHAT [--out FILE [--force]]',
}

/**
 * Measures a part of the engine on annotated data: needs no server, no key and no model. `corrections` exports
 * such data from a chat that users corrected.
 */
export const evalCommand: CliCommand = {
  name: 'eval',
  usage: `${Object.values(USAGES).join(' | ')} [--predictions OUT.jsonl]`,
  summary: 'measure the engine on annotated data, or export such data',
  options: {
    data: 'value',
    targets: 'value',
    judged: 'value',
    messages: 'value',
    questions: 'value',
    corpus: 'value',
    queries: 'value',
    facts: 'value',
    predictions: 'value',
    thread: 'value',
    out: 'value',
    force: 'flag',
  },
  run: async ([what = ''], options, terminal) => {
    if (what === 'corrections') return writeCorrections(options, terminal)
    const evaluate = MEASURES[what]
    if (evaluate === undefined) {
      throw usageError(
        evalCommand,
        `Name what to measure: ${Object.keys(MEASURES).join(', ')}; or export: corrections.`,
      )
    }
    const evaluation = await evaluate(options, terminal)
    terminal.progress('')
    const out = textOption(options, 'predictions')
    if (out !== null) {
      writeFileSync(out, evaluation.predictions.map((p) => `${JSON.stringify(p)}\n`).join(''))
    }
    if (options.json) terminal.print(JSON.stringify(evaluation.scores))
    else for (const line of linesOf(evaluation)) terminal.print(line)
    return EXIT.ok
  },
}

async function writeCorrections(options: Options, terminal: Terminal): Promise<number> {
  const thread = textOption(options, 'thread')
  if (!thread) throw usageError({ usage: USAGES.corrections }, 'Name the chat with --thread.')
  const out = textOption(options, 'out')
  if (out === '') throw usageError({ usage: USAGES.corrections }, '--out needs a file name.')
  const lines = await exportCorrections(thread, terminal)
  terminal.progress('')
  const json = lines.map((line) => JSON.stringify(line))
  if (out === null) {
    for (const line of json) terminal.print(line)
    return EXIT.ok
  }
  const text = json.map((line) => `${line}\n`).join('')
  await saveFile(out, text, { isReplaced: options.force === true })
  const corrected = lines.filter(({ annotated }) => annotated).length
  const counts = { out, messages: lines.length, corrected }
  const summary = `${out}: ${describeCount(lines.length, 'message')}, ${corrected} of them corrected by people.`
  terminal.print(options.json ? JSON.stringify(counts) : summary)
  return EXIT.ok
}

type Measure = (options: Options, terminal: Terminal) => Promise<Evaluation>

const MEASURES: Readonly<Record<string, Measure>> = {
  lookback: async (options) => {
    const data = named(options, 'data', USAGES.lookback)
    const targets = textOption(options, 'targets')
    const judge = textOption(options, 'judged')
    if (judge !== null && judge !== 'perfect') {
      throw usageError(
        { usage: USAGES.lookback },
        `Unknown judge "${judge}"; the only one is perfect.`,
      )
    }
    const system = createEngineSystem(LINK_MODEL, judge === null ? null : DOUBTFUL)
    return targets === null ? evaluateMessages(data, system) : evaluateTags(data, targets, system)
  },
  conversations: async (options) =>
    evaluateConversations(named(options, 'data', USAGES.conversations), LINK_MODEL),
  facts: async (options) => evaluateFacts(named(options, 'data', USAGES.facts)),
  evidence: async (options, { withScratch, progress }) => {
    const data = named(options, 'data', USAGES.evidence)
    const tags = named(options, 'targets', USAGES.evidence)
    return withScratch((scratch) => evaluateEvidence({ data, tags }, scratch, progress))
  },
  recall: async (options, { withScratch, progress }) => {
    const messages = named(options, 'messages', USAGES.recall)
    const questions = named(options, 'questions', USAGES.recall)
    const facts = textOption(options, 'facts') ?? 'on'
    if (facts !== 'on' && facts !== 'off') {
      throw usageError({ usage: USAGES.recall }, `--facts is on or off, not "${facts}".`)
    }
    const paths = { messages, questions }
    return withScratch((scratch) =>
      evaluateRecall(paths, { hasFacts: facts === 'on' }, scratch, progress),
    )
  },
  search: async (options, { withScratch, progress }) => {
    const corpus = named(options, 'corpus', USAGES.search)
    const queries = named(options, 'queries', USAGES.search)
    return withScratch((scratch) => evaluateSearch({ corpus, queries }, scratch, progress))
  },
  topics: async (options, { progress }) =>
    evaluateTopics(named(options, 'data', USAGES.topics), progress),
}

function named(options: Options, name: string, usage: string): string {
  const value = textOption(options, name)
  if (value === null) throw usageError({ usage }, `Name the file with --${name}.`)
  return value
}

function linesOf({ scores }: Evaluation): string[] {
  return Object.entries(scores).map(([name, score]) => {
    const label = name.replaceAll('_', ' ').padEnd(26)
    if (typeof score !== 'number') {
      const { precision, recall, f1 } = score
      return `${label} P ${percent(precision)}  R ${percent(recall)}  F1 ${percent(f1)}`
    }
    return `${label} ${isShare(name) ? percent(score) : Math.round(score * 10) / 10}`
  })
}

const isShare = (name: string) =>
  /starters_left_alone|^evidence_|_share$|_at_\d+$|pk$|window_diff$/.test(name)

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
