import type { FactLine, NamedPerson, StatedFact } from '../../src/domain/fact.ts'
import type { MessageId, PersonId } from '../../src/domain/ids.ts'
import { extractFacts } from '../../src/memory/facts/extract/extract-facts.ts'
import { wordsOf } from '../../src/text/words.ts'

/* Reads the labelled sets of this folder. A line is `Author: text => label`; a line that begins with + continues the
 * chat above. The label is `about | attribute | value`, several separated by ` ; `, with `!` before the attribute for
 * an ending, or `- kind` where the line states nothing. */

/** People who are in every chat of a language. */
export const PEOPLE_BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  en: ['Ann', 'Tom', 'Bob', 'Mia'],
  de: ['Anna', 'Jonas', 'Lena', 'Tim'],
  es: ['Ana', 'Luis', 'Marta', 'Pablo'],
  ru: ['Аня', 'Паша', 'Оля', 'Дима'],
  uk: ['Оля', 'Тарас', 'Ірина', 'Юра'],
}

export type ExpectedFact = {
  readonly about: string
  readonly attribute: string
  readonly value: string
  readonly ends: boolean
}
export type LabelledLine = {
  readonly line: FactLine
  readonly facts: readonly ExpectedFact[]
  /** Why it states nothing: question, hypothetical, joke, reported, talk …; null for a statement. */
  readonly kind: string | null
}
export type LabelledChat = {
  readonly lines: readonly LabelledLine[]
  readonly people: readonly NamedPerson[]
}

const START = Date.UTC(2026, 2, 10, 9)

/** The chats of a set; `names` are people of every chat, whether they write or not. */
export function readSet(text: string, names: readonly string[] = []): LabelledChat[] {
  const chats: string[][] = []
  for (const line of text
    .trim()
    .split('\n')
    .filter((one) => one.trim() !== '')) {
    if (line.startsWith('+')) chats.at(-1)?.push(line.slice(1).trim())
    else chats.push([line.trim()])
  }
  return chats.map((lines) => readChat(lines, names))
}

function readChat(lines: readonly string[], names: readonly string[]): LabelledChat {
  const parsed = lines.map(
    (line) => /^(.+?): (.*?) => (.*)$/u.exec(line)?.slice(1) ?? [line, '', '- broken'],
  )
  const all = [...new Set([...names, ...parsed.map(([author = '']) => author)])]
  const people = all.map((name, i) => ({ id: (i + 1) as PersonId, name, username: null }))
  const idOf = (author: string) => (all.indexOf(author) + 1) as PersonId
  return {
    people,
    lines: parsed.map(([author = '', text = '', label = ''], i) => ({
      line: {
        messageId: (i + 1) as MessageId,
        authorId: idOf(author),
        authorName: author,
        isBot: author === 'bot',
        sentAt: new Date(START + i * 60_000),
        text: text.replaceAll('\\n', '\n'),
        replyTo: null,
      },
      facts: label.startsWith('- ') ? [] : label.split(' ; ').map(readLabel),
      kind: label.startsWith('- ') ? label.slice(2).trim() : null,
    })),
  }
}

function readLabel(label: string): ExpectedFact {
  const [about = '', attribute = '', value = ''] = label.split(' | ').map((part) => part.trim())
  return { about, attribute: attribute.replace(/^!/, ''), value, ends: attribute.startsWith('!') }
}

export type Score = {
  readonly expected: number
  readonly found: number
  readonly right: number
  /** Questions, conditions, jokes, quotes and tasks for the bot, and how many of them gave no fact. */
  readonly guarded: number
  readonly keptOut: number
  /** Small talk, and how much of it gave no fact. */
  readonly talk: number
  readonly silentTalk: number
  readonly mistakes: readonly string[]
}

/** How many expected facts are found, how many found ones are right, and which lines without facts stay without. */
export function scoreSet(chats: readonly LabelledChat[]): Score {
  const score = {
    expected: 0,
    found: 0,
    right: 0,
    guarded: 0,
    keptOut: 0,
    talk: 0,
    silentTalk: 0,
    mistakes: [] as string[],
  }
  for (const { lines, people } of chats) {
    const found = extractFacts(
      lines.map(({ line }) => line),
      people,
    )
    for (const { line, facts, kind } of lines) {
      const stated = found.filter(({ messageIds }) => messageIds.includes(line.messageId))
      const open = [...stated]
      for (const fact of facts) {
        const at = open.findIndex((one) => isExpected(one, fact, people))
        if (at >= 0) open.splice(at, 1)
        else
          score.mistakes.push(
            `missed ${fact.about} | ${fact.attribute} | ${fact.value}: ${line.text}`,
          )
      }
      for (const one of open) {
        score.mistakes.push(
          `wrong ${aboutOf(one, people)} | ${one.ends ? '!' : ''}${one.attribute} | ${one.value}: ${line.text}`,
        )
      }
      score.expected += facts.length
      score.found += stated.length
      score.right += stated.length - open.length
      const isSilent = stated.length === 0 ? 1 : 0
      if (kind === 'talk') {
        score.talk++
        score.silentTalk += isSilent
      } else if (kind !== null) {
        score.guarded++
        score.keptOut += isSilent
      }
    }
  }
  return score
}

/** About whom or what, as a label writes it: "Ann", "group", "Ann's sister", "rent". */
export function aboutOf({ about }: StatedFact, people: readonly NamedPerson[]): string {
  if (about.kind === 'group') return 'group'
  const named = (id: PersonId) => people.find((person) => person.id === id)?.name ?? '?'
  if (about.kind === 'person')
    return about.personId === null ? `${about.name}?` : named(about.personId)
  return about.of === null ? about.name : `${named(about.of)}'s ${about.name}`
}

/** The same subject and attribute, and a value with every expected word and at most three more. */
function isExpected(
  fact: StatedFact,
  expected: ExpectedFact,
  people: readonly NamedPerson[],
): boolean {
  if (fact.attribute !== expected.attribute || fact.ends !== expected.ends) return false
  if (aboutOf(fact, people).toLowerCase() !== expected.about.toLowerCase()) return false
  const words = wordsOf(fact.value)
  const wanted = wordsOf(expected.value)
  return wanted.every((word) => words.includes(word)) && words.length <= wanted.length + 3
}
