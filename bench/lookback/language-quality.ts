import { LINK_MODEL } from '../../src/engine/link/shipped-model.ts'
import { createEngineSystem, predictMessages, type System } from '../../src/eval/look-back.ts'
import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import { type ScoredItem, scoreMessages } from '../../src/eval/score.ts'
import type { Captioned } from '../results.ts'
import { lastMessages } from './baselines.ts'
import { drawTargets, type Estimate, estimate, estimateDifference, inPoints } from './intervals.ts'

/** Context F1 of one language, and how much better ours is than the last 20 messages. */
export type LanguageQuality = {
  readonly language: string
  readonly chats: number
  readonly targets: number
  readonly f1: Estimate
  readonly aboveLast20: Estimate
}

/** Scores the everyday chats language by language: English, all others together, each by itself. */
export function measureLanguages(chats: readonly AnnotatedChat[], seed: number): LanguageQuality[] {
  const isEnglish = ({ language }: AnnotatedChat) => language === 'en'
  const others = chats.filter((chat) => !isEnglish(chat))
  const codes = [...new Set(others.map(({ language }) => language ?? '?'))].sort()
  const groups: [string, readonly AnnotatedChat[]][] = [
    ['English', chats.filter(isEnglish)],
    ['all others', others],
    ...codes.map((code): [string, AnnotatedChat[]] => [
      code,
      others.filter(({ language }) => language === code),
    ]),
  ]
  const ours = createEngineSystem(LINK_MODEL)
  const last20 = lastMessages(20)
  return groups.map(([language, some]) => {
    const mine = contextsOf(some, ours)
    const theirs = contextsOf(some, last20).map(({ f1 }) => f1)
    const f1s = mine.map(({ f1 }) => f1)
    const draws = drawTargets(
      mine.map(({ file }) => file),
      seed,
    )
    return {
      language,
      chats: some.length,
      targets: f1s.length,
      f1: estimate(f1s, draws),
      aboveLast20: estimateDifference(f1s, theirs, draws),
    }
  })
}

function contextsOf(chats: readonly AnnotatedChat[], system: System): readonly ScoredItem[] {
  return scoreMessages(chats, predictMessages(chats, system)).contexts
}

/** A row a language. */
export function languageTable(rows: readonly LanguageQuality[]): Captioned {
  return {
    caption: 'Context of a message in everyday chats, by language',
    table: [
      ['', 'chats', 'messages', 'F1 [95 %]', 'above the last 20 messages [95 %]'],
      ...rows.map((row) => [
        row.language,
        String(row.chats),
        String(row.targets),
        inPoints(row.f1),
        inPoints(row.aboveLast20),
      ]),
    ],
  }
}
