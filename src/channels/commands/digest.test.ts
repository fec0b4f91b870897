import { afterEach, expect, test } from 'vitest'
import { startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
afterEach(() => world.stop())

async function begin() {
  db = await databases.fresh()
  world = await startWorld(db)
  const [ann, bob] = [world.telegram.person('Ann'), world.telegram.person('Bob')]
  return { ann, bob, group: world.telegram.group('Friends', [ann, bob]) }
}

/** The bot's reply to what is said. */
async function replyTo(chat: number, say: () => void): Promise<string> {
  const before = world.telegram.sent(chat).length
  say()
  const sent = await world.answers(chat, before + 1)
  return sent.at(-1)?.text ?? ''
}

const settingsOf = async (chat: number) => {
  const rows = await db.database.asOwner((tx) =>
    tx.query<{ settings: Record<string, string> }>(
      'select settings from chats where workspace_id = $1 and external_id = $2',
      [db.workspaceId, String(chat)],
    ),
  )
  return rows[0]?.settings
}

test('/digest tells and sets when the group gets one', async () => {
  const { ann, bob, group } = await begin()
  const ask = (text: string, by = ann) => replyTo(group.id, () => group.say(by, text))
  expect(await ask('/digest', bob)).toContain('digest: off\nquiet hours: off\ntime zone: UTC')
  expect(await ask('/digest daily 9')).toContain('digest: daily 9\n')
  expect(await ask('/digest quiet 22:00-7')).toContain('digest: daily 9\nquiet hours: 22-7\n')
  expect(await ask('/digest Weekly Monday 09:00 private')).toContain('weekly mon 9 private')
  expect(await settingsOf(group.id)).toMatchObject({
    digest: 'weekly mon 9 private',
    quietHours: '22-7',
  })
  expect(await ask('/digest off')).toContain('digest: off\n')
})

test('what is not understood, or comes from a member, changes nothing and is explained', async () => {
  const { ann, bob, group } = await begin()
  const ask = (text: string, by = ann) => replyTo(group.id, () => group.say(by, text))
  for (const bad of ['sometimes', 'daily 25', 'weekly 9', 'quiet', 'quiet 7-7', 'on']) {
    const reply = await ask(`/digest ${bad}`)
    expect(reply).toContain(`I do not understand “${bad}”`)
    expect(reply).toContain('/digest weekly mon 9')
  }
  expect(await ask('/digest daily 9', bob)).toBe('Only admins of this group may change its digest.')
  expect(await settingsOf(group.id)).toEqual({})
})

test('/digest on and off, in private, are for the person', async () => {
  const { ann } = await begin()
  const ask = (text: string) => replyTo(ann.id, () => ann.private.say(text))
  expect(await ask('/digest')).toContain('here: off')
  expect(await ask('/digest daily 9')).toContain('Write /digest on')
  expect(await ask('/digest on')).toContain('here: on')
  expect(await settingsOf(ann.id)).toMatchObject({ privateDigests: 'on' })
  expect(await ask('/digest off')).toContain('here: off')
})
