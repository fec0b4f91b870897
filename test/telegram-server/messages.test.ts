import { InputFile } from 'grammy'
import { expect, test } from 'vitest'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

function friends() {
  const ann = telegram().person('Ann', { username: 'ann' })
  const group = telegram().group('Friends', [ann])
  return { ann, group }
}

test('what the bot sends is shown as the chat shows it', async () => {
  const { ann, group } = friends()
  const question = group.say(ann, 'Where?')
  const message = await api().sendMessage(group.id, 'By the <b>fountain</b>, @ann ', {
    parse_mode: 'HTML',
    reply_parameters: { message_id: question.message_id },
    reply_markup: { inline_keyboard: [[{ text: 'Why?', callback_data: 'why' }]] },
  })
  expect(telegram().sent(group.id)).toMatchObject([
    {
      messageId: message.message_id,
      text: 'By the fountain, @ann',
      html: 'By the <b>fountain</b>, @ann ',
      entities: [
        { type: 'bold', offset: 7, length: 8 },
        { type: 'mention', offset: 17, length: 4 },
      ],
      replyTo: question.message_id,
      topic: null,
      buttons: [[{ text: 'Why?' }]],
      isDeleted: false,
    },
  ])
  expect(message.reply_to_message).toMatchObject({ text: 'Where?' })
  // Bots are never told of what they said themselves.
  expect(await api().getUpdates()).toHaveLength(1)
})

const button = (more: object) => ({ reply_markup: { inline_keyboard: [[{ text: 'x', ...more }]] } })

