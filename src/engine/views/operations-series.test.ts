import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, testEngine } from '../../../test/deps.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { createOperationsSeries, LOOKS, stepsUntil } from './operations-series.ts'

const db = useDatabase()

describe('steps', () => {
  test('end with the one that is under way, on whole steps of the clock', () => {
    const steps = stepsUntil(new Date('2026-03-10T12:00:30Z'), 1, 60_000)
    expect(steps).toHaveLength(60)
    expect(steps[0]?.from).toEqual(new Date('2026-03-10T11:01:00Z'))
    expect(steps.at(-1)).toEqual({
      from: new Date('2026-03-10T12:00:00Z'),
      to: new Date('2026-03-10T12:01:00Z'),
    })
  })

  test('are at most sixty, and have no holes', () => {
    for (const [hours, minutes] of Object.entries(LOOKS)) {
      const steps = stepsUntil(new Date('2026-03-10T12:00:00Z'), Number(hours), minutes * 60_000)
      expect(steps.length).toBeLessThanOrEqual(60)
      for (const [i, step] of steps.entries()) {
        if (i > 0) expect(step.from).toEqual(steps[i - 1]?.to)
      }
    }
  })
})

async function receive(here: TestDb, count: number, receivedAt: Date) {
  const { engine } = testEngine(here)
  const messages = Array.from({ length: count }, () => incoming('Ann', 'hello'))
  await engine.receive(admin(here), delivery(...messages))
  await here.database.asOwner((tx) =>
    tx.query(
      `update messages set received_at = $2
        where workspace_id = $1 and received_at > now() - interval '1 minute'`,
      [here.workspaceId, receivedAt.toISOString()],
    ),
  )
}

const NOON = new Date('2026-03-10T12:00:30Z')
const minutesBefore = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000)

describe('a look', () => {
  test('counts a step that is over once, and the one under way each time', async () => {
    const here = await db.fresh()
    await receive(here, 1, minutesBefore(40))
    await receive(here, 1, NOON)
    const read = createOperationsSeries(here.database, () => NOON)
    const counts = async () =>
      (await read(here.workspaceId, 1)).steps.flatMap((step) => step.messages || [])
    expect(await counts()).toEqual([1, 1])
    // Nothing arrives in the past, so these are not seen: that step is cached.
    await receive(here, 4, minutesBefore(40))
    await receive(here, 4, NOON)
    expect(await counts()).toEqual([1, 5])
  })
})
