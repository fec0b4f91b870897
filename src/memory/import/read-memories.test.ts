import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { isAppError } from '../../domain/errors.ts'
import { MAX_MEMORIES, readMemories } from './read-memories.ts'

const textsIn = (file: string) => readMemories(file).memories.map(({ text }) => text)
const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

describe('mem0', () => {
  const entry = {
    id: 'm1',
    memory: 'Loves hiking',
    user_id: 'ann',
    metadata: { category: 'hobbies' },
    created_at: '2025-03-01T10:00:00.123-07:00',
    updated_at: null,
  }

  test.each([
    ['an array', [entry]],
    ['a page of results', { count: 1, next: null, previous: null, results: [entry] }],
    ['results with relations', { results: [entry], relations: [] }],
    ['memories', { memories: [entry] }],
  ])('%s', (_, file) => {
    expect(readMemories(JSON.stringify(file))).toMatchObject({
      format: 'mem0',
      memories: [
        { text: 'Loves hiking', person: 'ann', saidAt: new Date('2025-03-01T17:00:00.123Z') },
      ],
      unreadable: [],
    })
  })

  test('a memory of an agent has no user; one that expires has an end; others are counted', () => {
    const file = [
      { id: '1', text: 'Answers in French', agent_id: 'bot', created_at: 1_740_000_000 },
      { id: '2', content: 'Has a ticket', user_id: 'ann', expiration_date: '2025-12-31' },
      { id: '3', memory: '   ' },
      'text',
      null,
    ]
    const { memories, unreadable } = readMemories(JSON.stringify(file))
    expect(
      memories.map(({ person, saidAt, validTo }) => [person, day(saidAt), day(validTo)]),
    ).toEqual([
      [null, '2025-02-19', null],
      ['ann', null, '2025-12-31'],
    ])
    expect(unreadable).toEqual([3, 4, 5])
  })
})

describe('Zep', () => {
  const edge = {
    uuid: 'e1',
    name: 'LIVES_IN',
    fact: 'Ann lives in Rome',
    created_at: '2025-01-02T00:00:00Z',
    valid_at: '2024-05-01T00:00:00Z',
    invalid_at: '2025-02-01T00:00:00Z',
    expired_at: null,
    source_node_uuid: 'n1',
    target_node_uuid: 'n2',
  }

  test.each([
    ['edges', { edges: [edge] }],
    ['facts', { facts: [edge] }],
    ['a list', [edge]],
  ])('%s', (_, file) => {
    const { format, memories } = readMemories(JSON.stringify(file))
    expect(format).toBe('zep')
    expect(
      memories.map((one) => [one.text, day(one.saidAt), day(one.validFrom), day(one.validTo)]),
    ).toEqual([['Ann lives in Rome', '2025-01-02', '2024-05-01', '2025-02-01']])
  })

  test('facts of an older kind, and facts that are texts', () => {
    const old = { facts: [{ uuid: '1', content: 'Likes tea', fact: 'Likes tea', rating: 0.5 }] }
    expect(textsIn(JSON.stringify(old))).toEqual(['Likes tea'])
    expect(textsIn(JSON.stringify({ facts: ['Likes tea', 'Has a dog'] }))).toEqual([
      'Likes tea',
      'Has a dog',
    ])
  })
})

describe('texts', () => {
  test('lines of ChatGPT, with bullets, numbers and days', () => {
    const text = [
      'Has a dog named Rex.',
      '- Prefers short answers.',
      '3. [2024-05-01]. Works as a nurse.',
      '[May 3, 2024] - Moved to Lisbon',
      '[unknown] - Likes tea',
      '2024-06-07: Bought a bike',
      '[draft] is how drafts are marked',
      '',
      '---',
    ].join('\r\n')
    const { format, memories } = readMemories(`\uFEFF${text}`)
    expect(format).toBe('chatgpt')
    expect(memories.map((one) => [one.position, day(one.saidAt), one.text])).toEqual([
      [1, null, 'Has a dog named Rex.'],
      [2, null, 'Prefers short answers.'],
      [3, '2024-05-01', 'Works as a nurse.'],
      [4, '2024-05-03', 'Moved to Lisbon'],
      [5, null, 'Likes tea'],
      [6, '2024-06-07', 'Bought a bike'],
      [7, null, '[draft] is how drafts are marked'],
    ])
  })

  test('Markdown of Claude: headings are none, long prose is read by sentences', () => {
    const long = `${'Ann leads the team of the port and plans its work. '.repeat(7)}She likes tea.`
    const text = `**Work context**\n\n${long}\n\n# Preferences\n- **Short** answers in \`plain\` words\n\n\`\`\`\n[2025-01-02] - Has two cats\n\`\`\``
    const { format, memories } = readMemories(text)
    expect(format).toBe('claude')
    expect(memories).toHaveLength(10)
    expect(memories.at(-3)?.text).toBe('She likes tea.')
    expect(memories.at(-2)?.text).toBe('Short answers in plain words')
    expect(memories.at(-1)).toMatchObject({ text: 'Has two cats', position: 9 })
  })
})

describe('what is refused', () => {
  test.each([
    ['nothing', '', /empty/],
    ['white space', ' \n\t\uFEFF', /empty/],
    ['broken JSON', '{"results": [{"memory": "tea"', /damaged or incomplete/],
    ['another shape', '{"users": [{"name": "Ann"}]}', /No memories are recognised/],
    ['UTF-16 without its mark', 't\0e\0a\0', /no text in UTF-8/],
    ['a later version', '{"format":"earshot-memories","version":2}', /version 2.*Update/],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, /No memories are recognised/],
    ['a nested object', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, /No memories/],
  ])('%s', (_, text, why) => {
    const refused = () => readMemories(text)
    expect(refused).toThrow(why)
    expect(refused).toThrow(/mem0.*Zep.*ChatGPT.*Claude/s)
  })

  test('more memories than a file may have', () => {
    const lines = Array.from({ length: MAX_MEMORIES + 1 }, (_, i) => `fact ${i}`).join('\n')
    expect(() => readMemories(lines)).toThrow(/Split it/)
  })

  test('a field that is called __proto__ changes nothing', () => {
    const file = '[{"__proto__": {"memory": "planted"}, "id": "1"}, {"memory": "tea"}]'
    expect(textsIn(file)).toEqual(['tea'])
  })
})

test('whatever the file is, it is read or refused with an error that names what is accepted', () => {
  const value = fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(value, (text) => {
      try {
        const { memories } = readMemories(text)
        for (const one of memories) expect(one.text.trim()).not.toBe('')
      } catch (error) {
        expect(isAppError(error, 'import_line_invalid')).toBe(true)
      }
    }),
    runs(500, 20_000),
  )
})

test('a line of a megabyte takes no time', () => {
  const text = `- ${'['.repeat(500_000)}${'a '.repeat(250_000)}`
  expect(textsIn(text)).toHaveLength(1)
})
