import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createModel, type LinkModel } from '../../src/engine/link/model.ts'
import { LINK_MODEL } from '../../src/engine/link/shipped-model.ts'
import { type AnnotatedChat, readChats, readJsonLines } from '../../src/eval/read-chats.ts'
import { readTags, type TagTarget } from '../../src/eval/read-tags.ts'
import type { Contender } from './baselines.ts'
import { contendersFor } from './contenders.ts'

/** An annotated set and what is measured on it. */
export type DataSet = {
  readonly name: string
  readonly file: string
  readonly tagsFile: string | null
  /** Weights that never saw it, where the shipped ones learned from it. */
  readonly leftOutFile: string | null
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
    leftOutFile: null,
    hasLinks: true,
  },
  {
    name: 'newdomains',
    file: 'irc/newdomains.jsonl.gz',
    tagsFile: null,
    leftOutFile: 'weights-without-newdomains.json',
    hasLinks: true,
  },
  {
    name: 'channeltwo',
    file: 'irc/channeltwo.jsonl.gz',
    tagsFile: null,
    leftOutFile: 'weights-without-channeltwo.json',
    hasLinks: true,
  },
  {
    name: 'gitter',
    file: 'gitter/gitter.jsonl.gz',
    tagsFile: 'gitter/gitter.tags.jsonl',
    leftOutFile: 'weights-without-gitter.json',
    hasLinks: false,
  },
]
/** Everyday chats with their tags: what is near a conversation, and what a judge decides, is measured on these. */
export const CHATS_FILES = ['chats/dev.jsonl.gz', 'chats/dev.tags.jsonl'] as const

const HARD_TAGS = 'bench/lookback/hard-tags.jsonl'
// Beside the program that runs: the source may have been trained anew meanwhile.
const SHIPPED = new URL('../../src/engine/link/weights.json', import.meta.url)

/** The files the bench reads and does not find. */
export function missingFiles(dataDir: string, leftOutDir: string | null): string[] {
  const wanted = DATA_SETS.flatMap(({ file, tagsFile, leftOutFile }) => [
    join(dataDir, file),
    ...(tagsFile === null ? [] : [join(dataDir, tagsFile)]),
    ...(leftOutDir === null || leftOutFile === null ? [] : [join(leftOutDir, leftOutFile)]),
  ])
  const chats = CHATS_FILES.map((file) => join(dataDir, file))
  return [...wanted, ...chats].filter((path) => !existsSync(path))
}

/** Reads a set and names who competes on it. */
export function loadSet(set: DataSet, dataDir: string, leftOutDir: string | null): LoadedSet {
  const { leftOutFile } = set
  const isLearned = leftOutFile !== null
  const unseen =
    leftOutFile === null || leftOutDir === null ? null : readModel(join(leftOutDir, leftOutFile))
  return {
    ...set,
    chats: readChats(join(dataDir, set.file)),
    tags: set.tagsFile === null ? [] : readTags(join(dataDir, set.tagsFile)),
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
export function hashesOf(dataDir: string, leftOutDir: string | null): Record<string, string> {
  const paths = DATA_SETS.flatMap(({ file, tagsFile, leftOutFile }) => [
    [file, join(dataDir, file)],
    ...(tagsFile === null ? [] : [[tagsFile, join(dataDir, tagsFile)]]),
    ...(leftOutDir === null || leftOutFile === null
      ? []
      : [[leftOutFile, join(leftOutDir, leftOutFile)]]),
  ])
  const shipped = ['weights.json', fileURLToPath(SHIPPED)]
  const chats = CHATS_FILES.map((file) => [file, join(dataDir, file)])
  const hashed = [...paths, ...chats, ['hard-tags.jsonl', HARD_TAGS], shipped] as [string, string][]
  return Object.fromEntries(hashed.map(([name, path]) => [name, hashOf(path)]))
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}

function readModel(path: string): LinkModel {
  return createModel(JSON.parse(readFileSync(path, 'utf8')))
}
