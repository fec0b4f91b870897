import { afterAll, expect, test } from 'vitest'
import { startTelegramServer, type TelegramServer } from '../telegram-server/telegram-server.ts'
import { checkFits, NARROW, useConsole } from './browser.ts'

/* The settings of one chat, of a bot that is connected. */

let telegram: TelegramServer
const console = useConsole(async () => {
  telegram = await startTelegramServer()
  return { EARSHOT_TELEGRAM_TOKEN: telegram.token, EARSHOT_TELEGRAM_API_ROOT: telegram.url }
})
afterAll(() => telegram.stop())

test('a chat has its own time zone and persona', async () => {
  const ann = telegram.person('Ann')
  const group = telegram.group('Travel', [ann])
  group.say(ann, `@${telegram.me.username} hello?`)
  await telegram.until(() => telegram.sent(group.id).length === 1, 'an answer')
  const thread = `telegram:${group.id}`
  const page = await console.open('/#/settings/chats', { size: NARROW, expected: /400/ })
  await page.getByLabel('Chat', { exact: true }).selectOption(thread)
  await page.getByLabel('Store messages').selectOption('off')
  await page.getByLabel('Answer open questions unasked after').fill('30')
  await page.getByLabel('Time zone').fill('Mars/Olympus')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Europe/Kyiv' }).waitFor()
  await page.getByLabel('Time zone').fill('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. Applies immediately.').waitFor()
  const path = `/api/chats/${encodeURIComponent(thread)}/settings`
  expect(await console.api('GET', path)).toMatchObject({
    ...{ hearing: 'off', time_zone: 'Asia/Tokyo' },
    unanswered_minutes: 30,
  })
  await checkFits(page)
})
