import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/with-db.ts'
import { MADE_AGAIN, MOVED } from './move-chat.ts'

const db = useDatabase()

test('every table that holds something of a chat is known to those who move one', async () => {
  const { database } = await db.fresh()
  const rows = await database.asOwner((tx) =>
    tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'chat_id'`,
    ),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...MOVED, ...MADE_AGAIN].toSorted())
})
