import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeZip, type ZipEntry } from '../../../test/fixtures/import/make-zip.ts'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'
import { slackText } from '../../text/slack/slack-text.ts'

const write = useFolder()
const FOLDER = 'test/fixtures/import/slack'

async function entries(): Promise<ZipEntry[]> {
  const names = await readdir(FOLDER, { recursive: true })
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => ({ name, data: await readFile(join(FOLDER, name)) })),
  )
}

test('a workspace is read: people, threads, edits, files, notes', async () => {
  const path = await write('slack.zip', makeZip(await entries()))
  const items = await readAll(path, 'slack')
  expect(told(items)).toEqual([
    '1704441600.000100 2024-01-05T08:00:00.000Z — Bob Moor: "@Bob Moor has joined the channel"',
    '1704441700.000200 2024-01-05T08:01:40.000Z Ann: "Can @Bob Moor look at the plan (https://example.org/a) & tell #silent? @here"',
    '1704441800.000300 2024-01-05T08:03:20.000Z Bob Moor: "Looks fine <3" →1704441700.000200',
    '1704528000.000100 2024-01-06T08:00:00.000Z CI: "Build is green"',
    '1704528100.000100 2024-01-06T08:01:40.000Z Ann: "" {document notes.pdf}',
    '1704441750.000100 2024-01-05T08:02:30.000Z Bob Moor: "just us two"',
  ])
  expect(left(items)).toEqual([
    'deleted: general/2024-01-06.json, message 1704528200.000100',
    'no_id: general/2024-01-06.json, message without an id',
  ])
  const found = items.flatMap((item) => (item.type === 'message' ? item : []))
  expect(found.map(({ chat }) => `${chat.externalId} ${chat.kind} ${chat.title}`)).toContain(
    'C01 group #general',
  )
  expect(found.at(-1)?.chat).toMatchObject({
    externalId: 'D01',
    kind: 'private',
    title: 'Ann, Bob Moor',
  })
  expect(found[1]?.message.reactions).toEqual([{ emoji: ':eyes:', count: 1 }])
  expect(found[2]?.message.editedAt).toEqual(new Date('2024-01-05T08:05:00Z'))
  expect(found[3]?.message.author).toMatchObject({ externalId: 'B9', isBot: true })
})

test('what bots write in attachments and blocks is read, and what repeats the text is not', async () => {
  const day = [
    {
      text: 'Deploy',
      attachments: [
        {
          pretext: 'Done',
          title: 'web 7',
          text: 'took 3 min',
          fields: [{ title: 'By', value: '<@U2>' }],
        },
      ],
    },
    {
      text: '',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Standup' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'Who is <@U1>?' },
          fields: [{ type: 'mrkdwn', text: 'a' }],
        },
        {
          type: 'context',
          elements: [
            { type: 'mrkdwn', text: 'by a bot' },
            { type: 'image', image_url: 'x' },
          ],
        },
      ],
    },
    { text: 'Deploy', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Deploy' } }] },
    {
      text: '',
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'Hi ' },
                { type: 'user', user_id: 'U1' },
              ],
            },
            {
              type: 'rich_text_list',
              elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] }],
            },
          ],
        },
      ],
    },
    {
      text: 'see <https://a.org>',
      attachments: [{ from_url: 'https://a.org', title: 'A page', text: 'long' }],
    },
    { text: 'as said', attachments: [{ is_msg_unfurl: true, text: 'the words of another' }] },
  ].map((one, i) => ({ type: 'message', user: 'U2', ts: `170470000${i}.000100`, ...one }))
  const rest = (await entries()).filter(({ name }) => !/\d\.json$/.test(name))
  const path = await write(
    'bots.zip',
    makeZip([...rest, { name: 'general/2024-01-08.json', data: JSON.stringify(day) }]),
  )
  const items = await readAll(path, 'slack')
  expect(items.flatMap((item) => (item.type === 'message' ? item.message.text : []))).toEqual([
    'Deploy\nDone\nweb 7\ntook 3 min\nBy: @Bob Moor',
    'Standup\nWho is @Ann?\na\nby a bot',
    'Deploy',
    'Hi @Ann\none',
    'see https://a.org\nA page',
    'as said',
  ])
})

test('a day that breaks off costs the rest of that day; folders nobody lists are named', async () => {
  const day = '[{"user": "U1", "ts": "1704700000.000100", "text": "whole"}, {"user": "U1", "ts'
  const path = await write(
    'torn.zip',
    makeZip([
      ...(await entries()),
      { name: 'general/2024-01-04.json', data: day },
      { name: 'strangers/2024-01-04.json', data: '[]' },
    ]),
  )
  const items = await readAll(path, 'slack')
  expect(told(items)[0]).toContain('"whole"')
  expect(told(items)).toHaveLength(7)
  expect(left(items)).toContain(`not_json: general/2024-01-04.json, byte ${day.lastIndexOf('{')}`)
  expect(left(items)).toContain('file_ignored: strangers')
})

test('a zip without channels is not from Slack', async () => {
  const path = await write('other.zip', makeZip([{ name: 'a.txt', data: 'x' }]))
  await expect(readAll(path, 'slack')).rejects.toMatchObject({ code: 'file_type_unknown' })
})

test.each([
  ['<@U9> and <@U9|nine>', '@U9 and @nine'],
  ['<mailto:a@b.org|a@b.org>', 'a@b.org'],
  ['<!subteam^S1|@makers> <!channel>', '@makers @channel'],
  ['<!date^1704441600^{date}|5 January>', '5 January'],
  ['&amp;lt; stays', '&lt; stays'],
  ['a < b > c', 'a < b > c'],
])('%s reads %s', (raw, shown) => {
  expect(slackText(raw, () => null)).toBe(shown)
})
