import { describe, expect, test } from 'vitest'
import { datesIn } from './dates-in.ts'

const date = (year: number | null, month: number | null, day: number | null) => ({
  year,
  month,
  day,
})

describe('the dates in', () => {
  test.each([
    ['What did Ann say on 13 October 2023?', [date(2023, 10, 13)]],
    ['October 13th, 2023', [date(2023, 10, 13)]],
    ['the 3rd of May', [date(null, 5, 3)]],
    ['the beginning of May', [date(null, 5, null)]],
    ['w czerwcu', [date(null, 6, null)]],
    ['in June', [date(null, 6, null)]],
    ['in May', [date(null, 5, null)]],
    ['the trip of 2021', [date(2021, null, null)]],
    ['between August 11 and August 15 2023', [date(null, 8, 11), date(2023, 8, 15)]],
    ['13.10.2023', [date(2023, 10, 13)]],
    ['2023-10-13', [date(2023, 10, 13)]],
    ['am 5. März', [date(null, 3, 5)]],
    ['le 3 mars', [date(null, 3, 3)]],
    ['21 de marzo de 2020', [date(2020, 3, 21)]],
    ['13 октября 2023 года', [date(2023, 10, 13)]],
    ['у травні', [date(null, 5, null)]],
    ['2023年10月13日', [date(2023, 10, 13)]],
  ])('%s', (text, dates) => {
    expect(datesIn(text)).toEqual(dates)
  })

  test.each([
    'May I ask?',
    'We march on',
    'the Mars rover',
    'Jan said so',
    'What did June say?',
    'червоний дім',
    '3 dogs',
    '',
  ])('%j are none', (text) => {
    expect(datesIn(text)).toEqual([])
  })
})
