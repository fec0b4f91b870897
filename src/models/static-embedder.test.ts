import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../test/cpu-timer.ts'
import { createStaticEmbedder } from './static-embedder.ts'

const embedder = createStaticEmbedder()

async function likeness(a: string, b: string): Promise<number> {
  const [x = new Float32Array(), y] = await embedder.embed([a, b])
  return x.reduce((sum, value, i) => sum + value * (y?.[i] ?? 0), 0)
}

test('every text, even an empty one, gives a unit vector', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const [vector = new Float32Array()] = await embedder.embed([text])
      expect(vector).toHaveLength(256)
      expect(embedder.dimensions).toBe(256)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    }),
  ))

test('the empty text always has the same direction', async () => {
  expect(await likeness('', ' \n')).toBe(1)
  expect((await embedder.embed(['']))[0]?.[0]).toBe(1)
})

test('vectors are the same on every machine', async () => {
  // Fails when the table or the hashing changes; then the id must change too, as stored vectors become stale.
  const [vector] = await embedder.embed(['The thai restaurant на Садовой'])
  const sizes = [...(vector ?? [])].map((value, i) => [Math.abs(value).toFixed(3), i] as const)
  const largest = sizes.toSorted((a, b) => b[0].localeCompare(a[0])).slice(0, 3)
  expect(embedder.id).toBe('static-v2')
  expect(largest).toEqual([
    ['0.267', 9],
    ['0.256', 5],
    ['0.229', 0],
  ])
})

test('a text of 100 kB, spaced or not, takes no longer than its beginning', async () => {
  const cpuMs = cpuTimer()
  await embedder.embed(['a long story '.repeat(8_000), 'x'.repeat(100_000), '東京'.repeat(50_000)])
  expect(cpuMs()).toBeLessThan(1_000)
  expect(await likeness('the visa photo '.repeat(8_000), 'the visa photo')).toBeGreaterThan(0.99)
})

/* Pairs that can be judged by eye: the first two texts must be more similar to each other than to the third. */
describe('meaning, where the words differ', () => {
  test.each([
    ['A man is playing a guitar', 'Someone makes music', 'A man is eating bread'],
    ['my car broke down', 'the vehicle needs repair', 'my cat sat down'],
    ['The doctor cured him', 'a physician healed the patient', 'The director hired him'],
    ['how much does it cost?', 'the price is ten dollars', 'how long does it take?'],
    ['The baby is asleep', 'the infant sleeps', 'The shop is closed'],
    ['we won the match', 'victory for our team', 'we won a car'],
    ['which linux distro should I install?', 'ubuntu is good', 'which bus should I take?'],
  ])('%s is nearer to %s than to %s', isNearer)
})

describe('meaning, in other languages and across them', () => {
  test.each([
    ['сколько стоит квартира?', 'цена жилья десять тысяч', 'когда приедет поезд?'],
    ['猫在睡觉', '小猫睡着了', '他在开车'],
    ['el médico lo curó', 'a doctor healed him', 'el perro lo mordió'],
    ['Wann fährt der nächste Zug?', 'when does the train leave?', 'Wann ist die Hochzeit?'],
    ['明日は雨が降る', 'it will rain tomorrow', 'I bought a new bicycle'],
    ['우리는 저녁을 먹었다', 'we had dinner', 'the library is closed'],
    ['скільки коштує житло?', 'how much is the rent?', 'how is your sister?'],
  ])('%s is nearer to %s than to %s', isNearer)
})

describe('spelling, in any language', () => {
  test.each([
    ['The thai restaurant on 10th Ave', 'thai restaurants nearby', 'Did the build pass?'],
    ['invoice number', 'invoces', 'holiday plans'],
    ['the knowledge graph meeting', 'knowlege graf', 'the holiday party'],
    ['ресторан на Садовой', 'в ресторане вкусно', 'сборка упала'],
    ['зустріч у п’ятницю', 'коли зустріч', 'квитки на потяг'],
    ['das Treffen am Freitag', 'wann treffen wir uns', 'der Zug nach Köln'],
    ['泰国餐厅的营业时间', '那家泰国餐厅', '今天下雨了'],
    ['where is the key', 'a key of mine', 'where is the man'],
    ['👍', '👍👍', '🎉'],
  ])('%s is nearer to %s than to %s', isNearer)
})

async function isNearer(text: string, near: string, far: string): Promise<void> {
  expect(await likeness(text, near)).toBeGreaterThan(await likeness(text, far))
}
