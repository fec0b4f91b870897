import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CorrectionId, MessageId } from '../../domain/ids.ts'
import type { Link, LinkCorrection } from '../../domain/link.ts'
import { acceptCorrections } from './accept-corrections.ts'
import { applyCorrections } from './apply-corrections.ts'
import { closeOver, THRESHOLD } from './closure.ts'

const idOf = (n: number) => n as MessageId
const link = (from: number, to: number, probability = 0.9, reason = 'model'): Link => ({
  from: idOf(from),
  to: idOf(to),
  probability,
  draft: probability,
  reason,
})

type Stated = readonly ['together' | 'apart' | 'start', number, number?]

/** Corrections in the order they were made. */
function corrections(stated: readonly Stated[]): LinkCorrection[] {
  return stated.map(([kind, message, other], i) => ({
    id: (i + 1) as CorrectionId,
    kind,
    messageId: idOf(message),
    otherId: other === undefined ? null : idOf(other),
    createdAt: new Date(i * 1_000),
  }))
}

const trailOf = (count: number, links: readonly Link[], stated: readonly Stated[]) => ({
  messages: Array.from({ length: count }, (_, i) => ({ id: idOf(i + 1) })),
  links,
  corrections: corrections(stated),
})

/** The conversations by each message's best link, as the console draws them: "1 2 | 3". */
function conversations(count: number, links: readonly Link[]): string {
  const root = new Map<number, number>()
  for (let id = 1; id <= count; id += 1) {
    const own = links.filter(({ from, to }) => from === id && to < id)
    const best = own.toSorted((a, b) => b.probability - a.probability)[0]
    const parent = best !== undefined && best.probability >= THRESHOLD ? best.to : null
    root.set(id, parent === null ? id : (root.get(parent) ?? parent))
  }
  const groups = new Map<number, number[]>()
  for (const [id, first] of root) groups.set(first, [...(groups.get(first) ?? []), id])
  return [...groups.values()].map((group) => group.join(' ')).join(' | ')
}

/** How surely two messages belong together, by their ids. */
function together(count: number, links: readonly Link[], a: number, b: number): number {
  const ids = Array.from({ length: count }, (_, i) => idOf(i + 1))
  return closeOver(ids, links).weights[(a - 1) * count + b - 1] as number
}

const CHAIN = [link(2, 1), link(3, 2), link(4, 3), link(5, 4)]
/** 1 3 5 and 2 4 by turns, with a doubt in each. */
const TWO = [
  link(3, 1, 0.6),
  link(3, 2, 0.3),
  link(4, 2, 0.6),
  link(4, 3, 0.3),
  link(5, 3, 0.6),
  link(5, 4, 0.3),
]

describe('one correction', () => {
  test.each<[string, readonly Link[], Stated[], string]>([
    ['none', CHAIN, [], '1 2 3 4 5'],
    [
      'together joins what nothing linked',
      [link(2, 1), link(4, 3)],
      [['together', 3, 2]],
      '1 2 3 4 | 5',
    ],
    ['together takes the later one out of where it was', TWO, [['together', 4, 3]], '1 3 4 5 | 2'],
    ['together takes along what continues it', CHAIN, [['together', 4, 1]], '1 2 3 4 5'],
    ['start divides a conversation', CHAIN, [['start', 3]], '1 2 | 3 4 5'],
    ['start of a message that starts already', TWO, [['start', 2]], '1 3 5 | 2 4'],
    ['apart takes one message out, the rest stays', CHAIN, [['apart', 3, 2]], '1 2 4 5 | 3'],
    ['apart takes out the first message', CHAIN, [['apart', 1, 2]], '1 | 2 3 4 5'],
    [
      'what continued the first message stays together',
      [link(2, 1), link(3, 1), link(4, 3)],
      [['apart', 1, 2]],
      '1 | 2 3 4 | 5',
    ],
    ['apart names any message of the conversation', CHAIN, [['apart', 3, 5]], '1 2 4 5 | 3'],
    ['apart of messages that are not together', TWO, [['apart', 4, 1]], '1 3 5 | 2 4'],
    [
      'apart leaves the next likeliest conversation',
      [link(3, 1, 0.5), link(3, 2, 0.4)],
      [['apart', 3, 1]],
      '1 | 2 3 | 4 | 5',
    ],
    [
      'a reply leaves with what it replies to',
      [link(2, 1), link(3, 2, 1), link(4, 2)],
      [['apart', 2, 1]],
      '1 4 | 2 3 | 5',
    ],
    [
      'a reply stays if a person said so',
      [link(2, 1), link(3, 2, 1)],
      [['apart', 2, 3]],
      '1 3 | 2 | 4 | 5',
    ],
  ])('%s', (_, links, stated, expected) => {
    expect(conversations(5, applyCorrections(trailOf(5, links, stated)))).toBe(expected)
  })
})

