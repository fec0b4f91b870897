import { endOf } from '../../src/eval/look-back.ts'
import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import { toTag } from '../../src/eval/read-tags.ts'
import { scoreTags } from '../../src/eval/run-look-back.ts'
import type { ScoredItem } from '../../src/eval/score.ts'
import type { Captioned } from '../results.ts'
import type { HardTag, LoadedSet } from './data.ts'
import { drawTargets, type Estimate, estimate, estimateDifference, inPoints } from './intervals.ts'
import { oneLine } from './one-line.ts'

/** What one contender reached on one kind of tags. */
export type TagQuality = {
  readonly tags: string
  readonly contender: string
  readonly kind: string
  readonly targets: number
  readonly f1: Estimate
  /** To ours; null for ours. */
  readonly difference: Estimate | null
  /** F1 of each target, in the order of the data. */
  readonly items: string
}

/** A scored tag and what kinds of tag it counts as. */
type Scored = ScoredItem & { readonly kinds: readonly string[] }
type ScoredBy = { readonly contender: string; readonly items: readonly Scored[] }

/** Scores every contender on a set's own tags: bare ones and replies. */
export function measureTags(set: LoadedSet, seed: number): TagQuality[] {
  const kinds = set.tags.map((tag) => [tag.reply_to == null ? 'bare' : 'reply'])
  const scored = set.contenders.map(({ name, system }) => ({
    contender: name,
    items: scoreTags(set.chats, set.tags, system).map((item, i) => ({
      ...item,
      kinds: kinds[i] ?? [],
    })),
  }))
  return byKind(set.name, scored, seed)
}

const HARD_KINDS = {
  stranger: '(a) has not spoken',
  elsewhere: '(b) last spoke in another talk',
  longAgo: '(b) an hour ago or more',
} as const
/** In the order they are shown. */
const KINDS = ['bare', 'reply', 'all', ...Object.values(HARD_KINDS)]
const LONG_AGO_MS = 60 * 60_000

/** Scores every contender on the tags judged by hand, over all sets. */
export function measureHardTags(
  sets: readonly LoadedSet[],
  tags: readonly HardTag[],
  seed: number,
): TagQuality[] {
  const scored = new Map<string, Scored[]>()
  for (const set of sets) {
    const here = tags.filter((tag) => tag.set === set.name)
    const kinds = here.map((tag) => ['all', kindOf(tag, set.chats)])
    for (const { name, system } of forEverySet(set, sets)) {
      const items = scoreTags(set.chats, here, system)
      const all = items.map((item, i) => ({ ...item, kinds: kinds[i] ?? [] }))
      scored.set(name, [...(scored.get(name) ?? []), ...all])
    }
  }
  const lists = [...scored].map(([contender, items]) => ({ contender, items }))
  return byKind('hard', lists, seed)
}

/** The sets' contenders under one name each: dev, which nothing learned from, has no second "ours". */
function forEverySet({ contenders }: LoadedSet, sets: readonly LoadedSet[]) {
  const most = Math.max(...sets.map((set) => set.contenders.length))
  const [ours, ...others] = contenders
  if (ours === undefined) return []
  const isUnseen = sets.every((set) => set.contenders[0]?.name === '**ours**')
  const first = { ...ours, name: isUnseen ? '**ours**' : 'ours as shipped (trained on some)' }
  if (!isUnseen) return [first, ...others]
  const second = contenders.length === most ? others[0] : ours
  const rest = contenders.length === most ? others.slice(1) : others
  return [first, { ...(second ?? ours), name: 'ours as shipped (trained on some)' }, ...rest]
}

function kindOf(tag: HardTag, chats: readonly AnnotatedChat[]): string {
  const chat = chats.find(({ name }) => name === tag.file)
  if (chat === undefined) return 'unknown'
  const { authorId, sentAt } = toTag(chat, tag)
  const said = chat.messages.slice(0, endOf(chat, tag))
  const own = said.findLast((message) => message.authorId === authorId)
  if (own === undefined) return HARD_KINDS.stranger
  const isLongAgo = sentAt.getTime() - own.sentAt.getTime() >= LONG_AGO_MS
  return isLongAgo ? HARD_KINDS.longAgo : HARD_KINDS.elsewhere
}

/** Each kind by itself, everyone with the same draws. */
function byKind(tags: string, scored: readonly ScoredBy[], seed: number): TagQuality[] {
  const [ours] = scored
  if (ours === undefined) return []
  return KINDS.flatMap((kind) => {
    const ofKind = ({ items }: ScoredBy) => items.filter((item) => item.kinds.includes(kind))
    const ourF1s = ofKind(ours).map((item) => item.f1)
    if (ourF1s.length === 0) return []
    const files = ofKind(ours).map((item) => item.file)
    const draws = drawTargets(files, seed)
    return scored.map((one) => {
      const f1s = ofKind(one).map((item) => item.f1)
      return {
        tags,
        contender: one.contender,
        kind,
        targets: f1s.length,
        f1: estimate(f1s, draws),
        difference: one === ours ? null : estimateDifference(f1s, ourF1s, draws),
        items: oneLine(f1s),
      }
    })
  })
}

/** One table: a row a contender, two columns a kind. */
export function tagTable(caption: string, rows: readonly TagQuality[]): Captioned {
  const kinds = [...new Set(rows.map((row) => row.kind))]
  const contenders = [...new Set(rows.map((row) => row.contender))]
  const columns = kinds.map((kind) => rows.filter((row) => row.kind === kind))
  const heads = columns.map((column) => `${column[0]?.kind}, ${column[0]?.targets} tags`)
  return {
    caption,
    table: [
      ['', ...heads.flatMap((head) => [`${head}: F1 [95 %]`, 'to ours [95 %]'])],
      ...contenders.map((contender) => [
        contender,
        ...columns.flatMap((column) => {
          const row = column.find((one) => one.contender === contender)
          return [row?.f1, row?.difference].map((e) => (e == null ? '' : inPoints(e)))
        }),
      ]),
    ],
  }
}
