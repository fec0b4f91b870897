import { expect, test } from 'vitest'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'
import type { ImportItem } from '../item.ts'

const write = useFolder()
const GROUP = 'test/fixtures/import/telegram-supergroup.json'
const ACCOUNT = 'test/fixtures/import/telegram-account.json'

test('a supergroup is read as the bot would have heard it', async () => {
  const items = await readAll(GROUP, 'telegram')
  const [older, ...lines] = told(items)
  expect(older).toMatch(
    /^c[\w-]{20} 2024-01-01T08:00:00.000Z Ann: "said when this was a small group"$/,
  )
  expect(lines).toEqual([
    '1 2024-01-02T08:00:00.000Z — Ann: "Ann made the group a supergroup"',
    '2 2024-01-02T08:00:01.000Z — Ann: "Ann created the topic “Gear”"',
    '3 2024-01-02T08:01:00.000Z Ann: "Which boots do you take? https://example.org"',
    '4 2024-01-02T08:02:00.000Z 102: "The old ones" →3',
    '5 2024-01-02T09:00:00.000Z Hikers News: "Closed on Monday"',
    '6 2024-01-02T09:01:00.000Z Bob: "From the top" {photo} {photo p2.jpg}',
    '8 2024-01-02T09:05:00.000Z Ann: "Lovely!" →6',
    '9 2024-01-02T09:06:00.000Z Bob: "[sticker 😀]" {sticker s.webp}',
    '10 2024-01-02T09:07:00.000Z Bob: "[poll] When?: Saturday / Sunday"',
    '11 2024-01-02T09:08:00.000Z Bob: "about what they say elsewhere"',
    '12 2024-01-02T09:09:00.000Z Bob: "[contact] Cat Hill"',
    '13 2024-01-02T09:10:00.000Z Bob: "[place] Hut, North ridge"',
  ])
  expect(left(items)).toEqual([
    'unsupported: chat -1001500, message 14',
    'no_author: chat -1001500, message 15',
    'no_id: chat -1001500, message without an id',
    'no_date: chat -1001500, message 16',
    'not_a_message: chat -1001500, message without an id',
    'empty: chat -1001500, message 17',
  ])
})

test('edits, reactions, topics, albums and people come along', async () => {
  const found = await messages(GROUP)
  const byId = new Map(found.map((item) => [item.message.externalId, item.message]))
  expect(byId.get('4')).toMatchObject({
    author: { externalId: '102', name: null },
    editedAt: new Date('2024-01-02T08:03:00Z'),
    reactions: [{ emoji: '👍', count: 2 }],
    topic: '2',
  })
  expect(byId.get('3')).toMatchObject({ topic: '2', replyTo: null })
  expect(byId.get('5')).toMatchObject({ author: { externalId: '-100900' }, topic: null })
  expect(byId.get('6')?.media).toEqual([
    { kind: 'photo', sizeBytes: 4000, album: '6' },
    { kind: 'photo', name: 'p2.jpg', album: '6' },
  ])
})

test('each chat of an account has its place; private ones never the bot’s own', async () => {
  const places = (await messages(ACCOUNT)).map(({ chat, message }) =>
    [chat.externalId, chat.kind, chat.ids, chat.title, message.author.isBot].join(' '),
  )
  expect([...new Set(places)]).toEqual([
    'desktop-103 private own Bob false',
    'desktop-101 private own Saved messages false',
    'desktop-700 private own Helper true',
    '-2500 group foreign Choir false',
    '-1003500 group own News false',
  ])
})

test('ids of a basic group are made of what was said, and replies follow', async () => {
  const [first, second, third] = (await messages(ACCOUNT))
    .filter(({ chat }) => chat.ids === 'foreign')
    .map(({ message }) => message)
  expect(first?.externalId).toMatch(/^c[\w-]{20}$/)
  expect([second?.replyTo, third?.replyTo]).toEqual([first?.externalId, second?.externalId])
})

test('the ids are the same for a member who counts otherwise', async () => {
  const path = await write('other.json', JSON.stringify(choir(500)))
  const other = await write('mine.json', JSON.stringify(choir(70)))
  expect(told(await readAll(path, 'telegram'))).toEqual(told(await readAll(other, 'telegram')))
})

test('--chat sends one chat elsewhere, and is refused for several', async () => {
  const chat = { channel: 'api', externalId: 'club' }
  const [item] = await messages(GROUP, { chat })
  expect(item?.chat).toMatchObject(chat)
  await expect(readAll(ACCOUNT, 'telegram', { chat })).rejects.toThrow(/several chats/)
})

test('times without a zone are taken as UTC, or as told, and that is noted', async () => {
  const entry = { id: 1, type: 'message', date: '2024-07-01T12:00:00', from_id: 'user1', text: 'x' }
  const file = { type: 'private_supergroup', id: 5, name: 'Old', messages: [entry] }
  const path = await write('old.json', JSON.stringify(file))
  const [note, message] = await readAll(path, 'telegram', { timeZone: 'Europe/Kyiv' })
  expect(note).toMatchObject({ type: 'note', text: expect.stringContaining('Europe/Kyiv') })
  expect(told(message === undefined ? [] : [message])).toEqual([
    '1 2024-07-01T09:00:00.000Z 1: "x"',
  ])
})

test.each([
  ['{"name": "x"}', 'file_type_unknown'],
  ['{"messages": [{"id": 1}], "id": 5, "type": "private_group"}', 'file_type_unknown'],
  ['{"id": "../5", "type": "private_group", "messages": []}', 'file_type_unknown'],
])('%s is no export of Telegram', async (text, code) => {
  const path = await write('no.json', text)
  await expect(readAll(path, 'telegram')).rejects.toMatchObject({ code })
})

async function messages(path: string, options: Parameters<typeof readAll>[2] = {}) {
  const items = await readAll(path, 'telegram', options)
  return items.filter(
    (item): item is Extract<ImportItem, { type: 'message' }> => item.type === 'message',
  )
}

/** The same conversation, as exported by an account that numbers its messages from `first` on. */
function choir(first: number) {
  const entry = (i: number, more: object) => ({
    id: first + i,
    type: 'message',
    date_unixtime: String(1_704_276_000 + i),
    from: 'Ann',
    from_id: 'user101',
    ...more,
  })
  const messages = [
    entry(0, { text: 'la' }),
    entry(1, { text: 'la', reply_to_message_id: first }),
    entry(1, { id: first + 2, text: 'la' }),
  ]
  return { type: 'private_group', id: 2500, name: 'Choir', messages }
}
