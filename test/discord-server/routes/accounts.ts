import { badField, WireRefusal } from '../wire.ts'
import { defineDiscordRoute, type Route } from './route.ts'

const LIMITED_CONTENT = 1 << 19
const NAME = /^[-_\p{Ll}\p{Lo}\p{N}]{1,32}$/u

/** The bot's account, its commands, and responses to interactions. */
export const accountRoutes: readonly Route[] = [
  defineDiscordRoute('GET /users/@me', (_call, { world }) => world.bot),
  defineDiscordRoute('GET /applications/@me', (_call, { world, mayReadContent }) => ({
    id: world.bot.id,
    name: world.bot.username,
    flags: mayReadContent() ? LIMITED_CONTENT : 0,
  })),
  defineDiscordRoute('GET /gateway/bot', (_call, { gatewayUrl, shards }) => ({
    url: gatewayUrl(),
    shards: shards(),
    session_start_limit: {
      total: 1000,
      remaining: 999,
      reset_after: 86_400_000,
      max_concurrency: 1,
    },
  })),
  defineDiscordRoute('PUT /applications/:id/commands', ({ body }, { records }) => {
    if (!Array.isArray(body)) throw badField(['_'], 'LIST_TYPE_CONVERT', 'Not a list.')
    for (const [n, command] of body.entries()) checkCommand(command, String(n))
    records.commands = body
    return body
  }),
  defineDiscordRoute(
    'POST /interactions/:id/:token/callback',
    ({ ids: [id = '', token], body }, { records }) => {
      const known = records.interactions.get(id)
      if (known === undefined || known.token !== token || performance.now() - known.at > 3_000) {
        throw new WireRefusal(404, 10062, 'Unknown interaction')
      }
      if (records.responses.has(id)) {
        throw new WireRefusal(400, 40060, 'Interaction has already been acknowledged.')
      }
      const response = body as Readonly<Record<string, unknown>>
      if (![4, 5, 6, 7].includes(Number(response.type))) {
        throw badField(['type'], 'BASE_TYPE_CHOICES', 'Not a type of response.')
      }
      records.responses.set(id, response)
    },
    { needsToken: false },
  ),
]

function checkCommand(command: unknown, n: string): void {
  const { name, description, options, type } = command as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw badField([n, 'name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
  const isDescribed = typeof description === 'string' && /^[\s\S]{1,100}$/.test(description)
  if (!isDescribed) throw badField([n, 'description'], 'BASE_TYPE_BAD_LENGTH', 'Must be 1 to 100.')
  if (type !== 1) throw badField([n, 'type'], 'BASE_TYPE_CHOICES', 'Not a type of command.')
  for (const option of Array.isArray(options) ? options : []) {
    if (option.type !== 3 || !NAME.test(option.name) || !option.description) {
      throw badField([n, 'options'], 'BASE_TYPE_REQUIRED', 'This field is required')
    }
  }
}
