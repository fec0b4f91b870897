import { expect, test } from 'vitest'
import { periodIn } from './period-in.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const days = (text: string, now = NOW) => {
  const period = periodIn(text, now)
  return period && [period.from, period.until].map((one) => one.toISOString().slice(0, 10))
}

test.each([
  ['Where did Ann live last spring?', '2026-03-01', '2026-06-01'],
  ['and last autumn?', '2025-09-01', '2025-12-01'],
  ['what did we do last winter', '2025-12-01', '2026-03-01'],
  ['Wo hat Ann letztes Jahr gearbeitet?', '2025-01-01', '2026-01-01'],
  ['где Аня жила прошлой весной?', '2026-03-01', '2026-06-01'],
  ['де Аня жила минулого року?', '2025-01-01', '2026-01-01'],
  ['où habitait Ann le printemps dernier ?', '2026-03-01', '2026-06-01'],
  ['¿dónde vivía Ann el verano pasado?', '2026-06-01', '2026-09-01'],
  ['安去年住在哪里？', '2025-01-01', '2026-01-01'],
  ['what was the price last month?', '2026-10-01', '2026-11-01'],
  ['who was on call last week?', '2026-11-09', '2026-11-16'],
  ['what was decided yesterday', '2026-11-18', '2026-11-19'],
  ['where did she work in May 2023?', '2023-05-01', '2023-06-01'],
  ['what was agreed on 3 December?', '2025-12-03', '2025-12-04'],
  ['who was treasurer in 2019?', '2019-01-01', '2020-01-01'],
])('“%s” is about %s to %s', (text, from, until) => {
  expect(days(text)).toEqual([from, until])
})

test.each(['where does Ann live?', 'the last word', 'at last', 'in spring we plant', ''])(
  '“%s” names no period',
  (text) => {
    expect(periodIn(text, NOW)).toBeNull()
  },
)

test('the turn of a year and of a month is no edge', () => {
  expect(days('last month', new Date('2026-01-05T00:00:00Z'))).toEqual(['2025-12-01', '2026-01-01'])
  expect(days('last winter', new Date('2026-01-05T00:00:00Z'))).toEqual([
    '2024-12-01',
    '2025-03-01',
  ])
})
