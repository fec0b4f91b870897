import { expect, test } from 'vitest'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'
import { chatNameOf } from '../chat-name.ts'
import { ircChatOf } from './irc-chat.ts'

const write = useFolder()
const lines = async (path: string, options = {}) =>
  told(await readAll(path, 'irc', options)).map((line) => line.slice(22))

test.each([
  [
    'irssi-tea.txt',
    [
      '2023-01-01T23:58:00.000Z — ann: "ann [~ann@host] has joined #tea"',
      '2023-01-01T23:58:00.000Z ann: "anyone here?"',
      '2023-01-01T23:59:00.000Z bob: "* bob waves"',
      '2023-01-02T00:01:00.000Z bob: "late as always"',
      '2023-01-02T00:01:00.000Z cat: "bold of you"',
    ],
  ],
  [
    '#tea_20230101.txt',
    [
      '2023-01-01T23:59:58.000Z ann: "still up?"',
      '2023-01-02T00:00:02.000Z bob: "yes"',
      '2023-01-02T00:00:03.000Z — cat: "Joins: cat (~cat@host)"',
      '2023-01-02T00:00:09.000Z cat: "* cat yawns"',
    ],
  ],
  [
    'irc.tea.weechatlog',
    [
      '2023-01-01T12:00:00.000Z — ann: "ann (~ann@host) has joined #tea"',
      '2023-01-01T12:00:05.000Z ann: "good morning"',
      '2023-01-01T12:00:09.000Z bob: "* bob stretches"',
      '2023-01-01T12:00:10.000Z bob: "morning"',
    ],
  ],
  [
    'hexchat-tea.txt',
    [
      '2022-12-31T23:59:00.000Z ann: "soon"',
      '2023-01-01T00:00:10.000Z bob: "here it is"',
      '2023-01-01T00:00:12.000Z — cat: "cat has joined"',
    ],
  ],
])('%s is read', async (name, expected) => {
  expect(await lines(`test/fixtures/import/${name}`)).toEqual(expected)
})

test('what is not understood is named', async () => {
  expect(left(await readAll('test/fixtures/import/irssi-tea.txt', 'irc'))).toEqual([
    'not_understood: line 8',
  ])
})

test('a zone is for times that name none', async () => {
  const text = '[2023-07-01T12:00:00Z] <ann> a\n2023-07-01 12:00:00\tann\tb\n'
  const path = await write('tea.txt', text)
  expect(await lines(path, { timeZone: 'Europe/Kyiv' })).toEqual([
    '2023-07-01T12:00:00.000Z ann: "a"',
    '2023-07-01T09:00:00.000Z ann: "b"',
  ])
})

test('lines of a log that never names a day are left out, with the reason', async () => {
  const items = await readAll(await write('tea.txt', '[12:00] <ann> when is this?\n'), 'irc')
  expect(told(items)).toEqual([])
  expect(left(items)).toEqual(['no_date: line 1'])
})

test.each([
  ['Jan 01 12:00:00 *\tNow talking on #tea', 'server', '"Now talking on #tea"'],
  ['Jan 01 12:00:00 *\tTopic for #tea is: cups', 'server', '"Topic for #tea is: cups"'],
  ['Jan 01 12:00:00 *\tcat has joined', 'cat', '"cat has joined"'],
  ['[12:00] * Now talking in #tea', 'server', '"Now talking in #tea"'],
  ["[12:00] * Topic is 'cups'", 'server', '"Topic is \'cups\'"'],
  ['[12:00] * ann (~ann@host) has joined #tea', 'ann', '"ann (~ann@host) has joined #tea"'],
  ['12:00 -!- Topic for #tea: cups', 'server', '"Topic for #tea: cups"'],
  ['12:00 -!- mode/#tea [+o ann] by bob', 'server', '"mode/#tea [+o ann] by bob"'],
  ['2023-01-01 12:00:00\t--\tTopic for #tea is "cups"', 'server', '"Topic for #tea is \\"cups\\""'],
])('%j is a notice, and no word of it a person', async (line, who, text) => {
  const path = await write(
    'tea_20230101.txt',
    `**** BEGIN LOGGING AT Sun Jan 01 10:00:00 2023\n${line}\n`,
  )
  expect(await lines(path)).toEqual([`2023-01-01T12:00:00.000Z — ${who}: ${text}`])
})

test('what a person does is no notice', async () => {
  const path = await write('tea_20230101.txt', '[12:00] * ann has an idea\n')
  expect(await lines(path)).toEqual(['2023-01-01T12:00:00.000Z ann: "* ann has an idea"'])
})

test.each([
  ['irclogs/libera/#tea.log', 'libera/#tea'],
  ['/home/a/.znc/users/a/networks/oftc/moddata/log/#tea/2023-01-01.log', 'oftc/#tea'],
  ['scrollback/Libera.Chat/#tea.txt', 'Libera.Chat/#tea'],
  ['irc.libera.#tea.weechatlog', 'libera/#tea'],
  ['logs/#tea/2023-01-01.log', '#tea'],
  ['Downloads/#tea.log', '#tea'],
])('%s is the channel %s', (path, name) => {
  expect(ircChatOf(path)).toBe(name)
})

test('a poem is no log', async () => {
  const path = await write('poem.txt', 'Roses are red\n')
  await expect(readAll(path, 'irc')).rejects.toMatchObject({ code: 'file_type_unknown' })
})

test.each([
  ['logs/#tea/2023-01-01.log', '#tea'],
  ['2023-01-01-#ubuntu.txt', '#ubuntu'],
  ['#tea_20230101.txt', '#tea'],
  ['WhatsApp Chat with Ann Hill (2).txt', 'Ann Hill'],
  ['WhatsApp Chat - Friends.zip', 'Friends'],
  ['Friends.txt', 'Friends'],
])('%s is the chat %s', (path, name) => {
  expect(chatNameOf(path)).toBe(name)
})
