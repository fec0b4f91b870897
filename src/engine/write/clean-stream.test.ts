import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { dropFalseMarks } from './citations.ts'
import { cleanReply, NOTHING_TO_SAY } from './clean-reply.ts'
import { createStreamCleaner } from './clean-stream.ts'

const KNOWN = 'https://docs.example/rules?v=2'
const CLEANING = { speakers: ['Ann'], shown: [`See ${KNOWN} there`] }
const KEPT = [{ number: 1 }, { number: 2 }] as IncludedPiece[]

/** What may never be emitted. */
const NEVER =
  /\[(?:meta|speaker)[ \]]|\[RESPOND\]|\[REPLY TO THIS\]|^(?:\[\d+\] )?10:05 Ann|evil\.example|javascript:|\[99\]/im

function toldOf(pieces: readonly string[]): string[] {
  const told: string[] = []
  const stream = createStreamCleaner(
    () => CLEANING,
    KEPT,
    (piece) => told.push(piece),
  )
  for (const piece of pieces) stream.push(piece)
  stream.end()
  return told
}

/** Pieces of model output: good, bad, and what looks like either. */
const PHRASES = [
  'The hall is booked [1]. ',
  'It is cheap [99]. ',
  'Both [1, 99]! ',
  'Yes… ',
  'Ann said so. ',
  '\n10:05 Ann: so. ',
  'bot: ',
  '\n',
  '\n\n',
  ' ',
  '[RESPOND]',
  '[REPLY TO THIS]\n',
  '[meta n=2 name="Ann. B"]',
  '[speaker id=7 name="Ann"]\n[meta n=1]\n',
  '[2] 10:05 Ann → [1]: "no. never" ',
  'user [meta n=1 name="x"]: ',
  `See ${KNOWN}. `,
  `[the rules](${KNOWN}). `,
  'https://evil.example/a. ',
  '[here. now](https://evil.example/a). ',
  '[here](//evil.example/a "one. two") ',
  '[here](javascript:alert(1)) ',
  '![a](//evil.example/a.png)\n',
  '<img\nsrc="//evil.example/a. b">',
  `<img ${' '.repeat(700)}\nsrc="//evil.example/a">`,
  '<b>bold. yes</b> ',
  '<https://evil.example/a> ',
  '\n[r]: https://evil.example/a\n',
  '\n[r]:\n//evil.example/a\n',
  'arr[0] and [optional]. ',
  '(in brackets. really) ',
  'an open [bracket. ',
  'an open (one. ',
  '1 < 2. ',
  'a <b. ',
  '```ts\nf[0](1)\n```\n',
  '"quoted. " ',
  '"',
  '@some_user_name_ ',
  'ht[99]tps://evil.example/a ',
]

const reply = fc
  .array(fc.oneof(fc.constantFrom(...PHRASES), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 8,
  })
  .map((phrases) => phrases.join(''))

describe('a reply told piece by piece', () => {
  test('is never more than people may see, and in the end all of it', () => {
    fc.assert(
      fc.property(reply, fc.array(fc.nat({ max: 30 }), { maxLength: 60 }), (text, sizes) => {
        const told = toldOf(cut(text, sizes))
        expect(told.join('')).not.toMatch(NEVER)
        const whole = dropFalseMarks(cleanReply(text, CLEANING), KEPT)
        const expected = whole === NOTHING_TO_SAY ? '' : whole
        if (/[\p{L}\p{N}]/u.test(told.join(''))) {
          expect(bare(told.join(''))).toBe(bare(expected))
        } else expect(bare(expected)).toMatch(/^[^\p{L}\p{N}]*$/u)
      }),
      runs(500, 3_000),
    )
  })

  test('comes as soon as it can: sentences one by one, lines one by one', () => {
    const text = 'It is booked [1]. From ten on.\nBring a coat. And a hat'
    expect(toldOf([...text])).toEqual([
      'It is booked [1]. ',
      'From ten on.\n',
      'Bring a coat. ',
      'And a hat',
    ])
  })

  test('a JSON string is told as what it says', () => {
    expect(toldOf(['"By the ', 'fountain.\\nAt ', 'ten"']).join('')).toBe(
      'By the fountain.\nAt ten',
    )
    expect(toldOf(['"Yes', '", said', ' Ann. And left']).join('')).toBe('"Yes", said Ann. And left')
  })

  test('an address that a tool shows meanwhile may be told', () => {
    const told: string[] = []
    const shown: string[] = []
    const cleaning = () => ({ ...CLEANING, shown })
    const stream = createStreamCleaner(cleaning, KEPT, (piece) => told.push(piece))
    stream.push('Let me look at https://new.example/a. \n')
    shown.push('{"text":"https://new.example/a"}')
    stream.push('It is https://new.example/a. ')
    stream.end()
    expect(told.join('')).toBe('Let me look at (address left out). \nIt is https://new.example/a. ')
  })
})

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = []
  let at = 0
  for (const size of sizes) {
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return [...pieces, text.slice(at)]
}

function bare(text: string): string {
  return text.replaceAll(/\s/g, '')
}
