import { expect, test } from 'vitest'
import type { WireSetting } from '../../../src/api/operations/settings.ts'
import { findSettings, isChanged } from './use-settings.ts'

const setting = (name: string, meaning: string, more: Partial<WireSetting> = {}): WireSetting => ({
  name,
  label: '',
  meaning,
  group: 'server',
  kind: { type: 'text' },
  default: null,
  value: null,
  is_set: false,
  source: 'default',
  is_pending: false,
  is_set_next: false,
  next: null,
  ...more,
})
const ALL = [
  setting('EARSHOT_PORT', 'Port to listen on.'),
  setting('EARSHOT_FILE_PAGES', 'The most pages a PDF may have.', { label: 'PDF size' }),
]

test.each([
  ['', ['EARSHOT_PORT', 'EARSHOT_FILE_PAGES']],
  ['port', ['EARSHOT_PORT']],
  ['FILE pages', ['EARSHOT_FILE_PAGES']],
  ['pdf  most', ['EARSHOT_FILE_PAGES']],
  ['pdf size', ['EARSHOT_FILE_PAGES']],
  ['file port', []],
])('a search for “%s”', (search, names) => {
  expect(findSettings(ALL, search).map(({ name }) => name)).toEqual(names)
})

test('a setting is changed if it is set, or pending', () => {
  expect(isChanged(setting('A', ''))).toBe(false)
  expect(isChanged(setting('A', '', { source: 'environment' }))).toBe(true)
  expect(isChanged(setting('A', '', { is_pending: true }))).toBe(true)
})