describe('several corrections', () => {
  test.each<[string, readonly Link[], Stated[], string]>([
    [
      'three messages are one group',
      [],
      [
        ['together', 3, 1],
        ['together', 5, 3],
      ],
      '1 3 5 | 2 | 4',
    ],
    [
      'two groups through one message',
      [],
      [
        ['together', 5, 1],
        ['together', 5, 3],
      ],
      '1 3 5 | 2 | 4',
    ],
    [
      'a ring of three has no end',
      [],
      [
        ['together', 2, 1],
        ['together', 3, 2],
        ['together', 3, 1],
      ],
      '1 2 3 | 4 | 5',
    ],
    [
      'two leave, and stay together',
      CHAIN,
      [
        ['apart', 3, 2],
        ['apart', 4, 2],
      ],
      '1 2 5 | 3 4',
    ],
    [
      'two leave, and are apart',
      CHAIN,
      [
        ['apart', 3, 2],
        ['apart', 4, 3],
      ],
      '1 2 4 5 | 3',
    ],
    [
      'one leaves, then its next conversation',
      [link(3, 1, 0.5), link(3, 2, 0.4)],
      [
        ['apart', 3, 1],
        ['apart', 3, 2],
      ],
      '1 | 2 | 3 | 4 | 5',
    ],
    [
      'out of one, into the other',
      TWO,
      [
        ['apart', 4, 2],
        ['together', 4, 3],
      ],
      '1 3 4 5 | 2',
    ],
    [
      'two starts make three conversations',
      CHAIN,
      [
        ['start', 2],
        ['start', 4],
      ],
      '1 | 2 3 | 4 5',
    ],
    [
      'a group leaves whole',
      CHAIN,
      [
        ['together', 5, 3],
        ['apart', 5, 1],
      ],
      '1 2 4 | 3 5',
    ],
    [
      'the last word: apart',
      CHAIN,
      [
        ['together', 3, 1],
        ['apart', 3, 1],
      ],
      '1 2 4 5 | 3',
    ],
    [
      'the last word: together',
      CHAIN,
      [
        ['apart', 3, 1],
        ['together', 3, 1],
      ],
      '1 2 3 4 5',
    ],
    [
      'the last word: start',
      CHAIN,
      [
        ['together', 3, 1],
        ['start', 3],
      ],
      '1 2 | 3 4 5',
    ],
    [
      'the last word: not a start',
      CHAIN,
      [
        ['start', 3],
        ['together', 3, 1],
      ],
      '1 2 3 4 5',
    ],
    [
      'apart beats an older chain of togethers',
      [],
      [
        ['together', 2, 1],
        ['together', 3, 2],
        ['apart', 3, 1],
      ],
      '1 | 2 3 | 4 | 5',
    ],
    [
      'a chain of togethers beats an older apart',
      [],
      [
        ['apart', 3, 1],
        ['together', 2, 1],
        ['together', 3, 2],
      ],
      '1 2 3 | 4 | 5',
    ],
    [
      'what follows a start cannot join what is before it',
      [],
      [
        ['together', 5, 1],
        ['start', 3],
        ['together', 5, 3],
      ],
      '1 | 2 | 3 5 | 4',
    ],
  ])('%s', (_, links, stated, expected) => {
    expect(conversations(5, applyCorrections(trailOf(5, links, stated)))).toBe(expected)
  })
})

describe('a reply that leaves with its message', () => {
  test('takes along what it was put together with', () => {
    const stated: Stated[] = [
      ['together', 4, 2],
      ['apart', 1, 5],
    ]
    const links = applyCorrections(trailOf(5, [link(2, 1, 1), link(5, 1)], stated))
    expect(conversations(5, links)).toBe('1 2 4 | 3 | 5')
  })
})

