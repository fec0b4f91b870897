import { expect, test } from 'vitest'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

const one = (command: string, description = 'd') => [{ command, description }]

test('each scope and language has a menu of its own', async () => {
  const group = telegram().group('Friends', [telegram().person('Ann')])
  await api().setMyCommands(one('why'))
  await api().setMyCommands(one('chomu'), { language_code: 'uk' })
  await api().setMyCommands(one('forget'), { scope: { type: 'chat', chat_id: group.id } })
  const names = [...telegram().commands].map(([key, list]) => [key, list.map((c) => c.command)])
  expect(names).toEqual([
    ['default', ['why']],
    ['default uk', ['chomu']],
    [`chat ${group.id}`, ['forget']],
  ])
  expect(await api().getMyCommands({ language_code: 'uk' })).toEqual(one('chomu'))
  await api().deleteMyCommands()
  expect(await api().getMyCommands()).toEqual([])
})

test.each([
  [one('Why'), 'BOT_COMMAND_INVALID'],
  [one('two words'), 'BOT_COMMAND_INVALID'],
  [one('x'.repeat(33)), 'command length must not exceed 32'],
  [one('why', ' '), 'command description must be non-empty'],
  [one('why', 'x'.repeat(257)), 'command description length must not exceed 256'],
  [Array.from({ length: 101 }, (_, n) => one(`c${n}`)).flat(), 'BOT_COMMANDS_TOO_MUCH'],
])('case %#: %s', async (commands, reason) => {
  await expect(api().setMyCommands(commands)).rejects.toMatchObject({
    description: `Bad Request: ${reason}`,
  })
})

test('what the bot does is shown while it does it', async () => {
  const group = telegram().group('Friends', [telegram().person('Ann')])
  await api().sendChatAction(group.id, 'typing')
  expect(telegram().actions(group.id)).toMatchObject([{ action: 'typing', topic: null }])
  const dance = api().raw.sendChatAction({ chat_id: group.id, action: 'dance' as 'typing' })
  await expect(dance).rejects.toMatchObject({
    description: 'Bad Request: wrong parameter action in request',
  })
})
