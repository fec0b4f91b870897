import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../domain/errors.ts'
import type { Api, Env } from '../env.ts'
import { DATABASE_ERRORS, defineRoute } from '../route.ts'

/**
 * A channel's webhook, connected to its bot: authenticates the request and saves its events to the inbox. Resolves with
 * the body of the response, if the platform expects one; throws if the platform did not send the request.
 */
export type Webhook = (request: {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => Promise<string | null>

const MAX_BYTES = 1_048_576

/** Documented by hand: the channel checks the body, and authenticates the request. */
const webhookRoute = <P extends string>(path: P, isOld = false) =>
  defineRoute({
    method: 'post',
    path,
    tag: 'Channels',
    summary: 'Receive events that a platform posts',
    deprecated: isOld,
    description: isOld
      ? 'The former path of `/webhooks/telegram`.'
      : 'Called by the platform, which authenticates itself: Telegram by the secret that Earshot gave it, Slack by its signature. A 200 response means that the events are in the inbox.',
    request: {
      ...(isOld
        ? {}
        : {
            params: z.object({
              channel: z
                .string()
                .openapi({ description: 'Name of the channel', example: 'telegram' }),
            }),
          }),
      body: {
        content: {
          'application/json': {
            schema: z.record(z.string(), z.unknown()).openapi({
              description: 'The event as the platform defines it, at most a megabyte',
              example: { update_id: 1001 },
            }),
          },
        },
      },
    },
    responses: {
      200: {
        description: 'Stored; with the text that the platform expects, if any',
        content: { 'text/plain': { schema: z.string().openapi({ example: '' }) } },
      },
    },
    errors: [
      'webhook_off',
      'forbidden',
      'body_too_large',
      'invalid_request',
      'internal',
      'write_not_made',
      ...DATABASE_ERRORS,
    ],
  })

/** Where platforms post events: authenticated by the channel instead of a key. */
export function addWebhookRoutes(api: Api, find: (channel: string) => Webhook | null): void {
  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new AppError(
        'body_too_large',
        'The body is larger than 1 MB. Events of platforms are smaller.',
      )
    },
  })
  api.openAPIRegistry.registerPath(webhookRoute('/webhooks/{channel}'))
  api.openAPIRegistry.registerPath(webhookRoute('/telegram/webhook', true))
  api.post('/webhooks/:channel', limit, (c) => receive(c, find(c.req.param('channel'))))
  api.post('/telegram/webhook', limit, (c) => receive(c, find('telegram')))
}

async function receive(c: Context<Env>, webhook: Webhook | null): Promise<Response> {
  if (webhook === null) {
    throw new AppError(
      'webhook_off',
      'No webhook is configured for this channel. docs/channels says how.',
    )
  }
  const reply = await webhook({ headers: c.req.header(), body: await c.req.text() })
  return c.text(reply ?? '')
}