describe('a message apart from a group', () => {
  test('does not join it by a message that comes before the one named', () => {
    const stated: Stated[] = [
      ['together', 5, 2],
      ['apart', 5, 1],
      ['apart', 3, 1],
      ['apart', 3, 5],
    ]
    const links = applyCorrections(trailOf(5, [link(2, 1), link(3, 2)], stated))
    expect(conversations(5, links)).toBe('1 | 2 5 | 3 | 4')
  })
})

describe('the links that remain', () => {
  test('are those of the model, untouched, where nobody corrected anything', () => {
    const { messages } = trailOf(5, [], [])
    expect(applyCorrections({ messages, links: TWO })).toBe(TWO)
    expect(applyCorrections({ messages, links: TWO, corrections: [] })).toBe(TWO)
  })

  test('say that a person put two messages together, and name nobody', () => {
    const links = applyCorrections(trailOf(3, [link(3, 2)], [['together', 3, 1]]))
    expect(links).toEqual([link(3, 1, 1, 'linked by a person')])
  })

  test('give a doubt between two divided conversations to the likelier one', () => {
    const links = [link(2, 1), link(3, 2, 0.6), link(3, 1, 0.3)]
    const corrected = applyCorrections(trailOf(3, links, [['start', 2]]))
    expect(corrected).toEqual([link(3, 2, expect.closeTo(0.9))])
  })

  test('keep the doubts between conversations that nobody divided', () => {
    const corrected = applyCorrections(trailOf(5, TWO, [['start', 2]]))
    expect(corrected).toEqual(TWO)
  })

  test('of a message that left are as sure as they were', () => {
    const links = [link(3, 1, 0.5), link(3, 2, 0.4)]
    expect(applyCorrections(trailOf(3, links, [['apart', 3, 1]]))).toEqual([link(3, 2, 0.4)])
  })

  test('keep a message that moves up as sure as it was', () => {
    const corrected = applyCorrections(trailOf(3, [link(2, 1), link(3, 2, 0.7)], [['apart', 2, 1]]))
    expect(corrected).toEqual([link(3, 1, expect.closeTo(0.7), 'link moved by a correction')])
  })
})

describe('messages that are not at hand', () => {
  test('can still be what a message was put together with', () => {
    const links = applyCorrections(trailOf(3, [link(3, 2)], [['together', 3, 99]]))
    expect(conversations(3, links)).toBe('1 | 2 | 3')
    expect(links.map(({ to }) => to)).toEqual([99])
  })

  test('tie a group together that has two messages here', () => {
    const stated: Stated[] = [
      ['together', 1, 99],
      ['together', 3, 99],
    ]
    expect(together(3, applyCorrections(trailOf(3, [], stated)), 3, 1)).toBe(1)
  })

  test('are what a message can be apart from', () => {
    const links = [link(1, 99), link(2, 99), link(3, 2)]
    const corrected = applyCorrections(trailOf(3, links, [['apart', 2, 99]]))
    expect(corrected.map(({ from, to }) => [from, to])).toEqual([
      [1, 99],
      [3, 99],
    ])
  })

  test('can leave themselves', () => {
    const corrected = applyCorrections(trailOf(2, [link(1, 99), link(2, 1)], [['apart', 99, 1]]))
    expect(corrected.map(({ from, to }) => [from, to])).toEqual([[2, 1]])
  })
})

const COUNT = 9
const anyTrail = fc
  .record({
    steps: fc.array(
      fc.tuple(fc.nat(COUNT - 1), fc.nat(COUNT - 1), fc.constantFrom(0.2, 0.3, 0.4, 0.5, 1)),
      {
        maxLength: 24,
      },
    ),
    stated: fc.array(
      fc.tuple(fc.constantFrom('together', 'apart', 'start'), fc.nat(COUNT - 1), fc.nat(COUNT - 1)),
      { maxLength: 12 },
    ),
  })
  .map(({ steps, stated }) => {
    const links = new Map<string, Link>()
    const left = new Map<number, number>()
    for (const [a, b, p] of steps) {
      const [from, to] = [Math.max(a, b) + 1, Math.min(a, b) + 1]
      const rest = left.get(from) ?? 1
      if (from === to || rest < p || links.has(`${from} ${to}`)) continue
      left.set(from, rest - p)
      links.set(`${from} ${to}`, link(from, to, p))
    }
    const made = stated.flatMap(([kind, a, b]): Stated[] => {
      if (kind === 'start') return [[kind, a + 1]]
      if (a === b) return []
      return [
        kind === 'apart' ? [kind, a + 1, b + 1] : [kind, Math.max(a, b) + 1, Math.min(a, b) + 1],
      ]
    })
    return trailOf(COUNT, [...links.values()], made)
  })

