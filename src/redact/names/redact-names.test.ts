import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { redact } from '../redact.ts'
import { guessNames } from './guess-names.ts'

describe('names we were told', () => {
  const names = [
    'Anna Kowalska',
    'José',
    'Will',
    'Мария',
    '田中太郎',
    'anna_k',
    'Jean-Luc Picard',
    '✨Zoë✨',
    'Li',
  ]

  test.each([
    ['ask Anna Kowalska', 'ask [name]'],
    ['ask anna or KOWALSKA', 'ask [name] or [name]'],
    ['jose said so, José too, and Jose\u0301', '[name] said so, [name] too, and [name]'],
    ['he will come, says Will', 'he will come, says [name]'],
    ['скажи Марии и мария', 'скажи [name] и [name]'],
    ['田中太郎さんに聞いて', '[name]さんに聞いて'],
    ['thanks @anna_k!', 'thanks @[name]!'],
    ["Jean-Luc's ship", "[name]'s ship"],
    ['zoe?', '[name]?'],
    ['Annabel and hosanna stay', 'Annabel and hosanna stay'],
    ['li is a unit, Li is not', 'li is a unit, [name] is not'],
    ['An\u200bna', '[name]'],
  ])('%s', (text, expected) => {
    expect(redact(text, { names }).text.replace(/\[name\]-\[name\]/, '[name]')).toBe(expected)
  })

  test('without names nothing is hidden', () => {
    expect(redact('Anna Kowalska').text).toBe('Anna Kowalska')
  })

  test("one's own name stays, also where another has it", () => {
    const options = { names: ['Anna Kowalska', 'Anna Smith', 'Bob Stone'], own: ['Anna Kowalska'] }
    expect(redact('Anna, Kowalska, Smith and Bob', options).text).toBe(
      'Anna, Kowalska, [name] and [name]',
    )
    expect(redact('Anna Smith', options).text).toBe('[name]')
  })

  test('twice is once', () => {
    const options = { names: ['Anna', 'Name', 'Phone', 'email'] }
    const once = redact('Anna named her phone Phone, a@b.de', options).text
    expect(redact(once, options).text).toBe(once)
  })

  test('a thousand names in a long text take no second', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `Name${i} Family${i}`)
    const text = 'we met name7 family7 and Family12 by the lake '.repeat(2_000)
    const cpuMs = cpuTimer()
    expect(redact(text, { names: many }).found).toHaveLength(4_000)
    expect(cpuMs()).toBeLessThan(3_000)
  })
})

describe('names nobody told us', () => {
  test('are guessed in English, and redact takes them', async () => {
    const text = 'Yesterday Maria Lopez told Rajesh about it. May I go?'
    const names = await guessNames(text)
    expect(names).toEqual(expect.arrayContaining(['Maria Lopez', 'Rajesh']))
    expect(redact(text, { names }).text).toBe('Yesterday [name] told [name] about it. May I go?')
  })

  test('of nothing come none', async () => {
    expect(await guessNames('')).toEqual([])
    expect(await guessNames('x'.repeat(20_000))).toEqual([])
  })
})
