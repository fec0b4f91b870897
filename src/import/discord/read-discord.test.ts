import { expect, test } from 'vitest'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'

const write = useFolder()
const FILE = 'test/fixtures/import/discord.json'

test('a channel is read: replies, edits, reactions, files, notes, bots', async () => {
  const items = await readAll(FILE, 'discord')
  expect(told(items)).toEqual([
    '1001 2024-01-05T08:00:00.123Z Ann: "Is the laser free?"',
    '1002 2024-01-05T08:01:00.000Z Bob: "from noon on" {photo plan.png} →1001',
    '1003 2024-01-05T08:02:00.000Z — Cat: "Cat joined"',
    '1004 2024-01-05T08:03:00.000Z Builds: "Build 7\\nis green"',
    '1005 2024-01-05T08:04:00.000Z Bob: "seen elsewhere"',
  ])
  expect(left(items)).toEqual(['empty: chat 900, message 1006', 'no_date: chat 900, message 1007'])
  const [first, second, , fourth] = items.flatMap((item) => (item.type === 'message' ? item : []))
  expect(first?.chat).toMatchObject({ channel: 'discord', externalId: '900', kind: 'group' })
  expect(first?.chat.title).toBe('Makers / general')
  expect(first?.message).toMatchObject({
    author: { externalId: '11', name: 'Ann', username: 'ann' },
    editedAt: new Date('2024-01-05T08:05:00Z'),
    reactions: [{ emoji: '👀', count: 3 }],
  })
  expect(second?.message.media).toEqual([
    { kind: 'photo', name: 'plan.png', sizeBytes: 2048, url: 'https://cdn.example.org/plan.png' },
  ])
  expect(fourth?.message.author.isBot).toBe(true)
})

test('replies stay replies where the channel is sent elsewhere', async () => {
  const items = await readAll(FILE, 'discord', { chat: { channel: 'api', externalId: 'x' } })
  expect(told(items)[1]).toContain('→1001')
})

test('other JSON is no channel of Discord', async () => {
  for (const text of [
    '{"messages": []}',
    '[1, 2]',
    '{"guild": {}, "channel": {}, "messages": []}',
  ]) {
    const path = await write('other.json', text)
    await expect(readAll(path, 'discord')).rejects.toMatchObject({ code: 'file_type_unknown' })
  }
})

test('embeds are read with their fields, forwarded messages with all they hold', async () => {
  const author = { id: '14', name: 'builds', nickname: 'Builds', isBot: true }
  const embed = {
    title: 'Build 8',
    description: 'is red',
    author: { name: 'CI' },
    fields: [{ name: 'Branch', value: 'main' }],
    footer: { text: 'took 3 min' },
  }
  const message = (id: string, more: object) => ({
    id,
    type: 'Default',
    timestamp: '2024-01-05T10:00:00Z',
    content: '',
    author,
    ...more,
  })
  const person = { id: '11', name: 'ann', isBot: false }
  const messages = [
    message('1', { content: 'Look', embeds: [embed] }),
    message('2', {
      author: person,
      content: 'https://a.org',
      embeds: [{ title: 'A page', description: 'long' }],
    }),
    message('3', {
      author: person,
      forwardedMessage: {
        content: 'kept',
        embeds: [embed],
        attachments: [{ fileName: 'a.png' }],
        stickers: [{ name: 'Wave' }],
      },
    }),
  ]
  const file = {
    guild: { id: '1', name: 'G' },
    channel: { id: '2', name: 'c', type: 'GuildTextChat' },
    messages,
  }
  const items = await readAll(await write('embeds.json', JSON.stringify(file)), 'discord')
  const all = 'CI\\nBuild 8\\nis red\\nBranch: main\\ntook 3 min'
  expect(told(items).map((line) => line.slice(27))).toEqual([
    `Builds: "Look\\n${all}"`,
    'ann: "https://a.org\\nA page"',
    `ann: "kept\\n[sticker Wave]\\n${all}" {photo a.png}`,
  ])
})
