import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

/** A bot's side of a webhook: keeps what came, and answers as it is told. */
const got: { text: string; secret: IncomingMessage['headers'][string] }[] = []
let statuses: number[] = []
const bot = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const secret = request.headers['x-telegram-bot-api-secret-token']
  got.push({ text: JSON.parse(body).message.text, secret })
  response.writeHead(statuses.shift() ?? 200).end()
})
beforeAll(() => new Promise<void>((done) => bot.listen(0, '127.0.0.1', done)))
afterAll(() => {
  bot.close()
  bot.closeAllConnections()
})
beforeEach(() => {
  got.length = 0
  statuses = []
})
const url = () => `http://127.0.0.1:${(bot.address() as AddressInfo).port}/hook`

test('updates are posted in order, with the secret, and again until they are taken', async () => {
  const ann = telegram().person('Ann')
  ann.private.say('waited')
  statuses = [500, 503, 200]
  await api().setWebhook(url(), { secret_token: 's-1_x' })
  ann.private.say('next')
  await telegram().until(() => telegram().confirmed.length === 2)
  expect(got).toEqual(
    ['waited', 'waited', 'waited', 'next'].map((text) => ({ text, secret: 's-1_x' })),
  )
  expect(await api().getWebhookInfo()).toMatchObject({
    url: url(),
    pending_update_count: 0,
    last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
  })
})

test('there is no polling while a webhook is set, and a waiting poll ends', async () => {
  const poll = api().getUpdates({ timeout: 30 })
  await telegram().until(() => telegram().calls('getUpdates').length === 1)
  await api().setWebhook(url())
  await expect(poll).rejects.toMatchObject({
    description: 'Conflict: terminated by setWebhook request',
  })
  await expect(api().getUpdates()).rejects.toMatchObject({
    error_code: 409,
    description:
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  })
  await api().deleteWebhook()
  telegram().person('Ann').private.say('polled')
  expect(await api().getUpdates()).toHaveLength(1)
})

test.each([
  ['http://a.example/x', {}, 'bad webhook: An HTTPS URL must be provided for webhook'],
  ['https://a.example', { secret_token: 'a b' }, 'secret token contains unallowed characters'],
  ['https://a.example', { secret_token: 'x'.repeat(257) }, 'secret token is too long'],
])('%s with %j is refused', async (address, options, reason) => {
  await expect(api().setWebhook(address, options)).rejects.toMatchObject({
    description: `Bad Request: ${reason}`,
  })
})
