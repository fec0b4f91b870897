import { expect, test } from 'vitest'
import { type LaneCell, type LaneRow, layOutLanes, MAX_LANES } from './lanes.ts'

/** A letter a message, the same for those of one conversation; `.` stands alone, `_` is not loaded. */
function rowsOf(text: string, from = 0): LaneRow[] {
  return [...text].flatMap((letter, i) => {
    if (letter === '_') return []
    const conversation = letter === '.' ? null : letter.toLowerCase()
    // A capital continues something that is further up.
    const isContinued = letter !== letter.toLowerCase() || text.indexOf(letter) < i
    return [{ index: from + i, id: `${letter}${from + i}`, conversation, isContinued }]
  })
}

/** Each row as a word: own mark, what passes, where its line goes. */
function draw(cells: ReadonlyMap<number, LaneCell>): string[] {
  return [...cells.values()].map(({ lane, conversation, above, hasBelow, passing }) => {
    const marks = Array.from({ length: MAX_LANES }, () => ' ')
    for (const line of passing) marks[line.lane] = '|'
    marks[lane] = conversation ?? 'o'
    const up = above === 'line' ? '^' : above === 'dots' ? ':' : ''
    return `${marks.join('').trimEnd()}${up}${hasBelow ? 'v' : ''}`
  })
}

test('two that are woven into each other have a lane each', () => {
  expect(draw(layOutLanes(rowsOf('abab')))).toEqual(['av', '|bv', 'a|^', ' b^'])
})

test('what stands alone has no line, and is beside those that pass', () => {
  expect(draw(layOutLanes(rowsOf('a.a.')))).toEqual(['av', '|o', 'a^', 'o'])
})

test('a lane is given to the next when its conversation is over', () => {
  expect(draw(layOutLanes(rowsOf('aabb')))).toEqual(['av', 'a^', 'bv', 'b^'])
})

test('a conversation that rests for long gives its lane back, and goes on by dots', () => {
  const rows = rowsOf(`a${'.'.repeat(30)}a`)
  const drawn = draw(layOutLanes(rows))
  expect([drawn[0], drawn[1], drawn.at(-1)]).toEqual(['a', 'o', 'a:'])
})

test('what continues something that is not loaded begins with dots', () => {
  expect(draw(layOutLanes(rowsOf('A')))).toEqual(['a:'])
})

test('rows that are missing are passed over', () => {
  expect(draw(layOutLanes(rowsOf('a_b_a')))).toEqual(['av', '|b', 'a^'])
})

test('in a crowd the last lane is shared', () => {
  const drawn = draw(layOutLanes(rowsOf('abcdefghabcdefgh')))
  expect(drawn[5]).toBe('|||||fv')
  expect(drawn[7]).toBe('|||||hv')
})

test('what was drawn stays in its lane when more is loaded before it', () => {
  const first = layOutLanes(rowsOf('abab', 10))
  const lanes = new Map(
    rowsOf('abab', 10).map(({ id, index }) => [id, first.get(index)?.lane ?? 0]),
  )
  const rows = [...rowsOf('bcbc', 6), ...rowsOf('abab', 10)]
  const again = layOutLanes(rows, lanes)
  const laneAt = (cells: ReadonlyMap<number, LaneCell>, at: number) => cells.get(at)?.lane
  expect([10, 11, 12, 13].map((at) => laneAt(again, at))).toEqual(
    [10, 11, 12, 13].map((at) => laneAt(first, at)),
  )
})
