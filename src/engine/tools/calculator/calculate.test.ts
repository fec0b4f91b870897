import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAppError } from '../../../domain/errors.ts'
import { calculate, tidy } from './calculate.ts'

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['2 ^ -2 * 8', 2],
    ['--3', 3],
    ['+3 - -3', 6],
    ['0.1 + 0.2', 0.3],
    ['.5 + 1.', 1.5],
    ['1e9 / 1_000', 1_000_000],
    ['1_000_000.25 * 4', 4_000_001],
    ['2E-3', 0.002],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['7 % (-3)', 1],
    ['6 × 7 ÷ 2 − 1', 20],
    ['999_999 * 9_999_999', 9_999_989_000_001],
    ['2 ^ 53 - 1', 9_007_199_254_740_991],
    ['2 ^ 64', 18_446_744_073_700_000_000],
  ])('%s is %d', (expression, result) => {
    expect(calculate(expression)).toBe(result)
  })

  test.each([
    ['15% of 80', 12],
    ['15% of 20% of 100', 3],
    ['15% of (80 + 20)', 15],
    ['200 + 10%', 220],
    ['200 - 10%', 180],
    ['200 - -10%', 220],
    ['200 * 10%', 20],
    ['200 / 10%', 2_000],
    ['200 + 10% * 2', 200.2],
    ['100 + 10% + 10%', 121],
    ['10%', 0.1],
    ['50% + 10%', 0.6],
    ['10% + 20% + 30%', 0.6],
    ['200 + (10%)', 200.1],
    ['10% - 3', -2.9],
    ['2 ^ 50%', Number(Math.SQRT2.toPrecision(12))],
  ])('percentages: %s is %d', (expression, result) => {
    expect(calculate(expression)).toBe(result)
  })

  test.each([
    ['2 * pi', 6.28318530718],
    ['PI', tidy(Math.PI)],
    ['ln(e ^ 2)', 2],
    ['sqrt(2) ^ 2', 2],
    ['abs(-3)', 3],
    ['round(2.5)', 3],
    ['round(1.005, 2)', 1.01],
    ['round(1234, -2)', 1200],
    ['floor(-1.5)', -2],
    ['ceil(1.2)', 2],
    ['min(3, 1, 2) + max(1, 2)', 3],
    ['log(1_000)', 3],
    ['exp(0)', 1],
    ['sin(pi)', 0],
    ['cos(0)', 1],
    ['tan(pi / 4)', 1],
    ['-sqrt(16) ^ 2', -16],
  ])('%s is %d', (expression, result) => {
    expect(calculate(expression)).toBe(result)
  })

  test.each([
    ['1 / 0', /divides by zero/],
    ['1 % (1 - 1)', /divides by zero/],
    ['0 ^ -1', /divides by zero/],
    ['10 ^ 400', /too large/],
    ['1e999', /too large/],
    ['exp(1000) - exp(1000)', /too large/],
    ['sqrt(-1)', /no real result/],
    ['(-8) ^ (1 / 3)', /no real result/],
    ['ln(0)', /too large/],
    ['(1 + 2', /"\(" at character 1 is never closed/],
    ['min(1, (2)', /"\(" at character 4 is never closed/],
    ['1 + 2)', /"\)" at character 6 closes nothing/],
    ['()', /"\)" at character 2 does not belong/],
    ['1 +', /ends where a number should follow/],
    ['', /ends where a number should follow/],
    ['* 2', /"\*" at character 1 does not belong/],
    ['1 2', /"2" at character 3 does not belong/],
    ['2pi', /"pi" at character 2 does not belong/],
    ['1,000', /thousands are written 1_000/],
    ['1__0', /"_" has no meaning/],
    ['1.2.3', /".3" at character 4 does not belong/],
    ['banana + 1', /"banana" at character 1 is not known. Known are pi, e, sqrt/],
    ['constructor(1)', /"constructor" at character 1 is not known/],
    ['__proto__', /"_" has no meaning/],
    ['sqrt 4', /must follow in parentheses/],
    ['sqrt()', /does not belong/],
    ['sqrt(1, 2)', /"sqrt" does not take 2 numbers/],
    ['3 of 4', /must follow a percentage/],
    ['of 4', /"of" at character 1 is not known/],
    ['process.exit()', /has no meaning|is not known/],
    ['1; 2', /";" has no meaning/],
    ['💥', /has no meaning/],
  ])('%j is refused: %s', (expression, why) => {
    expect(() => calculate(expression)).toThrow(why)
  })

  test.each([
    ['parentheses', `${'('.repeat(500)}1${')'.repeat(500)}`],
    ['open parentheses', '('.repeat(500)],
    ['minuses', `${'-'.repeat(499)}1`],
    ['powers', `${'1^'.repeat(249)}1`],
    ['functions', `${'abs('.repeat(120)}1`],
  ])('%s without end are refused', (_, expression) => {
    expect(() => calculate(expression)).toThrow(/nested deeper than 100/)
  })

  test('sums as long as one likes are no nesting', () => {
    expect(calculate(Array.from({ length: 250 }, () => '1').join('+'))).toBe(250)
  })
})

const number = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map(String),
  fc.integer({ min: 0, max: 1_000_000_000 }).map((n) => String(n / 1_000)),
)
/** Expressions that mean the same to JavaScript once ^ is written **. */
const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    tie('operand'),
    fc
      .array(fc.tuple(tie('operand'), fc.constantFrom(' + ', ' - ', ' * ', ' / ')), {
        minLength: 1,
        maxLength: 4,
      })
      .chain((pairs) => tie('operand').map((last) => `${pairs.flat().join('')}${last}`)),
    fc.tuple(tie('operand'), fc.integer({ min: 0, max: 4 })).map(([a, n]) => `${a} ^ ${n}`),
    fc.tuple(tie('operand'), tie('operand')).map(([a, b]) => `${a} % ${b}`),
    tie('operand').map((operand) => `- ${operand}`),
  ),
  operand: fc.oneof(
    { maxDepth: 4 },
    number,
    tie('expression').map((inner) => `(${inner})`),
  ),
}))

describe('properties', () => {
  test('agrees with JavaScript', () => {
    let compared = 0
    fc.assert(
      fc.property(expression, (text) => {
        const expected = Number(runInNewContext(text.replaceAll('^', '**')))
        const ours = outcomeOf(text)
        // What is refused may be a smaller part: 1 / (1 / 0) is 0 in JavaScript.
        if (ours === null) return
        expect(ours).toBe(tidy(expected))
        compared += 1
      }),
      { numRuns: 2_000 },
    )
    expect(compared).toBeGreaterThan(1_000)
  })

  test('whatever is typed, it is a finite number or an error of ours', () => {
    const parts = [
      '1',
      '2.5',
      '1e9',
      '+',
      '-',
      '*',
      '/',
      '%',
      '^',
      '(',
      ')',
      ',',
      ' of ',
      'pi',
      'min',
    ]
    const soup = fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((some) => some.join(''))
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 50 })), (text) => {
        expect(Number.isFinite(outcomeOf(text) ?? 0)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

/** Null when it is refused. */
function outcomeOf(text: string): number | null {
  try {
    return calculate(text)
  } catch (error) {
    if (isAppError(error, 'invalid_request')) return null
    throw error
  }
}
