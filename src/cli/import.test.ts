import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { useFolder } from '../../test/fixtures/import/read-all.ts'
import { useDatabase } from '../../test/with-db.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Options } from './command.ts'
import { importCommand } from './commands/import.ts'

const db = useDatabase()
const write = useFolder()
const FIXTURES = 'test/fixtures/import'
const GROUP = `${FIXTURES}/telegram-supergroup.json`

/** A terminal on a server of its own. */
async function world() {
  const test = await db.fresh()
  const { app, printed, bars, terminal, run: runCommand } = await cliWorld(test)
  const run = async (file: string, from: string, options: Options = {}) => {
    const ran = await runCommand(importCommand, [file], { from, json: true, ...options })
    return { exitCode: ran.exitCode, ...JSON.parse(ran.printed) }
  }
  const rows = () =>
    test.database.within(workspaceScope(test.workspaceId), (tx) =>
      tx.query<Record<string, unknown>>(
        `select c.channel, c.external_id as chat, m.external_id as id, m.kind, p.external_id as author,
                m.sent_at, m.text, m.reply_to, m.topic, m.media, m.reactions, m.edited_at
           from messages m
           join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
           join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
          order by c.external_id, m.sent_at, m.position, m.id`,
      ),
    )
  return { app, run, rows, printed, bars, terminal }
}

