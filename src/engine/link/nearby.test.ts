import { describe, expect, test } from 'vitest'
import { NOW } from '../../../test/deps.ts'
import { chat } from '../../../test/messages.ts'
import type { PlacedMessage } from '../../domain/look-back.ts'
import { nearbyOf } from './nearby.ts'

type Row = readonly [minutesAgo: number, weight: number, standing: PlacedMessage['standing']]

function trail(rows: readonly Row[]): PlacedMessage[] {
  const messages = chat(rows.map(([ago], i) => ['Ann', ago, `line ${i + 1}`] as const))
  return messages.map((message, i) => {
    const [, weight, standing] = rows[i] as Row
    return { message, weight, standing, reason: '' }
  })
}

const found = (rows: readonly Row[], askedAt: Date | null = NOW) =>
  nearbyOf(trail(rows), askedAt).map(({ message, reason }) => [Number(message.id), reason])

describe('nearby is', () => {
  test('what is neither in the conversation nor surely in another one', () => {
    const rows: Row[] = [
      [30, 0.2, 'beside'],
      [20, 0.9, 'conversation'],
      [10, 0.2, 'elsewhere'],
    ]
    expect(found(rows)).toEqual([[1, 'may belong here (0.20)']])
  })

  test('the heavier first, and of equal weight the nearer in time', () => {
    const rows: Row[] = [
      [90, 0.1, 'beside'],
      [60, 0.101, 'beside'],
      [50, 0.9, 'conversation'],
      [40, 0.3, 'beside'],
    ]
    expect(found(rows).map(([id]) => id)).toEqual([4, 2, 1])
  })

  const times: [string, Row[], string][] = [
    [
      'before it',
      [
        [24, 0, 'beside'],
        [20, 1, 'conversation'],
      ],
      'sent 4 minutes before the conversation',
    ],
    [
      'in between',
      [
        [80, 1, 'conversation'],
        [26, 0, 'beside'],
        [20, 1, 'conversation'],
        [10, 0.3, 'elsewhere'],
      ],
      'sent 6 minutes before a message of the conversation',
    ],
    [
      'after it',
      [
        [80, 1, 'conversation'],
        [77, 0, 'beside'],
      ],
      'sent 3 minutes after a message of the conversation',
    ],
    [
      'before the tag',
      [
        [180, 1, 'conversation'],
        [7, 0, 'beside'],
      ],
      'sent 7 minutes before the question',
    ],
  ]
  test.each(times)('named by its time, where it weighs nothing: %s', (_, rows, reason) => {
    expect(found(rows).map(([, why]) => why)).toEqual([reason])
  })

  describe('nothing, where the conversation stands out', () => {
    const members: Row[] = [
      [40, 0.8, 'conversation'],
      [30, 0.5, 'conversation'],
    ]
    test('from a light message, and from one in another conversation', () => {
      expect(found([...members, [20, 0.2, 'beside'], [10, 0.2, 'elsewhere']])).toEqual([])
    })

    const doubtful: [string, Row[]][] = [
      ['a message outside may well belong', [...members, [20, 0.23, 'beside']]],
      [
        'a message outside weighs half as much as a member',
        [...members, [35, 0.3, 'conversation'], [20, 0.16, 'beside']],
      ],
      [
        'many light messages outside weigh as much as its members',
        [...members, ...Array.from({ length: 8 }, (): Row => [20, 0.2, 'beside'])],
      ],
      [
        'it is one message',
        [
          [30, 1, 'conversation'],
          [20, 0.1, 'beside'],
        ],
      ],
      ['there is none', [[20, 0.1, 'beside']]],
    ]
    test.each(doubtful)('and not where %s', (_, rows) => {
      expect(found(rows)).not.toEqual([])
    })
  })

  test('no further than some places away, however quick the chat is', () => {
    const filler = (n: number) => Array.from({ length: n }, (_, i): Row => [99 - i, 0, 'elsewhere'])
    const far: Row[] = [[100, 0, 'beside'], ...filler(20), [5, 1, 'conversation']]
    expect(found(far)).toEqual([])
    const weighty: Row[] = [[100, 0.05, 'beside'], ...filler(20), [5, 1, 'conversation']]
    expect(found(weighty)).toEqual([[1, 'may belong here (0.05)']])
  })

  test('not what was sent last, where the tag replies to something older', () => {
    const filler = Array.from({ length: 20 }, (_, i): Row => [60 - i, 0, 'elsewhere'])
    const rows: Row[] = [[100, 1, 'conversation'], ...filler, [1, 0, 'beside']]
    expect(found(rows)).toHaveLength(1)
    expect(found(rows, null)).toEqual([])
  })

  test('at most sixty, so that a trace stays readable', () => {
    const rows = Array.from({ length: 150 }, (_, i): Row => [200 - i, 0.2, 'beside'])
    expect(found(rows)).toHaveLength(60)
  })
})
