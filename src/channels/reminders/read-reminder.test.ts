import { describe, expect, test } from 'vitest'
import { readReminderCommand, readReminderRequest } from './read-reminder.ts'

/** A Thursday. */
const SAID = new Date('2026-11-19T12:00:00Z')
const clock = (timeZone = 'Europe/Kyiv', saidAt = SAID) => ({ timeZone, saidAt })

describe('a request names its time in the clocks of the chat, and its subject', () => {
  test.each([
    ['remind us on Friday at 9 to bring the tent', '2026-11-20T07:00', 'bring the tent'],
    ['Please remind me in 20 minutes about the oven', '2026-11-19T12:20', 'the oven'],
    ['remind everyone tomorrow that the rent is due', '2026-11-20T07:00', 'the rent is due'],
    ['could you remind me on 3 March at 18:30: dentist', '2027-03-03T16:30', 'dentist'],
    ['remind us tomorrow evening to vote', '2026-11-20T18:00', 'vote'],
    ['remind me at 9', '2026-11-20T07:00', ''],
    ['Erinnere uns am Freitag um 9 an das Zelt', '2026-11-20T07:00', 'das Zelt'],
    ['Erinnere uns morgen um 9 an das Zelt', '2026-11-20T07:00', 'das Zelt'],
    ['erinnere mich morgen früh um 8 an das Zelt', '2026-11-20T06:00', 'das Zelt'],
    ['remind us tomorrow at 9 to buy every egg', '2026-11-20T07:00', 'buy every egg'],
    ['rappelle-nous vendredi à 9h de prendre la tente', '2026-11-20T07:00', 'prendre la tente'],
    ['recuérdanos el viernes a las 9 traer la tienda', '2026-11-20T07:00', 'el traer la tienda'],
    ['lembre-nos na sexta às 9 de levar a barraca', '2026-11-20T07:00', 'na de levar a barraca'],
    ['ricordaci venerdì alle 9 di portare la tenda', '2026-11-20T07:00', 'portare la tenda'],
    ['herinner ons vrijdag om 9 uur aan de tent', '2026-11-20T07:00', 'de tent'],
    ['Напомни нам в пятницу в 9 взять палатку', '2026-11-20T07:00', 'взять палатку'],
    ['напомни через 2 часа про духовку', '2026-11-19T14:00', 'духовку'],
    ['нагадай завтра о 18:30 про оренду', '2026-11-20T16:30', 'оренду'],
    ['明天上午9点提醒我们带帐篷', '2026-11-20T07:00', '带帐篷'],
  ])('%s', async (text, dueAt, what) => {
    const read = await readReminderRequest(text, clock())
    expect(read).toEqual({ kind: 'reminder', dueAt: new Date(`${dueAt}:00Z`), what })
  })
})

test.each([
  'what did we decide?',
  'remind them',
  'do you remind people?',
  'I was reminded on Friday',
  '',
])('“%s” is no request', async (text) => {
  expect(await readReminderRequest(text, clock())).toBeNull()
})

test.each([
  ['remind me what we decided', 'no_time'],
  ['remind us every Friday at 9 to sweep', 'repeats'],
  ['remind us on 3 March 2020 at 9', 'past'],
  ['remind us on 3 March 2090', 'too_far'],
])('%s: %s', async (text, kind) => {
  expect(await readReminderRequest(text, clock())).toEqual({ kind })
})

test('the command takes any of the languages', async () => {
  for (const args of ['Friday at 9 tent', 'Freitag um 9 Zelt', 'в пятницу в 9 палатка']) {
    const read = await readReminderCommand(args, clock())
    expect(read).toMatchObject({ kind: 'reminder', dueAt: new Date('2026-11-20T07:00:00Z') })
  }
})

describe('where clocks change', () => {
  test.each([
    // Berlin goes back on 25 October 2026 at 3:00, forward on 28 March 2027 at 2:00.
    ['Europe/Berlin', '2026-10-24T12:00Z', 'tomorrow at 9', '2026-10-25T08:00Z'],
    ['Europe/Berlin', '2026-10-24T12:00Z', 'tomorrow at 2:30', '2026-10-25T00:30Z'],
    ['Europe/Berlin', '2027-03-27T12:00Z', 'tomorrow at 9', '2027-03-28T07:00Z'],
    ['Europe/Berlin', '2027-03-27T12:00Z', 'tomorrow at 2:30', '2027-03-28T01:30Z'],
    ['Europe/Berlin', '2027-03-27T12:00Z', 'in 24 hours', '2027-03-28T12:00Z'],
    ['America/New_York', '2026-10-31T12:00Z', 'tomorrow at 9', '2026-11-01T14:00Z'],
    ['Asia/Kolkata', '2026-10-31T20:00Z', 'tomorrow at 9', '2026-11-02T03:30Z'],
    ['Pacific/Kiritimati', '2026-10-31T12:00Z', 'tomorrow at 9', '2026-11-01T19:00Z'],
  ])('%s, said at %s: %s', async (timeZone, saidAt, args, dueAt) => {
    const read = await readReminderCommand(args, clock(timeZone, new Date(saidAt)))
    expect(read).toMatchObject({ kind: 'reminder', dueAt: new Date(dueAt) })
  })
})

test('a hostile text is read in bounded time', async () => {
  const texts = [
    'remind me '.repeat(20_000),
    `remind me ${'1 '.repeat(50_000)}`,
    'в 9 '.repeat(30_000),
  ]
  for (const text of texts) {
    await readReminderRequest(text, clock())
    await readReminderCommand(text, clock())
  }
})
