import { Api } from 'grammy'
import { afterEach, beforeEach } from 'vitest'
import {
  startTelegramServer,
  type TelegramOptions,
  type TelegramServer,
} from './telegram-server.ts'

/** Gives each test a Telegram of its own, and grammY's way to call it. */
export function useTelegramServer(options: TelegramOptions = {}): {
  telegram(): TelegramServer
  api(): Api
} {
  let server: TelegramServer
  beforeEach(async () => {
    server = await startTelegramServer(options)
  })
  afterEach(() => server.stop())
  return {
    telegram: () => server,
    api: () => new Api(server.token, { apiRoot: server.url }),
  }
}
