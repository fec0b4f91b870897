import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeZip } from '../../../test/fixtures/import/make-zip.ts'
import { left, readAll, told, useFolder } from '../../../test/fixtures/import/read-all.ts'
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
  ['13/01/24, 10:00 - A: x', '2024-01-13', false],
  ['01/13/24, 10:00 - A: x', '2024-01-13', false],
  // No number is above twelve, but with months first these dates would go back by months.
  ['01/02/24, 10:00 - A: x\n02/01/24, 10:00 - A: y', '2024-01-02', false],
  ['2024/01/13, 10:00 - A: x', '2024-01-13', false],
  ['03/04/24, 10:00 - A: x', '2024-04-03', true],
])('the day of %j is %s', async (text, day, isGuess) => {
  const items = await readAll(await write('chat.txt', text), 'whatsapp')
  expect(withoutIds(told(items))[0]).toContain(day)
  expect(
    items.some((item) => item.type === 'note' && /day and month is ambiguous/.test(item.text)),
  ).toBe(isGuess)
})

test('--date-order decides what the file does not', async () => {
  const path = await write('chat.txt', '03/04/24, 10:00 - A: x')
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
  ['I <3 media', undefined],
  ['nothing was omitted', undefined],
])('%s holds %s', (text, kind) => {
  expect(readWhatsAppText(text).media[0]?.kind).toBe(kind)
})

test('a text without such lines is not from WhatsApp', async () => {
  const path = await write('poem.txt', 'Roses are red\nViolets are blue\n')
  await expect(readAll(path, 'whatsapp')).rejects.toMatchObject({ code: 'file_type_unknown' })
})
