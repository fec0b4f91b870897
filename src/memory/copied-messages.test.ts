import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import { saveEvents } from '../db/channels/inbox.ts'

/* Copies of messages that are not stored themselves: in replies to messages that are older than Earshot, and in updates
 * that wait in the inbox. */

const database = useDatabase()
const SECRET = 'wordvault'

/** Bob's reply to a message of Ann's that was never received. */
const replyToOld = (externalId: string) =>
  incoming('Bob', 'Is it?', {
    externalId,
    replyTo: 'old',
    quote: SECRET,
    contextSnapshot: { text: SECRET, author: 'Ann', authorId: 'ann', sentAt: null },
    raw: JSON.stringify({ reply_to_message: { text: SECRET } }),
  })

async function placesOf(it: TestDb): Promise<string[]> {
  const rows = await rowsOf(it)
  return [...rows].flatMap(([name, all]) => (JSON.stringify(all).includes(SECRET) ? [name] : []))
}

async function annAndBob() {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await world.engine.receive(admin(it), delivery(incoming('Ann', 'Hello.')))
  await world.engine.receive(admin(it), delivery(replyToOld('2')))
  expect(await placesOf(it)).toEqual(['messages'])
  return { it, world }
}

test('a person who is forgotten is gone from replies to messages that were never received', async () => {
  const { it, world } = await annAndBob()
  await world.memory.forget(admin(it), 'api:ann')
  expect(await placesOf(it)).toEqual([])
})

test('copies of a person who opts out are erased, and later ones are not stored', async () => {
  const { it, world } = await annAndBob()
  await world.memory.optOut(admin(it), 'api:ann', true)
  expect(await placesOf(it)).toEqual([])
  await world.engine.receive(admin(it), delivery(replyToOld('3')))
  expect(await placesOf(it)).toEqual([])
})

test('pending updates of a person who is forgotten are erased, those of others are not', async () => {
  const { it, world } = await annAndBob()
  const update = (eventId: string, author: string) => {
    const payload = `${SECRET} of ${author}`
    return { eventId, ordinal: null, payload, author, chat: null, album: null, dueAt: world.now() }
  }
  await it.database.asOwner((db) =>
    saveEvents(
      db,
      it.workspaceId,
      { channel: 'api', bot: '1' },
      [update('1', 'ann'), update('2', 'bob')],
      world.now(),
    ),
  )
  await world.memory.forget(admin(it), 'api:ann')
  const inbox = (await rowsOf(it)).get('inbox')?.join('\n')
  expect(inbox).not.toContain(`${SECRET} of ann`)
  expect(inbox).toContain(`${SECRET} of bob`)
})
