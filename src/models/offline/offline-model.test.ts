import { expect, test } from 'vitest'
import type { Task } from '../../domain/prompt.ts'
import { countTokens } from '../tokens/tokens.ts'
import { createOfflineModel } from './offline-model.ts'
import { LATIN_PHRASES } from './phrases-latin.ts'

const LINES = Array.from({ length: 12 }, (_, i) => ({
  number: i + 1,
  speaker: 'Ann',
  sentAt: new Date(Date.UTC(2026, 0, 3, 10, i)),
  text: `The pizza of ${['Rome', 'Paris', 'Kyiv', 'Lima', 'Oslo', 'Bern'][i % 6]} costs ${i} euros`,
}))
const TOPICS = ['pizza', 'rome', 'paris', 'holidays']

const complete = (task: Task, maxOutputTokens = 1000, signal?: AbortSignal) =>
  createOfflineModel().complete({
    prompt: { system: 'hello', messages: [{ role: 'user', content: 'hello world' }] },
    task,
    maxOutputTokens,
    temperature: 1,
    signal,
  })

test('an answer is labelled an extract, in its text and in its data', async () => {
  const reply = await complete({ kind: 'answer', question: 'pizza in Rome?', lines: LINES })
  expect(reply.text.split('\n')[0]).toBe(LATIN_PHRASES.en.extract)
  expect(reply).toMatchObject({
    modelId: 'offline',
    provider: 'offline',
    isExtract: true,
    inputTokens: 3,
    outputTokens: countTokens(reply.text),
    fallbackReason: null,
  })
})

test.each<{ name: string; task: Task; shape: unknown }>([
  {
    name: 'tag',
    task: { kind: 'tag', lines: LINES, maxTags: 2 },
    shape: {
      tags: [
        { tag: 'pizza', conf: 0.92 },
        { tag: 'euros', conf: 0.92 },
      ],
    },
  },
  {
    name: 'match-topics',
    task: { kind: 'match-topics', lines: LINES, topics: ['pizza'] },
    shape: {
      candidates: [{ slug: 'pizza', label: 'Pizza', score: 1, rationale: expect.any(String) }],
    },
  },
  {
    name: 'check-scope',
    task: { kind: 'check-scope', question: 'pizza?', scope: 'pizza' },
    shape: { score: 100, reason: expect.any(String) },
  },
  {
    name: 'grade',
    task: { kind: 'grade', question: 'pizza in Rome?', lines: LINES.slice(0, 1) },
    shape: { relevant: [1] },
  },
  {
    name: 'rewrite',
    task: { kind: 'rewrite', question: '@bot where is the pizza?', tried: [] },
    shape: { query: 'pizza' },
  },
])('$name answers with the JSON the prompt asks for', async ({ task, shape }) => {
  expect(JSON.parse((await complete(task)).text)).toEqual(shape)
})

test.each<Task>([
  { kind: 'answer', question: 'pizza?', lines: LINES },
  { kind: 'summarise', lines: LINES, maxBullets: 9, maxTokens: 500 },
])('$kind keeps to the output limit, whole lines first', async (task) => {
  for (const limit of [1, 20, 60, 200]) {
    expect((await complete(task, limit)).outputTokens).toBeLessThanOrEqual(limit)
  }
  expect((await complete(task, 80)).text).toMatch(/euros"? ?(\[\d+\])?$/)
})

test('JSON stays JSON under a small output limit', async () => {
  const { text } = await complete({ kind: 'match-topics', lines: LINES, topics: TOPICS }, 60)
  expect(JSON.parse(text).candidates.length).toBeLessThan(TOPICS.length)
  expect(countTokens(text)).toBeLessThanOrEqual(60)
})

test('a decline names the scope, and keeps to the output limit', async () => {
  const task: Task = { kind: 'decline', question: 'pasta?', scope: 'Pizza, and only pizza' }
  expect((await complete(task)).text).toContain('Pizza, and only pizza')
  expect((await complete(task, 5)).outputTokens).toBeLessThanOrEqual(5)
})

test('a reader who watches is told the whole text', async () => {
  const told: string[] = []
  const { text, toolUses } = await createOfflineModel().complete({
    prompt: { system: '', messages: [] },
    task: { kind: 'answer', question: 'pizza in Rome?', lines: LINES },
    maxOutputTokens: 1000,
    temperature: 1,
    onText: (piece) => told.push(piece),
  })
  expect(told.join('')).toBe(text)
  expect(toolUses).toEqual([])
})

test('the same call gives the same reply', async () => {
  const task: Task = { kind: 'answer', question: '@bot', lines: LINES }
  expect(await complete(task)).toEqual(await complete(task))
})

test('a caller who has left gets nothing', async () => {
  const task: Task = { kind: 'tag', lines: LINES, maxTags: 2 }
  const gone = AbortSignal.abort(new Error('the caller left'))
  await expect(complete(task, 100, gone)).rejects.toThrow('the caller left')
})
