import { expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import type { Serving } from './command.ts'
import { askCommand } from './commands/ask.ts'
import { chatsCommand } from './commands/chats.ts'
import { exportCommand } from './commands/export.ts'
import { forgetCommand } from './commands/forget.ts'
import { keysCommand } from './commands/keys.ts'
import { startCommand } from './commands/start.ts'

const db = useDatabase()

async function withMessage() {
  const world = await cliWorld(await db.fresh())
  await world.app.send('POST', '/api/messages', wireMessages({ text: 'Dinner on Friday' }))
  return world
}

test('a person is named by channel and id, or by the id alone, in every command', async () => {
  const { run } = await withMessage()
  for (const person of ['u1', 'api:u1']) {
    const thread = { thread: 'api:team', as: person, json: true }
    const asked = await run(askCommand, ['when is dinner?'], thread)
    expect(JSON.parse(asked.printed).answer).toContain('Friday')
    const { printed } = await run(exportCommand, [person], { json: true })
    expect(JSON.parse(printed).messages).toHaveLength(1)
    const key = await run(keysCommand, ['create'], { role: 'member', person, json: true })
    expect(key.exitCode).toBe(0)
  }
  const listed = await run(keysCommand, ['list'], { json: true })
  const people = JSON.parse(listed.printed).keys.flatMap(
    (key: { person: string | null }) => key.person ?? [],
  )
  expect(people).toEqual(['api:u1', 'api:u1'])
})

test('a person of another channel than the chat’s is refused, and the error says how to name one', async () => {
  const { run } = await withMessage()
  await expect(run(askCommand, ['hi'], { thread: 'api:team', as: 'telegram:7' })).rejects.toThrow(
    /not a person of the channel "api".*api:ID/,
  )
})

test('one message is "1 message"', async () => {
  const { run } = await withMessage()
  expect((await run(chatsCommand, ['list'])).printed).toMatch(/ 1 message {3}api:team/)
  const { printed } = await run(forgetCommand, ['u1'], { yes: true })
  expect(printed).toContain('1 message, 0 sessions, 0 files')
})

test('a start without the demo chat does not propose to ask it', async () => {
  const { terminal, printed } = await cliWorld(await db.fresh())
  const serving: Serving = {
    url: 'http://127.0.0.1:1',
    isOpen: true,
    hasDemo: false,
    isDemoThere: false,
    restartAsked: new Promise(() => undefined),
    stop: async () => undefined,
  }
  const start = (isDemoThere: boolean) =>
    startCommand.run(
      [],
      {},
      {
        ...terminal,
        serve: async () => ({ ...serving, isDemoThere }),
        stopSignal: async () => undefined,
      },
    )
  await start(false)
  expect(printed.join('\n')).not.toContain('demo:friends')
  expect(printed.join('\n')).toContain('earshot import FILE')
  await start(true)
  expect(printed.join('\n')).toContain('--thread demo:friends')
})
