import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../../src/eval/read-chats.ts'

/** Two sentences and how alike people found them, 0 to 5. */
export type SentencePair = { readonly a: string; readonly b: string; readonly score: number }

/** Texts to search, and questions with what answers them. */
export type SearchSet = {
  /** Searched each by itself: a chat's questions are about that chat. */
  readonly parts: readonly SearchPart[]
}
export type SearchPart = {
  readonly name: string
  readonly texts: readonly string[]
  readonly questions: readonly {
    readonly text: string
    /** Place among the texts → how well it answers. */
    readonly gold: ReadonlyMap<number, number>
  }[]
}

type Turn = { readonly conv: string; readonly id: string; readonly text: string }
type Question = {
  readonly conv: string
  readonly question: string
  readonly evidence: readonly string[]
}
type Document = { readonly id: string; readonly title: string; readonly text: string }
type Query = { readonly id: string; readonly text: string }

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

const LOCOMO = ['locomo/messages.jsonl', 'locomo/questions.jsonl'] as const
const CRANFIELD = [
  'cranfield/corpus.jsonl.gz',
  'cranfield/queries.jsonl',
  'cranfield/qrels.tsv',
] as const

/** The files of the bench that are not there. */
export function missingFiles(dataDir: string, stsDir: string | null): string[] {
  return pathsOf(dataDir, stsDir).filter((path) => !existsSync(path))
}

/** The beginning of each file's SHA-256: which data the numbers are of. */
export function hashesOf(dataDir: string, stsDir: string | null): Record<string, string> {
  return Object.fromEntries(
    pathsOf(dataDir, stsDir).map((path) => [
      path.split('/').slice(-2).join('/'),
      createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12),
    ]),
  )
}

function pathsOf(dataDir: string, stsDir: string | null): string[] {
  return [
    ...[...LOCOMO, ...CRANFIELD].map((file) => join(dataDir, file)),
    ...(stsDir === null ? [] : LANGUAGES.map((language) => stsFile(stsDir, language))),
  ]
}

function stsFile(directory: string, language: Language): string {
  return join(directory, `stsb-${language}-test.csv`)
}

/** STS-B's test pairs in a language. */
export function readSentencePairs(directory: string, language: Language): SentencePair[] {
  const lines = readFileSync(stsFile(directory, language), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [a = '', b = '', score = ''] = fieldsOf(line.trimEnd())
    return { a, b, score: Number(score) }
  })
}

/** The fields of a line of CSV, quoted where they hold commas. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

/** LoCoMo: which turns of a long conversation hold the answer. */
export function readLocomo(dataDir: string): SearchSet {
  const turns = readJsonLines(join(dataDir, LOCOMO[0]), has<Turn>('conv'))
  const questions = readJsonLines(join(dataDir, LOCOMO[1]), has<Question>('evidence'))
  const names = [...new Set(turns.map(({ conv }) => conv))]
  return {
    parts: names.map((name) => {
      const own = turns.filter(({ conv }) => conv === name)
      const placeOf = new Map(own.map(({ id }, place) => [id, place]))
      return {
        name,
        texts: own.map(({ text }) => text),
        questions: questions
          .filter(({ conv }) => conv === name)
          .map(({ question, evidence }) => ({
            text: question,
            gold: new Map(evidence.flatMap((id) => goldOf(placeOf.get(id), 1))),
          }))
          .filter(({ gold }) => gold.size > 0),
      }
    }),
  }
}

/** Cranfield: which abstracts answer an engineer's question, and how well. */
export function readCranfield(dataDir: string): SearchSet {
  const documents = readJsonLines(join(dataDir, CRANFIELD[0]), has<Document>('title'))
  const queries = readJsonLines(join(dataDir, CRANFIELD[1]), has<Query>('id'))
  const placeOf = new Map(documents.map(({ id }, place) => [id, place]))
  const judged = readFileSync(join(dataDir, CRANFIELD[2]), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const questions = queries.map(({ id, text }) => ({
    text,
    gold: new Map(
      judged
        .filter(([query]) => query === id)
        .flatMap(([, document = '', grade]) => goldOf(placeOf.get(document), Number(grade))),
    ),
  }))
  return {
    parts: [
      {
        name: 'cranfield',
        texts: documents.map(({ title, text }) => `${title} ${text}`),
        questions: questions.filter(({ gold }) => gold.size > 0),
      },
    ],
  }
}

function goldOf(place: number | undefined, grade: number): [number, number][] {
  return place === undefined ? [] : [[place, grade]]
}

/** A line with this field is taken to have the others. */
function has<T>(field: string & keyof T) {
  return (value: unknown): value is T => (value as Partial<T> | null)?.[field] !== undefined
}
