import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { highlight } from './highlight.ts'

const ANGLES = { open: '<<<', close: '>>>' }

test.each([
  ['The visa office', ['visa'], 'The <<<visa>>> office'],
  ['VISAS, a Visa!', ['visa'], '<<<VISAS>>>, a <<<Visa>>>!'],
  ['She paints; it’s painted.', ['painting'], 'She <<<paints>>>; it’s <<<painted>>>.'],
  ['餐厅的营业时间是', ['营业', '业时', '时间'], '餐厅的<<<营业时间>>>是'],
  ['В ресторане', ['ресторан'], 'В <<<ресторане>>>'],
  ['iPhone用', ['iphone'], '<<<iPhone>>>用'],
  ['nothing here', ['visa'], 'nothing here'],
  ['nothing asked', [], 'nothing asked'],
  ['', ['visa'], ''],
])('%j for %j', (text, terms, expected) => {
  expect(highlight(text, terms, ANGLES)).toBe(expected)
})

describe('marks in the text itself', () => {
  test.each([
    ['a <<<b>>> visa', 'a < <<b> >> <<<visa>>>'],
    ['<<visa>>', '<< <<<visa>>> >>'],
    ['<<<<visa', '< < << <<<visa>>>'],
    ['visa>>>', '<<<visa>>> > >>'],
  ])('%j cannot be taken for ours', (text, expected) => {
    expect(highlight(text, ['visa'], ANGLES)).toBe(expected)
  })

  test('whatever the marks: every one in the result is ours, and stands around a word', () => {
    const marks = fc.constantFrom(
      ANGLES,
      { open: '**', close: '**' },
      { open: '«', close: '»' },
      { open: '<em>', close: '</em>' },
      { open: '[[', close: ']]' },
    )
    const units = [
      'visa',
      'visas',
      ' ',
      '<',
      '<<',
      '>',
      '*',
      '**',
      '«',
      '</em>',
      '<em>',
      '[',
      ']',
      'x',
    ]
    const text = fc.array(fc.constantFrom(...units), { maxLength: 20 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, marks, (said, { open, close }) => {
        const parts = highlight(said, ['visa'], { open, close }).split(open)
        const words = open === close ? parts.filter((_, i) => i % 2 === 1) : parts.slice(1)
        for (const word of words) expect(word.split(close)[0]).toMatch(/^visas?$/)
        const found = said.match(/(?<![a-z])visas?(?![a-z])/g) ?? []
        expect(words.length).toBe(found.length)
      }),
      runs(1_000, 6_000),
    )
  })
})
