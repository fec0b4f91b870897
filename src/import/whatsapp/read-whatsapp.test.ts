import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeZip } from '../../../test/fixtures/import/make-zip.ts'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'
import { whatsAppChatName } from './whatsapp-chat.ts'
import { readLineHead, shownTime, splitSender } from './whatsapp-line.ts'
import { readWhatsAppText } from './whatsapp-media.ts'

const write = useFolder()
const IPHONE = 'test/fixtures/import/WhatsApp Chat - Friends.txt'
const ANDROID = 'test/fixtures/import/WhatsApp Chat with Tea.txt'
const withoutIds = (lines: readonly string[]) => lines.map((line) => line.slice(22))

test('an export of an iPhone is read', async () => {
  const items = await readAll(IPHONE, 'whatsapp')
  expect(withoutIds(told(items))).toEqual([
    '2023-12-31T21:41:05.000Z — Friends: "Messages and calls are end-to-end encrypted."',
    '2023-12-31T21:41:05.000Z Ann: "Happy new year\\nto all of you: really"',
    '2023-12-31T21:42:00.000Z Bob: "" {photo 00000003-PHOTO-2023-12-31.jpg}',
    '2023-12-31T21:43:10.000Z Bob: "" {photo}',
    '2023-12-31T21:44:00.000Z Cat: "same to you"',
    '2024-01-01T00:00:01.000Z Ann: "ok"',
    '2024-01-01T00:00:01.000Z Ann: "ok"',
  ])
  expect(left(items)).toEqual(['deleted: line 7'])
  const ids = told(items).map((line) => line.slice(0, 21))
  expect(new Set(ids).size).toBe(ids.length)
  expect(items.find((item) => item.type === 'message')).toMatchObject({
    chat: { channel: 'whatsapp', externalId: 'Friends', kind: 'group' },
  })
})

test('an export of an American Android is read, in the zone that was told', async () => {
  const items = await readAll(ANDROID, 'whatsapp', { timeZone: 'America/New_York' })
  expect(withoutIds(told(items))).toEqual([
    '2023-12-31T02:41:00.000Z — Tea: "Messages and calls are end-to-end encrypted. Tap to learn more."',
    '2023-12-31T02:41:00.000Z — Tea: "Ann created group \\"Tea: the club\\""',
    '2023-12-31T02:42:00.000Z Ann: "Who brings cups?"',
    '2023-12-31T05:05:00.000Z +1 555 0100: "these ones" {photo IMG-20231231-WA0001.jpg}',
    '2023-12-31T05:06:00.000Z Ann: "" {media}',
  ])
})

test('the zip gives what its text gives', async () => {
  const data = await readFile(IPHONE)
  const zip = makeZip([
    { name: '00000003-PHOTO-2023-12-31.jpg', data: 'not looked at' },
    { name: '_chat.txt', data },
  ])
  const path = await write('WhatsApp Chat - Friends.zip', zip)
  expect(told(await readAll(path, 'whatsapp'))).toEqual(told(await readAll(IPHONE, 'whatsapp')))
})

test('a longer export of the same chat has the same ids for the same messages', async () => {
  const short = told(await readAll(IPHONE, 'whatsapp'))
  const text = `${await readFile(IPHONE, 'utf8')}[02/01/2024, 10:00:00] Bob: back at work\n`
  const path = await write('WhatsApp Chat - Friends.txt', text)
  const long = told(await readAll(path, 'whatsapp', { timeZone: 'Asia/Tokyo' }))
  expect(long.map((line) => line.slice(0, 21)).slice(0, -1)).toEqual(
    short.map((line) => line.slice(0, 21)),
  )
})

test.each([
  ['13/01/24, 10:00 - A: x', '2024-01-13'],
  ['01/13/24, 10:00 - A: x', '2024-01-13'],
  // No number is above twelve, but with months first these dates would go back by months.
  ['01/02/24, 10:00 - A: x\n02/01/24, 10:00 - A: y', '2024-01-02'],
  ['2024/01/13, 10:00 - A: x', '2024-01-13'],
  // The same day in both orders.
  ['05/05/24, 10:00 - A: x', '2024-05-05'],
])('the day of %j is %s', async (text, day) => {
  const items = await readAll(await write('tea.txt', text), 'whatsapp')
  expect(withoutIds(told(items))[0]).toContain(day)
})

test('a date that no line decides is refused, with the options that say it', async () => {
  const path = await write('tea.txt', '03/04/24, 10:00 - A: x\n03/05/24, 10:00 - A: y')
  await expect(readAll(path, 'whatsapp')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/3\/4\/24.*--date-order dmy.*--date-order mdy/),
  })
})

test('--date-order decides what the file does not', async () => {
  const path = await write('tea.txt', '03/04/24, 10:00 - A: x')
  const items = await readAll(path, 'whatsapp', { dateOrder: 'mdy' })
  expect(withoutIds(told(items))[0]).toContain('2024-03-04')
})

