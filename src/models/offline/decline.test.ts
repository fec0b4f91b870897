import { expect, test } from 'vitest'
import { countTokens } from '../tokens/tokens.ts'
import { declineOffline } from './decline.ts'

test.each([
  [
    'Answers questions about invoices, billing and payments. Nothing else.',
    'I cannot help with that here. What I am for: Answers questions about invoices, billing and payments. Ask me about that.',
  ],
  [
    'the [docs]\nand more',
    'I cannot help with that here. What I am for: the (docs). Ask me about that.',
  ],
  ['', 'I cannot help with that here.'],
  [' \n ', 'I cannot help with that here.'],
])('a scope of "%s" is named by its beginning', (scope, text) =>
  expect(declineOffline(scope)).toBe(text),
)

test.each(['word '.repeat(5000), 'ab'.repeat(50_000), '餐厅'.repeat(5000)])(
  'a scope of pages is named in brief',
  (scope) => {
    const text = declineOffline(scope)
    expect(countTokens(text)).toBeLessThanOrEqual(300)
    expect(text).toContain(' …. Ask me about that.')
  },
)
