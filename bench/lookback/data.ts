import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createModel, type LinkModel } from '../../src/engine/link/model.ts'
import { LINK_MODEL } from '../../src/engine/link/shipped-model.ts'
import { type AnnotatedChat, readChats, readJsonLines } from '../../src/eval/read-chats.ts'
import { readTagTargets, type TagTarget } from '../../src/eval/read-tags.ts'
import { staticPartsOf } from '../../src/models/static-embedder.ts'
import type { Contender } from './baselines.ts'
import { contendersFor } from './contenders.ts'

/** An annotated set and what is measured on it. */
export type DataSet = {
  readonly name: string
  readonly file: string
  readonly tagsFile: string | null
  /** Whether the shipped weights learned from it. */
  readonly isLearned: boolean
  /** Whether people marked each message's antecedent, and not its conversation alone. */
  readonly hasLinks: boolean
}

export type LoadedSet = DataSet & {
  readonly chats: readonly AnnotatedChat[]
  readonly tags: readonly TagTarget[]
  readonly contenders: readonly Contender[]
}

/** A tag judged by hand; see HARD_TAGS.md. */
export type HardTag = TagTarget & { readonly set: string }

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'irc/dev',
    file: 'irc/dev.jsonl.gz',
    tagsFile: 'irc/dev.tags.jsonl',
    isLearned: false,
    hasLinks: true,
  },
  {
    name: 'chats/dev',
    file: 'chats/dev.jsonl.gz',
    tagsFile: 'chats/dev.tags.jsonl',
    isLearned: false,
    hasLinks: true,
  },
  {
    name: 'newdomains',
    file: 'irc/newdomains.jsonl.gz',
    tagsFile: null,
    isLearned: true,
    hasLinks: true,
  },
  {
    name: 'channeltwo',
    file: 'irc/channeltwo.jsonl.gz',
    tagsFile: null,
    isLearned: true,
    hasLinks: true,
  },
  {
    name: 'gitter',
    file: 'gitter/gitter.jsonl.gz',
    tagsFile: 'gitter/gitter.tags.jsonl',
    isLearned: true,
    hasLinks: false,
  },
]
/** Everyday chats with their tags: what is near a conversation, and what a judge decides, is measured on these. */
export const CHATS_FILES = ['chats/dev.jsonl.gz', 'chats/dev.tags.jsonl'] as const

const HARD_TAGS = 'bench/lookback/hard-tags.jsonl'
// Beside the program that runs: the source may have been trained anew meanwhile.
const SHIPPED = new URL('../../src/engine/link/weights.json', import.meta.url)

/** The files the bench reads and does not find. */
export function missingFiles(dataDir: string, leftOut: string | null): string[] {
  const wanted = DATA_SETS.flatMap(({ file, tagsFile }) => [
    join(dataDir, file),
    ...(tagsFile === null ? [] : [join(dataDir, tagsFile)]),
  ])
  return [...wanted, ...(leftOut === null ? [] : [leftOut])].filter((path) => !existsSync(path))
}

/** Reads a set and names who competes on it. */
export function loadSet(set: DataSet, dataDir: string, leftOut: string | null): LoadedSet {
  const { isLearned } = set
  const unseen = isLearned && leftOut !== null ? readModel(leftOut) : null
  return {
    ...set,
    chats: readChats(join(dataDir, set.file)),
    tags: set.tagsFile === null ? [] : readTagTargets(join(dataDir, set.tagsFile)),
    contenders: contendersFor({ shipped: LINK_MODEL, unseen, isLearned }),
  }
}

/** Reads the tags judged by hand. */
export function readHardTags(): HardTag[] {
  const isHard = (value: unknown): value is HardTag =>
    typeof (value as Partial<HardTag> | null)?.set === 'string'
  return readJsonLines(HARD_TAGS, isHard)
}

/** The beginning of each file's SHA-256: which data the numbers are of. */
export function hashesOf(dataDir: string, leftOut: string | null): Record<string, string> {
  const paths = DATA_SETS.flatMap(({ file, tagsFile }) => [
    [file, join(dataDir, file)],
    ...(tagsFile === null ? [] : [[tagsFile, join(dataDir, tagsFile)]]),
  ])
  const shipped = ['weights.json', fileURLToPath(SHIPPED)]
  const unseen = leftOut === null ? [] : [['weights that never saw some sets', leftOut]]
  const hashed = [...paths, ['hard-tags.jsonl', HARD_TAGS], shipped, ...unseen] as [
    string,
    string,
  ][]
  return Object.fromEntries(hashed.map(([name, path]) => [name, hashOf(path)]))
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}

function readModel(path: string): LinkModel {
  return createModel(JSON.parse(readFileSync(path, 'utf8')), staticPartsOf)
}
