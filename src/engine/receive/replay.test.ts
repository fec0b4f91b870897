import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { delivery, incoming, testEngine } from '../../../test/deps.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { openJournal } from '../../db/engine/journal.ts'
import { listImports } from '../../db/messages/imports.ts'
import type { Delivery } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { replay } from './replay.ts'

const db = useDatabase()

const target = (messageId: string) => ({ channel: 'api', externalId: 'team', messageId })
const to = (chat: string, id: string, text: string): Delivery => {
  const made = delivery(incoming('Ann', text, { externalId: id }))
  return { ...made, chat: { ...made.chat, externalId: chat } }
}

test('the journal is applied in order, and applied twice changes nothing', async () => {
  const test = await db.fresh()
  const { workspaceId } = test
  const entries = [
    { op: 'receive', workspaceId, delivery: to('team', '1', 'one') },
    { op: 'receive', workspaceId, delivery: to('team', '2', 'two') },
    { op: 'receive', workspaceId, delivery: to('other', '1', 'elsewhere') },
    {
      op: 'edit',
      workspaceId,
      target: target('1'),
      edit: { text: 'one, edited', editedAt: '2026-03-10T11:59:00Z' },
    },
    { op: 'delete', workspaceId, target: target('2') },
    { op: 'receive', workspaceId, delivery: to('team', '2', 'two') },
    { op: 'receive', workspaceId, delivery: to('team', '3', 'three') },
  ]
  const recovered = { entries: JSON.parse(JSON.stringify(entries)), torn: 0 }
  const { deps, events } = testEngine(test)
  for (let life = 0; life < 2; life += 1) {
    await replay(recovered, deps)
    expect(await texts(test)).toEqual(['elsewhere', 'one, edited', 'three'])
  }
  expect(events).toContainEqual({ name: 'journal.replayed', entries: 7, torn: 0, failed: 0 })
})

test('messages of an import are there again also if a power cut took the import itself', async () => {
  const test = await db.fresh()
  const { workspaceId } = test
  const entries = [
    { op: 'receive', workspaceId, delivery: { ...to('team', '1', 'one'), importId: 'lost' } },
    { op: 'receive', workspaceId, delivery: to('team', '2', 'two') },
  ]
  await replay({ entries: JSON.parse(JSON.stringify(entries)), torn: 0 }, testEngine(test).deps)
  expect(await texts(test)).toEqual(['one', 'two'])
  const imports = await test.database.within(workspaceScope(workspaceId), (tx) =>
    listImports(tx, workspaceId, 10),
  )
  expect(imports).toMatchObject([{ id: 'lost', messages: 1 }])
})

test('an entry that cannot be applied is set aside, and takes no neighbour with it', async () => {
  const test = await db.fresh()
  const { workspaceId } = test
  // Longer than any index entry may be: refused by the database on both engines.
  const noise = Array.from({ length: 4_000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000)),
  ).join('')
  const bad = to('team', noise, 'bad')
  const entries = [to('team', '1', 'one'), bad, to('team', '3', 'three')].map((d) => ({
    op: 'receive',
    workspaceId,
    delivery: d,
  }))
  const directory = await mkdtemp(join(tmpdir(), 'earshot-replay-'))
  const { journal } = await openJournal(directory)
  const { deps, events } = testEngine(test, { journal })
  await replay({ entries, torn: 1 }, deps)
  const aside = await readFile(join(directory, 'set-aside.jsonl'), 'utf8')
  expect(
    aside
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).delivery.messages[0].text),
  ).toEqual(['bad'])
  await journal.close()
  await rm(directory, { recursive: true })
  expect(await texts(test)).toEqual(['one', 'three'])
  expect(events).toContainEqual({ name: 'journal.replayed', entries: 3, torn: 1, failed: 1 })
})

async function texts({ database, workspaceId }: TestDb): Promise<string[]> {
  const rows = await database.within(workspaceScope(workspaceId), (tx) =>
    tx.query<{ text: string }>('select text from messages where deleted_at is null order by text'),
  )
  return rows.map((row) => row.text)
}
