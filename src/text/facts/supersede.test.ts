import { describe, expect, test } from 'vitest'
import { isAsScripted, runScript, UPDATES } from '../../../test/facts/updates.ts'
import type { StatedFact, StoredFact } from '../../domain/fact.ts'
import type { FactId, MessageId, PersonId } from '../../domain/ids.ts'
import { joinFacts, supersede } from './supersede.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

function home(value: string, from: number, more: Partial<StatedFact> = {}): StatedFact {
  return {
    about: { kind: 'person', personId: 1 as PersonId, name: 'Ann' },
    attribute: 'home',
    key: null,
    value,
    text: `Ann lives in ${value}`,
    saidBy: 1 as PersonId,
    saidAt: day(from),
    validFrom: day(from),
    validTo: null,
    ends: false,
    messageIds: [from as MessageId],
    confidence: 0.9,
    ...more,
  }
}
const stored = (id: number, fact: StatedFact): StoredFact => ({ ...fact, id: id as FactId })

test('of 100 scripted updates at least 95 leave the periods they should', () => {
  expect(UPDATES).toHaveLength(100)
  const wrong = UPDATES.filter((script) => !isAsScripted(runScript(script)))
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(5)
})

describe('a new fact', () => {
  test('closes the one it replaces at its own start', () => {
    expect(supersede([stored(7, home('Rome', 1))], home('Berlin', 5))).toEqual({
      kind: 'add',
      closes: [{ id: 7, validTo: day(5) }],
      validTo: null,
    })
  })

  test('told a little late replaces what was said before; a story of years ago is history', () => {
    const known = [stored(7, home('Rome', 20))]
    const told = (from: Date) => home('Berlin', 25, { validFrom: from })
    expect(supersede(known, told(day(1)))).toEqual({
      kind: 'add',
      closes: [{ id: 7, validTo: day(20) }],
      validTo: null,
    })
    const years = new Date(Date.UTC(2019, 0, 1))
    expect(supersede(known, told(years))).toEqual({ kind: 'add', closes: [], validTo: day(20) })
  })

  test('that says the same joins, and raises the confidence', () => {
    const change = supersede([stored(7, home('Rome', 1))], home('Rome', 5))
    expect(change).toMatchObject({ kind: 'join', id: 7, messageIds: [1, 5], validFrom: day(1) })
    expect(change.kind === 'join' && change.confidence).toBeGreaterThan(0.9)
  })

  test('that arrives late ends where the newer one begins, and closes nothing newer', () => {
    const known = [stored(7, home('Berlin', 5))]
    expect(supersede(known, home('Rome', 1))).toEqual({ kind: 'add', closes: [], validTo: day(5) })
  })

  test('that ends another closes it and is not stored', () => {
    const known = [stored(7, home('Rome', 1))]
    const ending = home('Rome', 5, { ends: true })
    expect(supersede(known, ending)).toEqual({ kind: 'end', closes: [{ id: 7, validTo: day(5) }] })
    expect(supersede(known, { ...ending, value: 'Paris' })).toEqual({ kind: 'end', closes: [] })
  })

  test('about a name never closes a fact about a person', () => {
    const nameless = { kind: 'person', personId: null, name: 'Ann' } as const
    const change = supersede([stored(7, home('Rome', 1))], home('Oslo', 5, { about: nameless }))
    expect(change).toEqual({ kind: 'add', closes: [], validTo: null })
  })
})

test('repeated facts of one run are joined, a value that comes back is not', () => {
  const values = ['Rome', 'Rome', 'Oslo', 'Rome'].map((value, i) => home(value, i + 1))
  const joined = joinFacts(values)
  expect(joined.map(({ value, messageIds }) => [value, messageIds])).toEqual([
    ['Rome', [1, 2]],
    ['Oslo', [3]],
    ['Rome', [4]],
  ])
})
