import { expect, test } from 'vitest'
import { groupVisibility } from './privacy-mode.ts'

test.each([
  ['member', null, false, 'called'],
  ['member', null, true, 'perhaps'],
  ['member', '2026-03-10T12:00:00Z', false, 'all'],
  ['administrator', null, false, 'all'],
  ['left', '2026-03-10T12:00:00Z', true, 'gone'],
  ['kicked', null, true, 'gone'],
  [null, null, true, 'perhaps'],
])('as %s, overheard %s, privacy off %s: %s', (status, overheard_at, readsAll, hearing) => {
  expect(groupVisibility({ chat: '-1', title: null, status, overheard_at }, readsAll)).toBe(hearing)
})
