import { expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { NOW } from '../../test/deps.ts'
import { useDatabase } from '../../test/with-db.ts'
import { whyCommand } from './commands/why.ts'

const db = useDatabase()

test('why shows when a trace was stored, and as of when its caller asked', async () => {
  const { app, run } = await cliWorld(await db.fresh())
  const ask = async (more: object) => {
    const { body } = await app.send('POST', '/api/ask', { query: 'when is tea?', ...more })
    return (await run(whyCommand, [String(body.answer_id)])).printed
  }
  const stored = `Stored: ${NOW.toISOString()}`
  const dated = await ask({ sent_at: '2024-05-01T09:30:00Z' })
  expect(dated.split('\n')).toContain(`${stored}, asked as of 2024-05-01T09:30:00.000Z`)
  expect((await ask({})).split('\n')).toContain(stored)
})