test.each([
  ['an empty text', { text: '' }, 'message text is empty'],
  ['4,097 letters', { text: 'x'.repeat(4097) }, 'message is too long'],
  [
    'broken HTML',
    { text: '<b>x', parse_mode: 'HTML' },
    `can't parse entities: Can't find end tag corresponding to start tag "b"`,
  ],
  [
    'a reply to nothing',
    { reply_parameters: { message_id: 999 } },
    'message to be replied not found',
  ],
  ['a topic where there are none', { message_thread_id: 5 }, 'message thread not found'],
  ['a chat nobody knows', { chat_id: -100999 }, 'chat not found'],
  ['no chat', { chat_id: undefined }, 'chat_id is empty'],
  ['65 bytes in a button', button({ callback_data: `${'ї'.repeat(32)}x` }), 'BUTTON_DATA_INVALID'],
  ['nothing in a button', button({ callback_data: '' }), 'BUTTON_DATA_INVALID'],
  ['a button that does nothing', button({}), 'text buttons are unallowed in the inline keyboard'],
  [
    'a button to nowhere',
    button({ url: 'javascript:x' }),
    "inline keyboard button URL 'javascript:x' is invalid: Unsupported URL protocol",
  ],
])('%s is refused', async (_, parameters, reason) => {
  const { group } = friends()
  const response = await fetch(`${telegram().url}/bot${telegram().token}/sendMessage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chat_id: group.id, text: 'x', ...parameters }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    ok: false,
    error_code: 400,
    description: `Bad Request: ${reason}`,
  })
  expect(telegram().sent()).toEqual([])
})

test('what just fits is sent', async () => {
  const { group } = friends()
  await api().sendMessage(group.id, `<i>${'😀'.repeat(2048)}</i>`, { parse_mode: 'HTML' })
  await api().sendMessage(group.id, 'x', {
    reply_parameters: { message_id: 999, allow_sending_without_reply: true },
    reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x'.repeat(64) }]] },
  })
  expect(
    telegram()
      .sent(group.id)
      .map(({ text }) => text.length),
  ).toEqual([4096, 1])
})

test('a message is edited, but not into what it is already', async () => {
  const { ann, group } = friends()
  const { message_id } = await api().sendMessage(group.id, '…')
  await api().editMessageText(group.id, message_id, '<b>done</b>', { parse_mode: 'HTML' })
  const again = api().editMessageText(group.id, message_id, '<b>done</b> ', { parse_mode: 'HTML' })
  await expect(again).rejects.toMatchObject({
    error_code: 400,
    description: expect.stringMatching(/^Bad Request: message is not modified: /),
  })
  await expect(api().editMessageText(group.id, 999, 'x')).rejects.toMatchObject({
    description: 'Bad Request: message to edit not found',
  })
  const theirs = group.say(ann, 'mine')
  await expect(api().editMessageText(group.id, theirs.message_id, 'x')).rejects.toMatchObject({
    description: "Bad Request: message can't be edited",
  })
  const [sent] = telegram().sent(group.id)
  expect(sent?.text).toBe('done')
  expect(sent?.edits.map(({ text }) => text)).toEqual(['done'])
})

test('buttons go when an edit does not name them, and can be set alone', async () => {
  const { group } = friends()
  const reply_markup = { inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] }
  const { message_id } = await api().sendMessage(group.id, 'a', { reply_markup })
  await api().editMessageText(group.id, message_id, 'b')
  expect(telegram().sent()[0]?.buttons).toEqual([])
  await api().editMessageReplyMarkup(group.id, message_id, { reply_markup })
  expect(telegram().sent()[0]?.buttons).toEqual(reply_markup.inline_keyboard)
})

test('the bot takes away its own messages, and those of others as an administrator', async () => {
  const { ann, group } = friends()
  const theirs = group.say(ann, 'mine')
  const own = await api().sendMessage(group.id, 'x')
  await api().deleteMessage(group.id, own.message_id)
  expect(telegram().sent()[0]?.isDeleted).toBe(true)
  const removal = () => api().deleteMessage(group.id, theirs.message_id)
  await expect(removal()).rejects.toMatchObject({
    description: "Bad Request: message can't be deleted",
  })
  group.promoteBot(ann)
  await removal()
  await expect(removal()).rejects.toMatchObject({
    description: 'Bad Request: message to delete not found',
  })
})

test('a press is answered once', async () => {
  const { ann, group } = friends()
  await api().sendMessage(group.id, 'x', {
    reply_markup: {
      inline_keyboard: [[{ text: 'Why?', callback_data: 'why:1' }]],
    },
  })
  const [sent] = telegram().sent()
  if (!sent) throw new Error('nothing was sent')
  expect(() => telegram().press(sent, 'What?', ann)).toThrow('there is: Why?')
  const press = telegram().press(sent, 'Why?', ann)
  const [update] = await api().getUpdates()
  expect(update?.callback_query).toMatchObject({
    id: press.id,
    data: 'why:1',
    from: { id: ann.id },
  })
  await expect(
    api().answerCallbackQuery(press.id, { text: 'x'.repeat(201) }),
  ).rejects.toMatchObject({ description: 'Bad Request: MESSAGE_TOO_LONG' })
  await api().answerCallbackQuery(press.id, { text: 'because' })
  expect(press.answer).toMatchObject({ text: 'because', isAlert: false })
  await expect(api().answerCallbackQuery(press.id)).rejects.toMatchObject({
    description:
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
  })
})

test('files go both ways', async () => {
  const { ann, group } = friends()
  const bytes = new TextEncoder().encode('hello')
  const message = group.say(ann, 'read this', {
    media: { kind: 'document', name: 'a.txt', mime: 'text/plain', bytes },
  })
  const file = await api().getFile(message.document?.file_id ?? '')
  const path = `${telegram().url}/file/bot${telegram().token}/${file.file_path}`
  expect(await (await fetch(path)).text()).toBe('hello')
  await api().sendDocument(group.id, new InputFile(Buffer.from('mine'), 'b.txt'), {
    caption: '<b>there</b>',
    parse_mode: 'HTML',
  })
  const [sent] = telegram().sent(group.id)
  expect(sent).toMatchObject({ text: 'there', file: { name: 'b.txt' } })
  expect(Buffer.from(sent?.file?.bytes ?? []).toString()).toBe('mine')
  const big = group.say(ann, '', { media: { kind: 'video', size: 21 * 1024 * 1024 } })
  await expect(api().getFile(big.video?.file_id ?? '')).rejects.toMatchObject({
    description: 'Bad Request: file is too big',
  })
})
