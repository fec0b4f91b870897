import { expect, test } from 'vitest'
import { cpuTimer } from '../../test/cpu-timer.ts'
import { repeats } from '../../test/depth.ts'
import { redact } from './redact.ts'

/* Texts crafted to keep a rule busy. Quadratic time would be minutes at this size; the limit is wide
 * because the machine may be busy. */

const SIZE = repeats(60_000, 200_000)
const LIMIT_MS = repeats(6_000, 15_000)

function scattered(alphabet: string): string {
  let state = 1
  return Array.from({ length: SIZE }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return alphabet[(state >> 8) % alphabet.length]
  }).join('')
}

const repeated = [
  ...[
    'a',
    '@',
    'a@',
    'a@a.',
    '1',
    '1 ',
    '1.',
    '+1',
    '0',
    '01 ',
    ':',
    ':a',
    '-',
    '_',
    '(',
    ' ',
    '\n',
    '=',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----\n',
    'password: ',
    'passwordpassword=',
    '://a:',
    ' at ',
    'a dot ',
    'one ',
  ],
  ...[
    'one two three four five six x ',
    '\u200b',
    '1\u200b',
    '👩‍👩‍👧',
    '我们今天',
    'DE89 3704 0044 0532 0130 01 ',
  ],
  ...[
    'eyJ',
    'eyJaaaaaaaaa.',
    '\ufdfa',
    '[phone] 415',
    'e\u0301',
    'tel 0301234567 ',
    'sk-',
    'bearer ',
    'ab-',
  ],
]

test.each(repeated)('%j over and over', (piece) => {
  const text = piece.repeat(SIZE / piece.length)
  const cpuMs = cpuTimer()
  redact(text, { names: ['Anna', 'a', '我们'] })
  expect(cpuMs()).toBeLessThan(LIMIT_MS)
})

test.each(['0123456789', '0123456789 ', '0123456789 -.()+', 'abcdef0123456789:', 'aB3 ', 'ab@. '])(
  '%j at random',
  (alphabet) => {
    const text = scattered(alphabet)
    const cpuMs = cpuTimer()
    const { text: once } = redact(text)
    expect(cpuMs()).toBeLessThan(LIMIT_MS)
    expect(redact(once).text).toBe(once)
  },
)

test('a long ordinary text is read at once', () => {
  const line =
    'Anna wrote that the meeting on 2024-03-01 moves to 15:00, see v1.2.3; costs 1,234.50 EUR. '
  const text = `${line.repeat(1_100)}a@b.de`
  const cpuMs = cpuTimer()
  expect(redact(text).found).toHaveLength(1)
  expect(cpuMs()).toBeLessThan(2_000)
})
