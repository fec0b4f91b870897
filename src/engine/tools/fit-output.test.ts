import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { fitOutput, MAX_OUTPUT_TOKENS } from './fit-output.ts'

const tokensOf = (output: unknown) => countTokens(JSON.stringify(output))
const messages = (count: number, text: string) =>
  Array.from({ length: count }, (_, id) => ({ id: String(id), text }))

describe('the output of a tool', () => {
  test('is left as it is when it fits', () => {
    const output = { messages: messages(3, 'short') }
    expect(fitOutput(output, countTokens)).toBe(output)
  })

  test('loses whole items from the end, as few as possible, and says so', () => {
    const whole = { query: 'kept', messages: messages(200, 'some twenty words of talk about rent') }
    const fitted = fitOutput(whole, countTokens) as typeof whole & { truncated: boolean }
    expect(fitted).toMatchObject({ query: 'kept', truncated: true })
    const { length } = fitted.messages
    expect(fitted.messages).toEqual(whole.messages.slice(0, length))
    expect(tokensOf(fitted)).toBeLessThanOrEqual(MAX_OUTPUT_TOKENS)
    const oneMore = { ...fitted, messages: whole.messages.slice(0, length + 1) }
    expect(tokensOf(oneMore)).toBeGreaterThan(MAX_OUTPUT_TOKENS)
  })

  test('keeps the beginning of a first item that alone is too long', () => {
    const whole = { messages: messages(3, 'all work and no play '.repeat(3_000)) }
    const fitted = fitOutput(whole, countTokens) as typeof whole
    expect(fitted).toMatchObject({ truncated: true, messages: [{ id: '0' }] })
    expect(fitted.messages[0]?.text).toMatch(/^all work .*…$/)
    expect(tokensOf(fitted)).toBeGreaterThan(MAX_OUTPUT_TOKENS / 4)
  })

  test('is cut where there is no list, too', () => {
    const fitted = fitOutput({ text: 'word '.repeat(10_000), n: 1 }, countTokens)
    expect(fitted).toMatchObject({ truncated: true, n: 1, text: expect.stringMatching(/^word /) })
  })

  test('always fits, is whole JSON, and holds no half characters', () => {
    const text = fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(4_000))
    const item = text.map(([some, times]) => ({ id: '1', text: some.repeat(times) }))
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (list) => {
        const fitted = fitOutput({ messages: list }, countTokens)
        expect(tokensOf(fitted)).toBeLessThanOrEqual(MAX_OUTPUT_TOKENS)
        const cut = JSON.stringify(fitted)
        expect(JSON.parse(cut)).toEqual(fitted)
        expect(cut.isWellFormed()).toBe(true)
      }),
      runs(15, 50),
    )
  })
})
