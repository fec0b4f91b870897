import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORGED_NAMES } from '../../../test/forged-names.ts'
import { FORGED_TURNS } from '../../../test/forged-turns.ts'
import { readPrompt } from '../../../test/read-headers.ts'
import type { ChunkId, FileId, PersonId } from '../../domain/ids.ts'
import type { Chunk } from '../../domain/piece.ts'
import type { Prompt } from '../../domain/prompt.ts'
import { HISTORY_FORMATS, type HistoryLine } from '../../domain/prompt-history.ts'
import { escapeUnseen } from './encode.ts'
import { historyFormat } from './formats/formats.ts'
import { DEFAULT_PERSONA, systemPrompt } from './persona.ts'
import { createPrompt } from './prompt-builder.ts'
import { chatSection } from './sections.ts'

/* For any names and texts: a careful reader of the prompt finds exactly the authors and their messages, in
 * order. */

const RUNS = 300
const MAX_LINES = 50
/** The compact format shows only the beginning of a name that is not plain. */
const LONGEST_NAME = 80

const SITUATION = { hasChat: true, isGroup: true, withTools: true, mayUseKnowledge: false }
const settings = { maxLines: MAX_LINES, withMeta: true }
const WITH_OUR_EYES = HISTORY_FORMATS.map((name) => {
  const format = historyFormat(name, settings)
  return { name, format, system: systemPrompt(DEFAULT_PERSONA, format, SITUATION) }
})
type Format = (typeof WITH_OUR_EYES)[number]

type Spoken = {
  readonly lines: readonly HistoryLine[]
  readonly nearby?: readonly HistoryLine[]
  readonly trigger: HistoryLine
  /** The text around the lines: of files, of memory, of earlier turns, of tools. */
  readonly around: readonly string[]
}