describe('an import', () => {
  test('keeps what the export holds and reports the rest; again it adds nothing', async () => {
    const { run, rows } = await world()
    const report = await run(GROUP, 'telegram')
    expect(report).toMatchObject({
      exitCode: 0,
      stored: 13,
      duplicates: 0,
      people: 4,
      chats: 1,
      media: 3,
      replies_without_parent: 0,
      skipped: { no_id: { count: 1, examples: ['chat -1001500, message without an id'] } },
    })
    const kept = await rows()
    expect(kept.find(({ id }) => id === '4')).toMatchObject({
      channel: 'telegram',
      chat: '-1001500',
      author: '102',
      reply_to: '3',
      topic: '2',
      reactions: [{ emoji: '👍', count: 2 }],
      edited_at: new Date('2024-01-02T08:03:00Z'),
    })
    expect(await run(GROUP, 'telegram')).toMatchObject({ stored: 0, duplicates: 13 })
    expect(await rows()).toEqual(kept)
  })

  test.each([
    ['telegram', 'telegram-account.json', 8],
    ['discord', 'discord.json', 5],
    ['whatsapp', 'WhatsApp Chat - Friends.txt', 7],
    ['irc', 'irssi-tea.txt', 5],
  ])('from %s is stored once, however often it is run', async (from, name, stored) => {
    const { run, rows } = await world()
    expect(await run(`${FIXTURES}/${name}`, from)).toMatchObject({ stored, duplicates: 0 })
    expect(await run(`${FIXTURES}/${name}`, from)).toMatchObject({ stored: 0, duplicates: stored })
    expect(await rows()).toHaveLength(stored)
  })

  test('meets what was heard live under the same id, and under another', async () => {
    const { app, run, rows } = await world()
    const live = (chat: string, id: string, author: string, sent_at: string, text: string) =>
      app.send('POST', '/api/messages', {
        chat: { channel: 'telegram', id: chat },
        messages: [{ id, author: { id: author, name: 'x' }, sent_at, text }],
      })
    await live('-1001500', '5', '-100900', '2024-01-02T09:00:00Z', 'Closed on Monday')
    await live('-2500', '12', '103', '2024-01-03T10:00:05Z', 'Same hall?')
    expect(await run(GROUP, 'telegram')).toMatchObject({ stored: 12, duplicates: 1 })
    const account = `${FIXTURES}/telegram-account.json`
    expect(await run(account, 'telegram')).toMatchObject({ stored: 7, duplicates: 1 })
    await live('-2500', '11', '101', '2024-01-03T10:00:00Z', 'Practice at six')
    const choir = (await rows()).filter(({ chat }) => chat === '-2500')
    expect(choir.map(({ id, text, reply_to }) => [id, text, reply_to])).toEqual([
      ['11', 'Practice at six', null],
      // Received live it named no parent, and what is stored is not changed.
      ['12', 'Same hall?', null],
      [expect.stringMatching(/^c/), 'Yes', '12'],
    ])
  })

  test('tells what it did in words, and how far it is', async () => {
    const { terminal, printed, bars } = await world()
    await importCommand.run([GROUP], { from: 'telegram' }, terminal)
    expect(printed.join('\n')).toMatch(/^13 messages stored, 0 were already stored\.\n/)
    expect(printed.join('\n')).toContain('Skipped 1 × no_date: chat -1001500, message 16')
    expect(bars[0]).toMatch(/^\[#{30}\] 100% {2}\d+ messages, \d+\/s, 0:00 left$/)
    expect(bars.at(-1)).toBe('')
  })

  test('never says in a report what was said in the chat', async () => {
    const { run, printed } = await world()
    await run(GROUP, 'telegram')
    const file = JSON.parse(await readFile(GROUP, 'utf8'))
    for (const { text } of file.messages) {
      if (typeof text === 'string' && text !== '') expect(printed.join()).not.toContain(text)
    }
  })
})

const entry = (id: number, more: object = {}) => ({
  id,
  type: 'message',
  date_unixtime: String(1_704_186_000 + id),
  from: 'Ann',
  from_id: 'user101',
  text: `words ${id}`,
  ...more,
})
const group = (messages: readonly unknown[]) =>
  JSON.stringify({ name: 'G', type: 'private_supergroup', id: 7, messages })

describe('what is wrong with a file', () => {
  test('one message the server refuses costs that message alone', async () => {
    const { run } = await world()
    const bad = [entry(2, { date_unixtime: '1' }), entry(3, { text: 'x'.repeat(100_001) })]
    const path = await write('bad.json', group([entry(1), ...bad, entry(4)]))
    expect(await run(path, 'telegram')).toMatchObject({
      stored: 2,
      skipped: {
        invalid_timestamp: { count: 1, examples: ['chat -1007, message 2'] },
        text_too_long: { count: 1, examples: ['chat -1007, message 3'] },
      },
    })
  })

  test('a file that breaks off is stored up to there, told with the place, and can be run again', async () => {
    const { run, rows, printed } = await world()
    const whole = group([entry(1), entry(2), entry(3)])
    const path = await write('cut.json', whole.slice(0, whole.indexOf('words 3')))
    const at = whole.indexOf('{"id":3')
    await expect(run(path, 'telegram')).rejects.toMatchObject({
      code: 'malformed_json',
      message: expect.stringMatching(
        new RegExp(
          `byte ${at} has no end.*The 2 messages before it are stored, up to chat -1007, message 2; it is safe to run this again`,
        ),
      ),
    })
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ stored: 2 })
    expect(await rows()).toHaveLength(2)
    const mended = await write('cut.json', whole)
    expect(await run(mended, 'telegram')).toMatchObject({ stored: 1, duplicates: 2 })
  })

  test('broken, deep and huge messages are passed over with reason and place', async () => {
    const { run } = await world()
    const deep = `{"id":2,"type":"message","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
    const huge = JSON.stringify(entry(3, { text: 'x'.repeat(1 << 20) }))
    const list = [JSON.stringify(entry(1)), deep, huge, '{"id":4,,}', JSON.stringify(entry(5))]
    const path = await write('odd.json', group([]).replace('[]', `[${list.join()}]`))
    expect(await run(path, 'telegram')).toMatchObject({
      stored: 2,
      skipped: { too_deep: { count: 1 }, too_large: { count: 1 }, not_json: { count: 1 } },
    })
  })

  test.each([
    ['discord.json', 'telegram', /Try --from discord\./],
    ['telegram-account.json', 'slack', /Try --from telegram\./],
    ['irssi-tea.txt', 'whatsapp', /Try --from irc\./],
    ['WhatsApp Chat with Tea.txt', 'jsonl', /Try --from whatsapp\./],
  ])('%s is not from %s, and is told from where', async (name, from, says) => {
    const { run, rows } = await world()
    await expect(run(`${FIXTURES}/${name}`, from)).rejects.toMatchObject({
      code: 'file_type_unknown',
      message: expect.stringMatching(says),
    })
    expect(await rows()).toEqual([])
  })

  test('a web page is told as one', async () => {
    const { run } = await world()
    const path = await write('messages.html', '<!DOCTYPE html><html></html>')
    await expect(run(path, 'telegram')).rejects.toThrow(/web page; export as JSON/)
  })

  test('another encoding is refused before anything is stored', async () => {
    const { run, rows } = await world()
    const latin = Buffer.from(group([entry(1), entry(2, { text: 'café' })]), 'latin1')
    const path = await write('latin.json', latin)
    await expect(run(path, 'telegram')).rejects.toMatchObject({
      code: 'file_unreadable',
      details: { offset: latin.indexOf(0xe9) },
    })
    expect(await rows()).toEqual([])
  })

  test('UTF-16 is read as what it says', async () => {
    const { run, rows } = await world()
    const text = group([entry(1, { text: 'Привіт 😀' })])
    const path = await write('wide.json', Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(await run(path, 'telegram')).toMatchObject({ stored: 1 })
    expect((await rows())[0]?.text).toBe('Привіт 😀')
  })

  test('a file of which nothing can be read is an error, not a success', async () => {
    const { run } = await world()
    const path = await write('lines.jsonl', 'no json\n[1]\n')
    await expect(run(path, 'jsonl')).rejects.toMatchObject({
      code: 'import_line_invalid',
      message: expect.stringContaining('first at line 1'),
    })
  })

  test.each<[Options, RegExp]>([
    [{ from: 'icq' }, /telegram, slack, discord, whatsapp, irc, jsonl/],
    [{ from: 'irc', timezone: 'Mars/North' }, /not a time zone/],
    [{ from: 'irc', 'date-order': 'ydm' }, /dmy, mdy, ymd/],
    [{ from: 'irc', chat: 'api:team:5' }, /not a thread/],
  ])('%j is refused with the usage', async (options, says) => {
    const { terminal } = await world()
    await expect(importCommand.run(['x'], options, terminal)).rejects.toThrow(says)
  })
})

test('our own lines go on when one is bad, and carry all that the API knows', async () => {
  const { run, rows } = await world()
  const line = (id: string, more: object = {}) =>
    JSON.stringify({
      chat: { channel: 'api', id: 'club' },
      id,
      author: { id: 'ann' },
      sent_at: '2026-01-05T10:00:00Z',
      text: 'x',
      ...more,
    })
  const lines = [
    line('1'),
    'no',
    line('2', { reply_to: '9', reactions: [{ emoji: '👍', count: 1 }] }),
  ]
  const path = await write('club.jsonl', [...lines, line('3', { sent_at: 'soon' })].join('\n'))
  expect(await run(path, 'jsonl')).toMatchObject({
    stored: 2,
    replies_without_parent: 1,
    skipped: {
      not_json: { count: 1, examples: ['line 2'] },
      invalid_request: { count: 1, examples: ['line 4'] },
    },
  })
  expect((await rows())[1]).toMatchObject({ reply_to: '9', reactions: [{ emoji: '👍', count: 1 }] })
})
