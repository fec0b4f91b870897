import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { onlyAgrees, statesDecision } from './states-decision.ts'

describe('a decision', () => {
  test.each([
    'ok 13th it is then',
    '7 it is',
    'ok then saturday 10, done',
    "i'll take the 9:40 train",
    'I’ve booked the cabin, 240 for two nights',
    'Training tomorrow is cancelled',
    'lets go with csv only',
    'plumber is coming thursday between 8 and 10',
    'The AGM: Thursday 28th, 7pm',
    'sorted for saturday. can someone bring chairs?',
    'gut, dann der 12.',
    'Sport fällt morgen aus',
    'techniker kommt dienstag um 14 uhr',
    'ich bringe den kuchen mit',
    'we nemen de trein, afgesproken',
    'on annule le brunch',
    'je m’en occupe',
    'quedamos el sábado a las 9',
    'yo me encargo del vino',
    'fechado então, 4',
    'ci vediamo alle 8',
    'тогда едем в субботу, выезд в 9',
    'я куплю мясо',
    'ок тоді 12 липня',
    'беру на себе каву',
    'umówiliśmy się na piątek',
    'cumartesi buluşuyoruz',
    'اتفقنا على الجمعة',
    '周日排练改到小剧场',
    '土曜日に決まりました',
  ])('is stated by %j', (text) => {
    expect(statesDecision(text)).toBe(true)
  })

  test.each([
    'saturday or sunday?',
    'anyone booked flights yet? 9k right now',
    'so is insurance sorted for the weekend',
    'if it rains we take the bus',
    'we have not decided yet, nothing is booked',
    'I know what it is',
    'the film was so bad',
    'nobody knows',
    'wer kommt am freitag?',
    'vielleicht fahren wir morgen',
    'puede que el sábado, no sé',
    'on pourrait partir samedi à 9h',
    'может в субботу в 9',
    'якщо дощ, то їдемо завтра',
    'agreed',
    'домовились 👍',
  ])('is not stated by %j', (text) => {
    expect(statesDecision(text)).toBe(false)
  })

  test.each([
    ['Deal! 🤝', true],
    ['abgemacht', true],
    ['договорились', true],
    ['agreed at the meeting: 5 a month', false],
    ['ok', false],
  ])('%j only agrees: %s', (text, expected) => {
    expect(onlyAgrees(text)).toBe(expected)
  })

  test.each([
    'it is ',
    ' ',
    '9',
    '9:',
    'i will ',
    "so we'",
    'fällt a ',
    '. ',
    'si ',
    'я ',
    '\n',
    '?',
    'bought the a ',
  ])('%j over and over is read in time', (text) => {
    const elapsed = cpuTimer()
    statesDecision(text.repeat(100_000 / text.length))
    for (let i = 0; i < 50; i += 1) statesDecision(`${text.repeat(590 / text.length)}x${i}`)
    expect(elapsed()).toBeLessThan(2_000)
  })
})
