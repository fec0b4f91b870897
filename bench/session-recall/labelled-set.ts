import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stem } from '../../src/text/stem.ts'
import { wordsOf } from '../../src/text/words.ts'
import type { PastSession } from './fill-sessions.ts'

/* The labelled set: made-up people, what they talked about, and questions about it, written for this bench. */

const FILES = ['history.jsonl', 'questions.jsonl'] as const

export type Labelled = {
  readonly person: string
  readonly text: string
  /** The sessions that a good search finds. */
  readonly about: readonly string[]
  readonly kind: 'plain' | 'typo' | 'other language'
  /** A tag of a session it is about stands in it, or a part of one. */
  readonly namesTag: boolean
}

export type LabelledSet = {
  readonly sessions: readonly PastSession[]
  readonly questions: readonly Labelled[]
  /** The beginning of each file's SHA-256. */
  readonly hashes: Readonly<Record<string, string>>
}

/** Reads it; every question must be about sessions of its own person. */
export function readSet(): LabelledSet {
  const [history, asked] = FILES.map((name) =>
    readFileSync(join('bench', 'session-recall', name), 'utf8'),
  ) as [string, string]
  const sessions = linesOf<PastSession>(history)
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const questions = linesOf<Omit<Labelled, 'namesTag'>>(asked).map((question) => {
    const said = new Set(wordsOf(question.text).map(stem))
    const about = question.about.map((id) => byId.get(id))
    if (about.some((session) => session?.person !== question.person)) {
      throw new Error(`"${question.text}" is about a session that ${question.person} does not have`)
    }
    const words = about.flatMap((session) => session?.tags ?? []).flatMap((tag) => tag.split('-'))
    return { ...question, namesTag: words.some((word) => said.has(stem(word))) }
  })
  const hashes = { [FILES[0]]: hashOf(history), [FILES[1]]: hashOf(asked) }
  return { sessions, questions, hashes }
}

/** Half of the people, every second by name: constants are chosen on one half, and judged by the other. */
export function isForChoosing(people: readonly string[], person: string): boolean {
  return people.toSorted().indexOf(person) % 2 === 0
}

function linesOf<T>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
