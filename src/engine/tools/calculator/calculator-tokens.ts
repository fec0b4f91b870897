import { AppError } from '../../../domain/errors.ts'

/** A number, name or sign of an expression, and the character it starts at, from 1. */
export type Token = {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

// 1_000.5e-3 and .5; an e that no digits follow is Euler's.
const NUMBER = String.raw`(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?`
const TOKEN = new RegExp(String.raw`\s*(?:(${NUMBER})|([a-z]\w*)|(\*\*|[-+*/%^(),×·÷−]))`, 'iy')

/** Typed variants of signs, and their meaning. */
const MEANT = new Map([
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
])

/** The tokens of an expression; fails at a character that is in none. */
export function calculatorTokens(expression: string): Token[] {
  const whole = expression.trimEnd()
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  while (pattern.lastIndex < whole.length) {
    const from = pattern.lastIndex
    const match = pattern.exec(whole)
    if (match === null) throw unreadable(whole.slice(from).trimStart())
    const [all, number, name, sign = ''] = match
    const at = from + all.length - all.trimStart().length + 1
    if (number !== undefined) tokens.push({ kind: 'number', text: number.replaceAll('_', ''), at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase(), at })
    else tokens.push({ kind: 'sign', text: MEANT.get(sign) ?? sign, at })
  }
  return tokens
}

function unreadable(rest: string): AppError {
  const [character = ''] = rest
  return new AppError(
    'invalid_request',
    `The expression cannot be calculated: ${JSON.stringify(character)} has no meaning in it. Use numbers, + - * / % ^ and parentheses.`,
  )
}
