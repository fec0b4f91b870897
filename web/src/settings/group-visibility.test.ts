import { expect, test } from 'vitest'
import { groupVisibility } from './group-visibility.ts'

test.each([
  ['member', null, false, 'mentions'],
  ['member', null, true, 'unconfirmed'],
  ['member', '2026-03-10T12:00:00Z', false, 'all'],
  ['administrator', null, false, 'all'],
  ['left', '2026-03-10T12:00:00Z', true, 'left'],
  ['kicked', null, true, 'left'],
  [null, null, true, 'unconfirmed'],
])(
  'as %s, last unaddressed message %s, privacy mode off %s: %s',
  (status, overheard_at, readsAll, visibility) => {
    expect(groupVisibility({ chat: '-1', title: null, status, overheard_at }, readsAll)).toBe(
      visibility,
    )
  },
)
