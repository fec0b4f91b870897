import { describe, expect, test } from 'vitest'
import { addressIn } from './address-in.ts'
import { readMatrixHtml, readPlain } from './matrix-text.ts'

const ME = {
  id: '@ear.shot:matrix.test',
  username: 'ear.shot',
  name: 'Earshot Bot',
  readsAll: true,
}
const NAMES = { me: ME, names: ['Iris'] }
const COMMANDS = new Set(['why', 'catchup', 'forget_me'])
const inPlain = (body: string, content = {}) => addressIn(content, readPlain(body), NAMES, COMMANDS)

describe('a mention', () => {
  test.each([
    '@ear.shot what now?',
    'what now, @ear.shot?',
    'what does @ear.shot: think',
    '@EAR.SHOT what now?',
    '@ear.shot:matrix.test what now?',
    'Earshot Bot: what now?',
    'earshot bot what now?',
    'Iris, what now?',
    '(@ear.shot)',
  ])('is %j', (body) => {
    expect(inPlain(body).isMention).toBe(true)
  })

  test.each([
    'what now?',
    'earshot',
    '@ear.shots what now?',
    '@ear.shot:other.test what now?',
    '@earXshot what now?',
    'mail@ear.shot',
    'what does Earshot Bot think?',
    'Irises are blue',
    '`@ear.shot what now?`',
    '```\n@ear.shot what now?\n```',
    '`Iris` is a name',
  ])('is not %j', (body) => {
    expect(inPlain(body).isMention).toBe(false)
  })

  test('is one that the client lists, whatever the text says', () => {
    const content = { 'm.mentions': { user_ids: ['@bob:matrix.test', ME.id] } }
    expect(inPlain('what now?', content).isMention).toBe(true)
    expect(inPlain('what now?', { 'm.mentions': { room: true } }).isMention).toBe(false)
    expect(inPlain('what now?', { 'm.mentions': { user_ids: 'all' } }).isMention).toBe(false)
    expect(inPlain('what now?', { 'm.mentions': [ME.id] }).isMention).toBe(false)
  })

  test('is stored as the @name, whichever way it was written', () => {
    const pill = '<a href="https://matrix.to/#/@ear.shot:matrix.test">Earshot Bot</a> now?'
    const read = addressIn({}, readMatrixHtml(pill, ME.id), NAMES, COMMANDS)
    expect(read).toEqual({ text: '@ear.shot now?', isMention: true, command: null })
    expect(inPlain('Earshot Bot: now?').text).toBe('@ear.shot: now?')
    expect(inPlain('hi @ear.shot:matrix.test!').text).toBe('hi @ear.shot!')
    expect(inPlain('Iris: now?').text).toBe('Iris: now?')
    expect(inPlain('see `@ear.shot:matrix.test`').text).toBe('see `@ear.shot:matrix.test`')
  })
})

describe('a command', () => {
  test.each([
    ['!why', 'why', '/why'],
    ['/why', 'why', '/why'],
    ['!WHY', 'why', '/why'],
    ['!catchup 24 hours', 'catchup', '/catchup 24 hours'],
    ['@ear.shot !why', 'why', '/why'],
    ['@ear.shot: !catchup me', 'catchup', '/catchup me'],
    ['Earshot Bot: !forget_me', 'forget_me', '/forget_me'],
  ])('%j is /%s', (body, command, text) => {
    expect(inPlain(body)).toEqual({ text, isMention: false, command })
  })

  test.each(['!deploy prod', '!', '!!why', '!whyever', 'so !why', '`!why`', '//why', '!why?'])(
    '%j is none of ours',
    (body) => {
      expect(inPlain(body)).toMatchObject({ text: body, command: null })
    },
  )
})
