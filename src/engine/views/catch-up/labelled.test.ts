import { beforeAll, describe, expect, test } from 'vitest'
import {
  type JudgedChat,
  judgeCatchUp,
  precisionOf,
  recallOf,
} from '../../../../test/catch-up/judge-catch-up.ts'
import {
  type LabelledChat,
  readLabelledChats,
  timeOf,
  toDelivery,
} from '../../../../test/catch-up/labelled-chats.ts'
import { admin, testEngine } from '../../../../test/deps.ts'
import { useDatabase } from '../../../../test/with-db.ts'

const db = useDatabase()
let judged: JudgedChat[] = []
const of = (half: LabelledChat['half']) => judged.filter(({ chat }) => chat.half === half)
const share = ([part, all]: readonly [number, number]) => part / all

beforeAll(async () => {
  const it = await db.fresh()
  const { engine } = testEngine(it)
  judged = []
  for (const chat of readLabelledChats()) {
    await engine.receive(admin(it), toDelivery(chat))
    const caught = await engine.catchUp(admin(it), `api:${chat.name}`, {
      author: { externalId: chat.asker.name },
      since: null,
      askedAt: timeOf('9 00:00'),
      isOnlyMe: false,
    })
    judged.push(judgeCatchUp(chat, caught))
  }
})

describe('catching up with twenty labelled chats', () => {
  test('tells every question and request to the asker', () => {
    const all = judged.flatMap(({ labels }) => labels)
    const asked = all.filter(({ label }) => label === 'asked')
    expect(asked.length).toBeGreaterThan(40)
    expect(asked.filter(({ kind }) => kind === null).map(({ message }) => message.text)).toEqual([])
  })

  // What bench/catch-up measured, less a message or two: conversations may be grouped otherwise one day.
  test('tells decisions as decisions', () => {
    expect(share(recallOf(of('first'), 'decision', ['decision']))).toBeGreaterThanOrEqual(0.95)
    expect(share(recallOf(of('second'), 'decision', ['decision']))).toBeGreaterThanOrEqual(0.8)
    expect(share(recallOf(judged, 'decision'))).toBeGreaterThanOrEqual(0.95)
  })

  test('calls little else a decision or a question to the asker', () => {
    for (const half of ['first', 'second'] as const) {
      expect(share(precisionOf(of(half), 'decision'))).toBeGreaterThanOrEqual(0.8)
      expect(share(precisionOf(of(half), 'question_to_you'))).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('cites every line', () => {
    for (const { cited, lines } of judged) expect(cited).toBe(lines)
  })
})
