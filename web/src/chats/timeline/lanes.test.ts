import { expect, test } from 'vitest'
import { type LaneCell, type LaneRow, layOutLanes, MAX_LANES } from './lanes.ts'

/** One character per message, the same for one conversation; `.` is in none, `_` is not loaded. */
function rowsOf(text: string, from = 0): LaneRow[] {
  return [...text].flatMap((letter, i) => {
    if (letter === '_') return []
    const conversation = letter === '.' ? null : letter.toLowerCase()
    // A capital letter continues a message further up.
    const isContinued = letter !== letter.toLowerCase() || text.indexOf(letter) < i
    return [{ index: from + i, id: `${letter}${from + i}`, conversation, isContinued }]
  })
}

/** Each row as text: its mark, passing lines, and the direction of its line. */
function draw(cells: ReadonlyMap<number, LaneCell>): string[] {
  return [...cells.values()].map(({ lane, conversation, above, hasBelow, passing }) => {
    const marks = Array.from({ length: MAX_LANES }, () => ' ')
    for (const line of passing) marks[line.lane] = '|'
    marks[lane] = conversation ?? 'o'
    const up = above === 'line' ? '^' : above === 'dots' ? ':' : ''
    return `${marks.join('').trimEnd()}${up}${hasBelow ? 'v' : ''}`
  })
}

test('two interleaved conversations have a lane each', () => {
  expect(draw(layOutLanes(rowsOf('abab')))).toEqual(['av', '|bv', 'a|^', ' b^'])
})

test('a message in no conversation has no line, and is beside passing lines', () => {
  expect(draw(layOutLanes(rowsOf('a.a.')))).toEqual(['av', '|o', 'a^', 'o'])
})

test('a lane is reused when its conversation has ended', () => {
  expect(draw(layOutLanes(rowsOf('aabb')))).toEqual(['av', 'a^', 'bv', 'b^'])
})

test('a conversation with a long gap frees its lane, and continues with a dotted line', () => {
  const rows = rowsOf(`a${'.'.repeat(30)}a`)
  const drawn = draw(layOutLanes(rows))
  expect([drawn[0], drawn[1], drawn.at(-1)]).toEqual(['a', 'o', 'a:'])
})

test('a message that continues one that is not loaded starts with a dotted line', () => {
  expect(draw(layOutLanes(rowsOf('A')))).toEqual(['a:'])
})

test('missing rows are skipped', () => {
  expect(draw(layOutLanes(rowsOf('a_b_a')))).toEqual(['av', '|b', 'a^'])
})

test('when all lanes are in use, the last one is shared', () => {
  const drawn = draw(layOutLanes(rowsOf('abcdefghabcdefgh')))
  expect(drawn[5]).toBe('|||||fv')
  expect(drawn[7]).toBe('|||||hv')
})

test('rows keep their lanes when earlier ones are loaded', () => {
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