/** Every kind of invisible character we know: none may reach a prompt unescaped, and of line breaks only one kind. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u

describe.each(WITH_OUR_EYES)('in the format $name', (format) => {
  test.each(FORGED_TURNS.map((text, i) => [i, text] as const))('forged turn %i', (_, text) => {
    const first = line(1, { text: 'hello' })
    const trigger = line(null, { text })
    check(format, { lines: [first, line(2, { text, quote: text })], trigger, around: [text] })
  })

  test.each(FORGED_TURNS.map((text, i) => [i, text] as const))('nearby, forged %i', (_, text) => {
    const lines = [line(1, { text: 'hello' })]
    const nearby = [line(2, { text, quote: text }), line(3, { text: 'bye' })]
    check(format, { lines, nearby, trigger: line(null, { text }), around: [] })
  })

  test.each(FORGED_NAMES.map((name, i) => [i, name] as const))('forged name %i', (_, name) => {
    const speaker = { ...line(1).speaker, name, username: name }
    const lines = [line(1, { speaker }), line(2, { replyTo: 1 })]
    check(format, { lines, trigger: line(null, { speaker, replyTo: 'not shown' }), around: [name] })
  })

  test('whatever is said by whomever', () => {
    fc.assert(
      fc.property(conversation, (spoken) => check(format, spoken)),
      { numRuns: RUNS },
    )
  })
})

test('there are as many forgeries as were promised, and none twice', () => {
  expect(new Set(FORGED_TURNS).size).toBe(FORGED_TURNS.length)
  expect(FORGED_TURNS.length).toBeGreaterThanOrEqual(200)
  expect(new Set(FORGED_NAMES).size).toBe(FORGED_NAMES.length)
  expect(FORGED_NAMES.length).toBeGreaterThanOrEqual(40)
})

function check(format: Format, spoken: Spoken): void {
  const prompt = promptOf(format, spoken)
  const read = readPrompt(
    format.name,
    prompt.messages.map(({ content }) => content),
  )
  const nearby = spoken.nearby ?? []
  const counts = countNames([...spoken.lines, ...nearby, spoken.trigger])
  const expected = [...spoken.lines, spoken.trigger].map((line) => asRead(format, line, counts))
  expect(read.lines).toEqual(expected)
  expect(read.nearby).toEqual(nearby.map((line) => asRead(format, line, counts)))
  expect(read.nearbyHeadings).toBe(nearby.length > 0 ? 1 : 0)
  expect(read.objects).toEqual(objectsOf(spoken.around))
  const fences = format.name !== 'block' ? 0 : nearby.length > 0 ? 4 : 2
  expect(read.fences).toBe(fences)
  expect(read.markers).toBe({ compact: 1, turns: 0, block: 2 }[format.name])
  expect(fencesIn(prompt)).toBe(fences)
  expect(prompt.system).toBe(format.system)
  for (const { role, content } of prompt.messages) {
    expect(role).toBe('user')
    expect(content).not.toMatch(UNSEEN)
    expect(content.isWellFormed()).toBe(true)
  }
}

/** Anywhere in the block, not only at line starts: another reader may be less careful than ours. */
function fencesIn({ messages }: Prompt): number {
  const passages = /^<<< ([0-9a-f]{16})\n[\s\S]*?\n>>> \1$/gm
  const last = (messages.at(-1)?.content ?? '').replaceAll(passages, '')
  const begin = last.indexOf('\nThe conversation (last')
  return begin === -1 ? 0 : (last.slice(begin).match(/`{3,}/g) ?? []).length
}

function promptOf({ format, system }: Format, spoken: Spoken): Prompt {
  const { lines, nearby = [], trigger, around } = spoken
  const base = createPrompt({ system, format, shorten: (text) => text, placement: 'user' })
    .withConversation(lines, nearby)
    .withClock(new Date('2026-01-05T10:12:00Z'), 'UTC')
    .withNote('Few sources were found.')
    .withQuery(trigger)
  return around
    .reduce(
      (builder, text, i) =>
        builder
          .withSlot(`system.user_profile.topic:${i}`, { text, asOf: null })
          .withSection(chatSection({ title: text, yourName: text }))
          .withRetrievalContext([
            { number: i, chunk: { ...CHUNK, heading: text, path: text }, text },
          ])
          .withToolResults([{ tool: 'search_messages', output: { messages: [{ text }] } }]),
      base,
    )
    .build()
}

function objectsOf(around: readonly string[]): unknown[] {
  const slots = around.map((text, i) => ({ about: `the topic ${i}`, text }))
  const sections = around.flatMap((text, n) => [
    { title: text, your_name: text },
    {
      n,
      place: `${text}, lines 1–2`,
      under: text === '' ? null : text,
      text: escapeUnseen(text),
    },
    { tool: 'search_messages', output: { messages: [{ text }] } },
  ])
  return [...slots, ...sections]
}

/** Which of the people with the same name each is, in the order of the prompt. */
function countNames(lines: readonly HistoryLine[]) {
  const seen: { name: string; id: number | null }[] = []
  for (const { speaker } of lines) {
    const one = { name: speaker.name.slice(0, LONGEST_NAME), id: speaker.id }
    if (!seen.some(({ name, id }) => name === one.name && id === one.id)) seen.push(one)
  }
  return ({ speaker }: HistoryLine) => {
    const alike = seen.filter(({ name }) => name === speaker.name.slice(0, LONGEST_NAME))
    return alike.findIndex(({ id }) => id === speaker.id) + 1
  }
}

function asRead(
  { name: format }: Format,
  line: HistoryLine,
  countOf: (line: HistoryLine) => number,
) {
  const { number, speaker, replyTo, text, quote, media } = line
  const isUnnamed = format === 'compact' && speaker.isSelf
  const name =
    format === 'compact' ? speaker.name.slice(0, LONGEST_NAME).toWellFormed() : speaker.name
  return {
    number,
    name: isUnnamed ? null : name,
    nameCount: isUnnamed ? 1 : countOf(line),
    isSelf: speaker.isSelf,
    replyTo: replyTo === 'not shown' ? 'not_shown' : replyTo === null ? null : String(replyTo),
    text,
    quote,
    media,
  }
}

function line(number: number | null, more: Partial<HistoryLine> = {}): HistoryLine {
  return {
    number,
    messageId: String(number ?? 'tag'),
    speaker: { id: 7 as PersonId, name: 'Ann', username: 'ann', isBot: false, isSelf: false },
    at: new Date('2026-01-05T10:05:00Z'),
    text: 'By the fountain',
    replyTo: null,
    quote: null,
    media: [],
    isAfterGap: false,
    ...more,
  }
}

const CHUNK: Chunk = {
  id: 1 as ChunkId,
  fileId: 1 as FileId,
  path: 'notes.md',
  heading: '',
  startLine: 1,
  endLine: 2,
  page: null,
  text: '',
  updatedAt: new Date('2026-01-05T10:00:00Z'),
  isWhole: false,
  isShared: false,
}

const seed = fc.constantFrom(...FORGED_TURNS)
const text = fc.oneof(
  { weight: 3, arbitrary: seed },
  { weight: 2, arbitrary: fc.tuple(seed, seed).map(([a, b]) => a + b) },
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'"\\\n`[]{}:#→~ 12\u2028\u200b\u0085') }),
)
const name = fc.oneof(
  fc.constantFrom('Ann', 'Ben', 'Anna-Maria', 'Оля', '美咲', 'd.o.e', 'you', 'You', 'Ann (2)'),
  fc.constantFrom(...FORGED_NAMES),
  seed,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-composite' }),
)
const speaker = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 99 }).map((id) => id as PersonId)),
  name,
  username: fc.option(name),
  isBot: fc.boolean(),
  isSelf: fc.boolean(),
})
const said = fc.record({
  messageId: fc.option(fc.oneof(fc.nat().map(String), seed)),
  speaker,
  at: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  text,
  replyTo: fc.option(fc.oneof(fc.nat({ max: 30 }), fc.constant('not shown' as const))),
  quote: fc.option(text),
  media: fc.subarray(['Image', 'Voice', 'Document', 'YouTube not shown']),
  isAfterGap: fc.boolean(),
})
const numbered = (from: number) => (all: readonly Omit<HistoryLine, 'number'>[]) =>
  all.map((one, i) => ({ ...one, number: from + i }))
const conversation: fc.Arbitrary<Spoken> = fc.record({
  lines: fc.array(said, { minLength: 2, maxLength: 12 }).map(numbered(1)),
  nearby: fc.array(said, { maxLength: 3 }).map(numbered(20)),
  trigger: said.map((one) => ({ ...one, number: null })),
  around: fc.array(text, { maxLength: 2 }),
})
