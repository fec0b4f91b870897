import { describe, expect, test } from 'vitest'
import {
  checkLog,
  createClientLog,
  type FinalRow,
  type Operation,
  type Outcome,
} from './client-log.ts'

const place = { chat: 'api:team', id: '7' }
const receive = (text: string): Operation => ({ ...place, kind: 'receive', text })
const edit = (text: string, editedAt: number): Operation => ({
  ...place,
  kind: 'edit',
  text,
  editedAt,
})
const remove: Operation = { ...place, kind: 'delete' }
const row = (text: string): FinalRow => ({ ...place, text, isDeleted: false })
const deleted: FinalRow = { ...place, text: '', isDeleted: true }

/** One after another, each ended before the next begins. */
function judge(story: readonly (readonly [Operation, Outcome])[], rows: readonly FinalRow[]) {
  const log = createClientLog()
  for (const [operation, outcome] of story) log.invoke([operation])(outcome)
  return checkLog(log.entries(), rows).map((violation) => violation.kind)
}

describe('a message', () => {
  test('that was acknowledged must be there, once', () => {
    expect(judge([[receive('a'), 'ok']], [row('a')])).toEqual([])
    expect(judge([[receive('a'), 'ok']], [])).toEqual(['lost'])
    expect(judge([[receive('a'), 'ok']], [row('a'), row('a')])).toEqual(['doubled'])
  })

  test('that was refused must not be there', () => {
    expect(judge([[receive('a'), 'fail']], [])).toEqual([])
    expect(judge([[receive('a'), 'fail']], [row('a')])).toEqual(['uninvited'])
    expect(judge([], [row('a')])).toEqual(['uninvited'])
  })

  test('without an answer may be there or not, but not twice', () => {
    expect(judge([[receive('a'), 'unknown']], [])).toEqual([])
    expect(judge([[receive('a'), 'unknown']], [row('a')])).toEqual([])
    expect(judge([[receive('a'), 'unknown']], [row('a'), row('a')])).toEqual(['doubled'])
  })

  test('keeps its first acknowledged text when it is delivered again', () => {
    const twice = [
      [receive('first'), 'ok'],
      [receive('second'), 'ok'],
    ] as const
    expect(judge(twice, [row('first')])).toEqual([])
    expect(judge(twice, [row('second')])).toEqual(['wrong text'])
  })

  test('may have either text if two deliveries crossed', () => {
    const log = createClientLog()
    const [endFirst, endSecond] = [log.invoke([receive('first')]), log.invoke([receive('second')])]
    endFirst('ok')
    endSecond('ok')
    expect(checkLog(log.entries(), [row('first')])).toEqual([])
    expect(checkLog(log.entries(), [row('second')])).toEqual([])
  })
})

describe('an edit', () => {
  test('that was acknowledged must show, and a refused one must not', () => {
    const story = (outcome: Outcome) =>
      [
        [receive('a'), 'ok'],
        [edit('b', 1), outcome],
      ] as const
    expect(judge(story('ok'), [row('b')])).toEqual([])
    expect(judge(story('ok'), [row('a')])).toEqual(['wrong text'])
    expect(judge(story('fail'), [row('b')])).toEqual(['wrong text'])
    expect(judge(story('unknown'), [row('a')])).toEqual([])
    expect(judge(story('unknown'), [row('b')])).toEqual([])
  })

  test('wins by its own time, not by its arrival', () => {
    const story = [
      [receive('a'), 'ok'],
      [edit('newer', 2), 'ok'],
      [edit('older', 1), 'ok'],
    ] as const
    expect(judge(story, [row('newer')])).toEqual([])
    expect(judge(story, [row('older')])).toEqual(['wrong text'])
  })

  test('without an answer may beat an older one only', () => {
    const story = (editedAt: number) =>
      [
        [receive('a'), 'ok'],
        [edit('known', 2), 'ok'],
        [edit('unsure', editedAt), 'unknown'],
      ] as const
    expect(judge(story(3), [row('unsure')])).toEqual([])
    expect(judge(story(1), [row('unsure')])).toEqual(['wrong text'])
  })
})

describe('a deletion', () => {
  test('that was acknowledged is final', () => {
    const story = [
      [receive('a'), 'ok'],
      [remove, 'ok'],
      [receive('a'), 'ok'],
    ] as const
    expect(judge(story, [deleted])).toEqual([])
    expect(judge(story, [row('a')])).toEqual(['undeleted'])
  })

  test('happens to no message whose deletion nobody asked for', () => {
    expect(judge([[receive('a'), 'ok']], [deleted])).toEqual(['vanished'])
    expect(
      judge(
        [
          [receive('a'), 'ok'],
          [remove, 'fail'],
        ],
        [deleted],
      ),
    ).toEqual(['vanished'])
    expect(
      judge(
        [
          [receive('a'), 'ok'],
          [remove, 'unknown'],
        ],
        [deleted],
      ),
    ).toEqual([])
  })
})
