import { afterEach, expect, test } from 'vitest'
import {
  startTelegramServer,
  type TelegramServer,
} from '../../../test/telegram-server/telegram-server.ts'
import { readConfig } from '../../config/config.ts'
import { telegramClient } from './client.ts'
import { telegramFiles } from './telegram-files.ts'

let telegram: TelegramServer
afterEach(() => telegram.stop())

test('a picture that was sent to the bot can be had, up to a size', async () => {
  telegram = await startTelegramServer()
  const ann = telegram.person('Ann')
  const bytes = new Uint8Array([1, 2, 3, 4])
  const sent = ann.private.say('look', { media: { kind: 'photo', bytes } })
  const fileId = sent.photo?.at(-1)?.file_id ?? ''
  const env = {
    EARSHOT_TELEGRAM_TOKEN: telegram.token,
    EARSHOT_TELEGRAM_API_ROOT: `${telegram.url}/`,
  }
  const config = readConfig(env, null)
  const fetchFile = telegramFiles(config, telegramClient(config, telegram.token))
  const limits = { maxBytes: 100, signal: undefined }
  expect(await fetchFile({ kind: 'photo', fileId }, limits)).toEqual(bytes)
  expect(await fetchFile({ kind: 'photo', fileId }, { ...limits, maxBytes: 3 })).toBeNull()
  await expect(fetchFile({ kind: 'photo', fileId: 'none' }, limits)).rejects.toThrow()
})
