import type { FactLine } from '../../src/domain/fact.ts'
import type { MessageId, PersonId } from '../../src/domain/ids.ts'
import { extractFacts } from '../../src/memory/facts/extract/extract-facts.ts'
import {
  aboutOf,
  PEOPLE_BY_LANGUAGE,
  readSet,
  type Score,
  scoreSet,
} from '../../test/facts/read-set.ts'
import { SIMILAR_NAMES, SIMILAR_PEOPLE } from '../../test/facts/similar-names.ts'
import { FIRST_HALF } from '../../test/facts/statements-first.ts'
import { SECOND_HALF } from '../../test/facts/statements-second.ts'
import { isAsScripted, runScript, UPDATES } from '../../test/facts/updates.ts'
import { type Captioned, keepResult } from '../results.ts'

/* Which stated facts are found, and are they right? See README.md beside this file. */

const MESSAGES = 10_000

const halves = [
  { caption: 'First half, written together with the rules', scores: scoresOf(FIRST_HALF) },
  { caption: 'Second half, written after the rules', scores: scoresOf(SECOND_HALF) },
]
const updated = UPDATES.filter((script) => isAsScripted(runScript(script))).length
const wrongSpeaker = countWrongSpeakers()
const msFor10k = measureSpeed()

keepResult({
  bench: 'facts',
  question: 'Which stated facts does the extraction by rules find, and is what it finds right?',
  command: 'npm run bench -- facts',
  seed: 0,
  config: { messages: MESSAGES },
  tables: [
    ...halves.map(toTable),
    {
      caption: 'Supersession, speakers, speed',
      table: [
        ['', ''],
        ['updates stored as scripted', `${updated} of ${UPDATES.length}`],
        ['wrong speaker among similar names', `${wrongSpeaker} of ${SIMILAR_NAMES.length}`],
        ['10,000 messages, ms of processor time', msFor10k.toFixed(0)],
      ],
    },
  ],
  numbers: { halves, updated, wrongSpeaker, msFor10k },
})

function scoresOf(set: Readonly<Record<string, string>>): [string, Score][] {
  return Object.entries(set).map(([language, text]) => [
    language,
    scoreSet(readSet(text, PEOPLE_BY_LANGUAGE[language])),
  ])
}

function toTable({ caption, scores }: (typeof halves)[number]): Captioned {
  const percent = (part: number, of: number) => ((100 * part) / of).toFixed(1)
  const head = ['', 'facts', 'precision', 'recall', 'kept out', 'small talk without facts']
  return {
    caption,
    table: [
      head,
      ...scores.map(([language, score]) => [
        language,
        String(score.expected),
        percent(score.right, score.found),
        percent(score.right, score.expected),
        `${score.keptOut} of ${score.guarded}`,
        `${score.silentTalk} of ${score.talk}`,
      ]),
    ],
  }
}

function countWrongSpeakers(): number {
  const people = SIMILAR_PEOPLE.map((name, i) => ({
    id: (i + 1) as PersonId,
    name,
    username: null,
  }))
  return SIMILAR_NAMES.filter(({ author, text, about }) => {
    const authorId = (SIMILAR_PEOPLE.indexOf(author) + 1) as PersonId
    const line = lineOf(text, 1, authorId, author)
    return extractFacts([line], people).some((fact) => aboutOf(fact, people) !== about)
  }).length
}

function measureSpeed(): number {
  const texts = Object.values({ ...FIRST_HALF })
    .flatMap((text) => readSet(text))
    .flatMap(({ lines }) => lines.map(({ line }) => line.text))
  const lines = Array.from({ length: MESSAGES }, (_, i) =>
    lineOf(texts[i % texts.length] ?? '', i + 1, ((i % 7) + 1) as PersonId, 'Ann'),
  )
  // The first run compiles the patterns.
  extractFacts(lines.slice(0, texts.length), [])
  const began = process.cpuUsage()
  extractFacts(lines, [])
  return process.cpuUsage(began).user / 1_000
}

function lineOf(text: string, id: number, authorId: PersonId, authorName: string): FactLine {
  return {
    ...{ messageId: id as MessageId, authorId, authorName, isBot: false, text, replyTo: null },
    sentAt: new Date(Date.UTC(2026, 0, 1) + id * 60_000),
  }
}
