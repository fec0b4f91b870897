import { join } from 'node:path'
import { readJsonLines } from '../../src/eval/read-chats.ts'
import { evaluateRecall } from '../../src/eval/run-recall.ts'
import {
  drawTargets,
  type Estimate,
  estimate,
  estimateDifference,
  inPoints,
} from '../lookback/intervals.ts'
import { oneLine } from '../lookback/one-line.ts'
import type { Captioned } from '../results.ts'
import { median } from '../statistics.ts'
import { agree } from './agree.ts'
import { CONTENDERS, timing } from './contenders.ts'

/* Which turns of a long history hold the evidence for a question? */

export const LOCOMO_FILES = ['locomo/messages.jsonl', 'locomo/questions.jsonl'] as const

const DEPTHS = [5, 10, 20, 50] as const
/** The depth by which contenders are compared. */
const COMPARED = 10
const ALL = 'all'

type Asked = {
  readonly id: string
  readonly conv: string
  readonly type: string
  readonly evidence: readonly string[]
}
type Prediction = { readonly id: string; readonly ranked: readonly string[] }

/** What one contender found for questions of one kind. */
export type KindRecall = {
  readonly contender: string
  readonly kind: string
  readonly questions: number
  /** By depth. */
  readonly recall: Readonly<Record<number, Estimate>>
  /** At ten, to ours; null for ours. */
  readonly difference: Estimate | null
}
export type LocomoReading = {
  readonly kinds: readonly KindRecall[]
  /** By contender: the median of a search, and of each question the share found among ten. */
  readonly searches: readonly { contender: string; medianMs: number; foundOfTen: string }[]
}

/** Lets every contender search the histories. */
export async function measureLocomo(
  dataDir: string,
  seed: number,
  progress: (line: string) => void,
): Promise<LocomoReading> {
  const [messages, questions] = LOCOMO_FILES.map((file) => join(dataDir, file)) as [string, string]
  const asked = readJsonLines(questions, isAsked).filter(({ evidence }) => evidence.length > 0)
  const found: Found[] = []
  for (const { name, within } of CONTENDERS) {
    const searchMs: number[] = []
    const { predictions, scores } = await within((scratch) =>
      evaluateRecall(
        { messages, questions },
        { hasFacts: false },
        timing(scratch, searchMs),
        (line) => progress(`${name}: ${line}`),
      ),
    )
    const ranked = new Map((predictions as readonly Prediction[]).map((p) => [p.id, p.ranked]))
    const shares = new Map(
      DEPTHS.map((depth) => [
        depth,
        asked.map((one) => shareFound(one, ranked.get(one.id), depth)),
      ]),
    )
    for (const depth of DEPTHS) agree(shares.get(depth) ?? [], scores[`recall_at_${depth}`])
    found.push({ contender: name, shares, searchMs })
  }
  return {
    kinds: kindsOf(asked).flatMap((kind) => estimatesOf(kind, asked, found, seed)),
    searches: found.map(({ contender, shares, searchMs }) => ({
      contender,
      medianMs: median(searchMs),
      foundOfTen: oneLine(shares.get(COMPARED) ?? []),
    })),
  }
}

function shareFound({ evidence }: Asked, ranked: readonly string[] = [], depth: number): number {
  const first = new Set(ranked.slice(0, depth))
  return evidence.filter((id) => first.has(id)).length / evidence.length
}

function kindsOf(asked: readonly Asked[]): string[] {
  return [ALL, ...new Set(asked.map(({ type }) => type))]
}

type Found = {
  readonly contender: string
  readonly shares: ReadonlyMap<number, readonly number[]>
  readonly searchMs: readonly number[]
}

/** Questions about one history resemble each other, so histories are drawn first, the same for everyone. */
function estimatesOf(
  kind: string,
  asked: readonly Asked[],
  found: readonly Found[],
  seed: number,
): KindRecall[] {
  const places = [...asked.keys()].filter((i) => kind === ALL || asked[i]?.type === kind)
  const draws = drawTargets(
    places.map((i) => asked[i]?.conv ?? ''),
    seed,
  )
  const at = ({ shares }: Found, depth: number) => {
    const all = shares.get(depth) ?? []
    return places.map((i) => all[i] ?? 0)
  }
  const ours = found.at(-1)
  return found.map((one) => ({
    contender: one.contender,
    kind,
    questions: places.length,
    recall: Object.fromEntries(DEPTHS.map((depth) => [depth, estimate(at(one, depth), draws)])),
    difference:
      ours === undefined || one === ours
        ? null
        : estimateDifference(at(one, COMPARED), at(ours, COMPARED), draws),
  }))
}

/** All questions first, then each kind. */
export function locomoTables({ kinds, searches }: LocomoReading): Captioned[] {
  const heads = DEPTHS.map((depth) => `recall@${depth} [95 %]`)
  const cells = ({ recall, difference }: KindRecall) => [
    ...DEPTHS.map((depth) => (recall[depth] === undefined ? '' : inPoints(recall[depth]))),
    difference === null ? '' : inPoints(difference),
  ]
  const ofAll = kinds.filter(({ kind }) => kind === ALL)
  const others = kinds.filter(({ kind }) => kind !== ALL)
  const searchMs = (contender: string) => searches.find((s) => s.contender === contender)?.medianMs
  return [
    {
      caption: `LoCoMo: evidence found, ${ofAll[0]?.questions ?? 0} questions`,
      table: [
        ['', ...heads, `@${COMPARED} to ours [95 %]`, 'a search, median'],
        ...ofAll.map((row) => [
          row.contender,
          ...cells(row),
          `${searchMs(row.contender)?.toFixed(1)} ms`,
        ]),
      ],
    },
    {
      caption: 'LoCoMo by kind of question',
      table: [
        ['kind', 'n', '', ...heads, `@${COMPARED} to ours [95 %]`],
        ...others.map((row) => [row.kind, String(row.questions), row.contender, ...cells(row)]),
      ],
    },
  ]
}

function isAsked(value: unknown): value is Asked {
  const asked = value as Partial<Asked> | null
  return typeof asked?.id === 'string' && Array.isArray(asked.evidence)
}