test.each([
  ['[31/12/2023, 21:41:05] Ann: x', '2023-12-31T21:41:05'],
  ['31.12.23, 21:41 - Ann: x', '2023-12-31T21:41:00'],
  ['31.12.2023 21.41 - Ann: x', '2023-12-31T21:41:00'],
  ['31-12-2023 9:41 p. m. - Ann: x', '2023-12-31T21:41:00'],
  ['31/12/2023, 12:05 a.m. - Ann: x', '2023-12-31T00:05:00'],
  ['[2023/12/31 下午9:41:05] Ann: x', '2023-12-31T21:41:05'],
  ['2023. 12. 31. 21:41 - Ann: x', '2023-12-31T21:41:00'],
  ['٣١/١٢/٢٠٢٣، ٩:٤١ م - Ann: x', '2023-12-31T21:41:00'],
  ['\u200e[31/12/23, 21:41:05] Ann: x', '2023-12-31T21:41:05'],
  ['[31/12/23, 9:41:05\u202fPM] Ann: x', '2023-12-31T21:41:05'],
  ['31/12/23, 12:41\u202fam - Ann: x', '2023-12-31T00:41:00'],
  ['31/12/23, 9:41\u2009PM - Ann: x', '2023-12-31T21:41:00'],
])('%s is a first line', (line, moment) => {
  const head = readLineHead(line)
  const time = head === null ? null : shownTime(head, 'dmy')
  expect(time === null ? null : new Date(time).toISOString().slice(0, 19)).toBe(moment)
  expect(splitSender(head?.rest ?? '')).toEqual({ sender: 'Ann', text: 'x' })
})

test.each(['', 'see you at 21:41 - or later', '31/12 - maybe', '[ann] 12:30: no', '1. 2. 3.'])(
  '%j is none',
  (line) => {
    expect(readLineHead(line)).toBeNull()
  },
)

test.each([
  ['<Media omitted>', 'media'],
  ['<Medien ausgeschlossen>', 'media'],
  ['<Без медиафайлов>', 'media'],
  ['Bild weggelassen', 'photo'],
  ['audio omitido', 'audio'],
  ['видео отсутствует', 'video'],
  ['GIF omitted', 'animation'],
  ['PTT-20231231-WA0002.opus (archivo adjunto)', 'voice'],
  ['<Anhang: plan.pdf>', 'document'],
  ['<View once voice message omitted>', 'voice'],
  ['<View once photo omitted>', 'media'],
  ['<Archivo no revelado>', 'media'],
  ['null', 'media'],
  ['I <3 media', undefined],
  ['view once more', undefined],
  ['nothing was omitted', undefined],
])('%s holds %s', (text, kind) => {
  expect(readWhatsAppText(text).media[0]?.kind).toBe(kind)
})

test('a text without such lines is not from WhatsApp', async () => {
  const path = await write('poem.txt', 'Roses are red\nViolets are blue\n')
  await expect(readAll(path, 'whatsapp')).rejects.toMatchObject({ code: 'file_type_unknown' })
})

test.each([
  [
    'Our tent \u200e<attached: 00000012-PHOTO-2024-01-01.jpg>',
    'Our tent',
    '00000012-PHOTO-2024-01-01.jpg',
  ],
  ['Two\nlines \u200e<attached: plan.pdf>', 'Two\nlines', 'plan.pdf'],
  ['Our tent \u200eimage omitted', 'Our tent', undefined],
  ['\u200e<attached: 01-PHOTO.jpg>\nOur tent', 'Our tent', '01-PHOTO.jpg'],
])('%j has its caption and its file', (raw, text, name) => {
  const { text: caption, media } = readWhatsAppText(raw)
  expect([caption, media.length, media[0]?.name]).toEqual([text, 1, name])
})

test('a tilde before a name is not part of it', async () => {
  const path = await write('tea.txt', '31/12/23, 10:00 - ~\u202fAnn Hill: x')
  const [item] = (await readAll(path, 'whatsapp')).filter(({ type }) => type === 'message')
  expect(item).toMatchObject({
    message: { author: { externalId: '~ Ann Hill', name: 'Ann Hill' } },
  })
})

test('a text that the phone calls _chat.txt is named by its first lines, and never by that', async () => {
  const chatIn = async (path: string) => {
    const items = await readAll(path, 'whatsapp')
    return items.flatMap((item) => (item.type === 'message' ? item.chat.externalId : []))[0]
  }
  const iphone = await readFile(IPHONE)
  expect(await chatIn(await write('_chat.txt', iphone))).toBe('Friends')
  expect(await chatIn(await write('_chat (1).txt', await readFile(ANDROID)))).toBe('Tea: the club')
  const zip = makeZip([{ name: '_chat.txt', data: iphone }])
  expect(await chatIn(await write('WhatsApp Chat - Club.zip', zip))).toBe('Club')
  expect(await chatIn(await write('export.zip', zip))).toBe('Friends')
  const android = makeZip([{ name: 'WhatsApp Chat with Tom.txt', data: '31/12/23, 10:00 - A: x' }])
  expect(await chatIn(await write('archive.zip', android))).toBe('Tom')
})

test('a text that nothing names must be given a chat', async () => {
  const path = await write('_chat.txt', '31/12/23, 10:00 - Ann: x')
  await expect(readAll(path, 'whatsapp')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('--chat whatsapp:NAME'),
  })
  const items = await readAll(path, 'whatsapp', {
    chat: { channel: 'whatsapp', externalId: 'Tea' },
  })
  expect(items.find(({ type }) => type === 'message')).toMatchObject({
    chat: { externalId: 'Tea', title: 'Tea' },
  })
})

test.each([
  ['WhatsApp Chat - Friends/_chat.txt', 'Friends'],
  ['Downloads/_chat.txt', null],
  ['2024-01-01.txt', null],
])('%s is the chat %s', (path, name) => {
  expect(whatsAppChatName({ path, inZip: null, title: null })).toBe(name)
})