describe('for any links and corrections', () => {
  test('links lead back in time, and those of a message add up to 1 at the most', () => {
    fc.assert(
      fc.property(anyTrail, (trail) => {
        const links = applyCorrections(trail)
        const sums = new Map<number, number>()
        for (const { from, to, probability } of links) {
          expect(to).toBeLessThan(from)
          sums.set(from, (sums.get(from) ?? 0) + probability)
        }
        expect(Math.max(0, ...sums.values())).toBeLessThanOrEqual(1.000001)
      }),
      { numRuns: 5_000 },
    )
  })

  test('each accepted correction is obeyed, and the newest is always accepted', () => {
    fc.assert(
      fc.property(anyTrail, (trail) => {
        const links = applyCorrections(trail)
        const ids = trail.messages.map(({ id }) => id)
        const accepted = acceptCorrections(ids, trail.corrections)
        const newest = trail.corrections.at(-1)
        if (newest !== undefined) expect(accepted.ids.has(newest.id)).toBe(true)
        const groups = conversations(COUNT, links)
          .split(' | ')
          .map((group) => new Set(group.split(' ').map(Number)))
        const groupOf = (id: number) => groups.findIndex((group) => group.has(id))
        for (const { messageId, otherId } of accepted.togethers) {
          expect(together(COUNT, links, messageId, otherId ?? 0)).toBeCloseTo(1)
        }
        for (const { messageId, otherId } of accepted.aparts) {
          expect(groupOf(messageId)).not.toBe(groupOf(otherId ?? 0))
        }
        for (const id of accepted.starts) {
          for (let other = 1; other < id; other += 1)
            expect(together(COUNT, links, id, other)).toBe(0)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})

/** How often a map or a set is used while corrections of a chat are applied. */
function operationsOf(stated: readonly Stated[]): number {
  const messages = 200
  const links = Array.from({ length: messages - 1 }, (_, i) => link(i + 2, i + 1))
  const trail = trailOf(messages, links, stated)
  const spies = [
    vi.spyOn(Map.prototype, 'get'),
    vi.spyOn(Map.prototype, 'set'),
    vi.spyOn(Set.prototype, 'add'),
    vi.spyOn(Set.prototype, 'has'),
  ]
  applyCorrections(trail)
  const operations = spies.reduce((total, spy) => total + spy.mock.calls.length, 0)
  vi.restoreAllMocks()
  return operations
}

const any = (count: number) =>
  Array.from({ length: count }, (_, i): Stated => {
    const [a, b] = [1 + ((i * 7) % 200), 1 + ((i * 13 + 5) % 200)]
    if (a === b || i % 3 === 2) return ['start', a]
    return i % 3 === 0 ? ['apart', a, b] : ['together', Math.max(a, b), Math.min(a, b)]
  })
/** All to the last message: the group that grows is always the first of the two. */
const star = (count: number) =>
  Array.from({ length: count }, (_, i): Stated => ['together', 10_000, 1 + i])
/** One message apart from all others, which are then put together. */
const outcast = (count: number) => [
  ...Array.from({ length: count / 2 }, (_, i): Stated => ['together', 1 + i + 1, 1 + i]),
  ...Array.from({ length: count / 2 }, (_, i): Stated => ['apart', 10_000, 1 + i]),
]
/** One message apart from many, and put together with many others. */
const busy = (count: number) => [
  ...Array.from({ length: count / 2 }, (_, i): Stated => ['together', 10_000, 1_000 + i]),
  ...Array.from({ length: count / 2 }, (_, i): Stated => ['apart', 10_000, 1 + i]),
]

test.each([
  ['any', any],
  ['busy', busy],
  ['star', star],
  ['outcast', outcast],
])('a thousand corrections of one chat: twice as many cost about twice as much (%s)', (_, made) => {
  const [some, many] = [operationsOf(made(500)), operationsOf(made(1_000))]
  expect(many).toBeLessThan(60_000)
  expect(many / some).toBeLessThan(2.5)
})
