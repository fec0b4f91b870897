import { AppError } from '../../../domain/errors.ts'
import { calculatorTokens, type Token } from './calculator-tokens.ts'
import { CONSTANTS, FUNCTIONS } from './calculator-words.ts'

/* Arithmetic as people write it, by a Pratt parser that computes while it reads: each operator has a
 * strength, and a number belongs to the stronger of its two neighbours.
 *
 *     + -   10   left        200 + 10%  is 220: a percentage is added of what stands before it
 *     * / % 20   left        15% of 80  is 12; a % before an operand is the remainder: 7 % 3
 *     -x    25               -2^2 is -4
 *     ^     30   right       2^3^2 is 2^9
 *     x%    40
 *
 * Not eval, which would run any code that a chat member typed. */

type Value = { readonly number: number; readonly isPercent: boolean }
type Reader = { readonly tokens: readonly Token[]; at: number; depth: number }

const STRENGTHS = new Map([
  ['+', 10],
  ['-', 10],
  ['*', 20],
  ['/', 20],
  ['%', 20],
  ['of', 20],
  ['^', 30],
])
const NEGATION = 25
const PERCENT = 40
/** Deeper than real expressions, and far from a stack overflow. */
const MAX_DEPTH = 100

/** The value of an expression; throws an error that names what is wrong with it. */
export function calculate(expression: string): number {
  const reader: Reader = { tokens: calculatorTokens(expression), at: 0, depth: 0 }
  const { number } = readValue(reader, 0)
  const rest = peek(reader)
  if (rest.text === ')') throw wrong(`the ")" at character ${rest.at} closes nothing`)
  if (rest.kind !== 'end') throw unexpected(rest)
  return tidy(number)
}

/**
 * Rounds binary fractions to 12 significant digits, so that 0.1 + 0.2 is 0.3; larger numbers retain every
 * whole digit a double can hold.
 */
export function tidy(number: number): number {
  const size = Math.abs(number)
  const isLongWhole = size >= 1e12 && size <= Number.MAX_SAFE_INTEGER
  return isLongWhole ? Math.round(number) : Number(number.toPrecision(12))
}

function readValue(reader: Reader, above: number): Value {
  reader.depth += 1
  if (reader.depth > MAX_DEPTH) throw wrong(`it is nested deeper than ${MAX_DEPTH} levels`)
  let left = readOperand(reader)
  for (;;) {
    const token = peek(reader)
    const isPostfix = token.text === '%' && !beginsOperand(peek(reader, 1))
    const strength = isPostfix ? PERCENT : (STRENGTHS.get(token.text) ?? 0)
    if (strength <= above) break
    reader.at += 1
    if (isPostfix) left = { number: left.number / 100, isPercent: true }
    // Right to left: the next operator may be as strong as this one.
    else
      left = combine(left, token, readValue(reader, token.text === '^' ? strength - 1 : strength))
  }
  reader.depth -= 1
  return left
}

function readOperand(reader: Reader): Value {
  const token = peek(reader)
  reader.at += 1
  if (token.kind === 'number') return plain(Number(token.text))
  if (token.kind === 'name') return readName(reader, token)
  if (token.text === '+') return readValue(reader, NEGATION)
  if (token.text === '-') {
    const { number, isPercent } = readValue(reader, NEGATION)
    return { number: -number, isPercent }
  }
  if (token.text !== '(') throw unexpected(token)
  const { number } = readValue(reader, 0)
  close(reader, token)
  return plain(number)
}

function readName(reader: Reader, { text, at }: Token): Value {
  const constant = CONSTANTS.get(text)
  if (constant !== undefined) return plain(constant)
  const known = FUNCTIONS.get(text)
  if (known === undefined) {
    const names = [...CONSTANTS.keys(), ...FUNCTIONS.keys()].join(', ')
    throw wrong(`"${text}" at character ${at} is not known. Known are ${names}`)
  }
  const open = peek(reader)
  if (open.text !== '(') throw wrong(`after "${text}" its numbers must follow in parentheses`)
  const numbers: number[] = []
  do {
    reader.at += 1
    numbers.push(readValue(reader, 0).number)
  } while (peek(reader).text === ',')
  close(reader, open)
  const [fewest, most] = known.takes
  if (numbers.length < fewest || numbers.length > most) {
    throw wrong(`"${text}" does not take ${numbers.length} numbers`)
  }
  return plain(checked(known.of(...numbers)))
}

function combine(left: Value, { text, at }: Token, right: Value): Value {
  if (text === 'of' && !left.isPercent) {
    throw wrong(`"of" at character ${at} must follow a percentage, as in 15% of 80`)
  }
  const isSum = text === '+' || text === '-'
  const areBoth = left.isPercent && right.isPercent
  // 200 + 10% is 220, but 50% + 10% is 60%.
  const share = isSum && right.isPercent && !areBoth ? left.number : 1
  const number = checked(apply(left.number, text, right.number * share))
  return { number, isPercent: areBoth && (isSum || text === 'of') }
}

function apply(a: number, sign: string, b: number): number {
  if (sign === '+') return a + b
  if (sign === '-') return a - b
  if (sign === '*' || sign === 'of') return a * b
  if (sign === '^' && (a !== 0 || b >= 0)) return a ** b
  if (b === 0 || sign === '^') throw wrong('it divides by zero')
  return sign === '%' ? a % b : a / b
}

function checked(number: number): number {
  if (Number.isNaN(number)) throw wrong('it has no real result, like the root of a negative number')
  if (!Number.isFinite(number)) throw wrong('a number in it grows too large')
  return number
}

function close(reader: Reader, open: Token): void {
  const token = peek(reader)
  reader.at += 1
  if (token.text === ')') return
  if (token.kind === 'end') throw wrong(`the "(" at character ${open.at} is never closed`)
  throw unexpected(token)
}

const END: Token = { kind: 'end', text: '', at: 0 }

function peek({ tokens, at }: Reader, ahead = 0): Token {
  return tokens[at + ahead] ?? END
}

function beginsOperand({ kind, text }: Token): boolean {
  return kind === 'number' || text === '(' || (kind === 'name' && text !== 'of')
}

function plain(number: number): Value {
  return { number: checked(number), isPercent: false }
}

function unexpected({ kind, text, at }: Token): AppError {
  if (kind === 'end') return wrong('it ends where a number should follow')
  if (text === ',') return wrong(`the "," at character ${at}: thousands are written 1_000`)
  return wrong(`"${text}" at character ${at} does not belong there`)
}

function wrong(what: string): AppError {
  return new AppError('invalid_request', `The expression cannot be calculated: ${what}.`)
}
