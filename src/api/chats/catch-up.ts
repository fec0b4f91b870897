import { z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { CatchUp } from '../../engine/views/catch-up/catch-up.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, flag, text, textOrNull, texts, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, optionalMoment, ThreadId, WireAuthor } from '../wire/wire.ts'

const MAX_HOURS = 24 * 366

const CatchUpBody = shape(
  'CatchUpRequest',
  'Who catches up, and since when',
  z
    .strictObject({
      author: WireAuthor.nullable()
        .openapi({ description: 'The person who catches up, for staff keys; default: the caller' })
        .optional(),
      since: optionalMoment(
        'Only messages after this time; default: since the person last wrote in the thread, or 24 hours',
      ),
      hours: z.int().min(1).max(MAX_HOURS).nullish().openapi({
        description: 'The last so many hours, instead of `since`',
        example: 24,
      }),
      only_me: z.boolean().nullish().openapi({
        description: 'Only conversations the person wrote in or was addressed in; default: all',
      }),
    })
    .refine(({ since, hours }) => since == null || hours == null, 'say since or hours, not both'),
)

const WirePoint = shape(
  'CatchUpPoint',
  'A message worth knowing',
  z.object({
    number: count('Number of the citation in `text`: [1]', 1),
    kind: z.enum(['question_to_you', 'to_you', 'decision', 'open_question', 'said']).openapi({
      description:
        '`question_to_you`: the person is asked and has not answered. `to_you`: other messages to the person. `decision`: something was decided. `open_question`: nobody answered it. `said`: what else was said',
    }),
    message_id: text('Id of the message', '7'),
    author: text('Name of its author, or a placeholder', 'Ann'),
    sent_at: time('Time at which it was sent'),
    text: text('The message, or the sentence of it that matters', 'We meet at noon.'),
  }),
)

const WireMissed = shape(
  'MissedConversation',
  'A conversation with messages that the person missed',
  z.object({
    id: textOrNull('Id of the conversation; null while it is being grouped', '12'),
    title: text('A sentence of the conversation itself', 'The picnic on Sunday'),
    people: texts('Names of the authors', 'Ann', 'Cat'),
    messages: count('Number of missed messages', 5),
    last_at: time('Time of the newest'),
    concerns_you: flag('True if the person wrote in it before, or was addressed'),
    points: arrayOf(
      WirePoint,
      'Questions to the person first, then decisions, open questions, the rest',
    ),
  }),
)

const WireCatchUp = shape(
  'CatchUp',
  'What a person missed in a thread, by conversation',
  z.object({
    since: time('Messages after this time'),
    until: time('Time of the request'),
    messages: count('Number of missed messages, at most 20,000', 42),
    conversation_count: count('Number of conversations with something to tell', 6),
    conversations: arrayOf(WireMissed, 'At most 20; those that concern the person first'),
    text: text(
      'The same as Markdown in the language of the chat, cited by numbers',
      'Messages: 42 …',
    ),
  }),
)
export type CaughtUp = z.infer<typeof WireCatchUp>

const route = defineRoute({
  method: 'post',
  path: '/api/chats/{thread_id}/catchup',
  tag: 'Chats',
  summary: 'Catch up: what a person missed in a thread, by conversation',
  description:
    'Questions to the person, decisions and open questions come first, each with its message. Calls no language model and stores nothing. Messages of people who opted out of memory are left out in a group.',
  request: {
    params: z.object({ thread_id: ThreadId }),
    body: jsonBody(CatchUpBody, { hours: 24 }),
  },
  responses: { 200: jsonReply(WireCatchUp, 'What was missed') },
  errors: ['chat_not_found', 'person_not_found'],
})

type Deps = { readonly engine: Engine; readonly now: () => Date }

/** The route of catching up. */
export function addCatchUpRoute(api: Api, { engine, now }: Deps): void {
  api.openapi(route, async (c) => {
    const { author, since, hours, only_me } = c.req.valid('json')
    const ago = hours == null ? null : new Date(now().getTime() - hours * 3_600_000)
    const request = {
      author: author ?? null,
      since: since ?? ago,
      askedAt: null,
      isOnlyMe: only_me ?? false,
    }
    const { thread_id } = c.req.valid('param')
    return c.json(toWireCatchUp(await engine.catchUp(c.get('principal'), thread_id, request)), 200)
  })
}

function toWireCatchUp(caught: CatchUp): CaughtUp {
  let number = 0
  return {
    since: caught.since.toISOString(),
    until: caught.until.toISOString(),
    messages: caught.messageCount,
    conversation_count: caught.conversationCount,
    conversations: caught.conversations.map((one) => ({
      id: one.id === null ? null : String(one.id),
      title: one.title,
      people: [...one.people],
      messages: one.messageCount,
      last_at: one.lastAt.toISOString(),
      concerns_you: one.concernsAsker,
      points: one.points.map(({ kind, message, text: said }) => {
        number += 1
        return {
          number,
          kind,
          message_id: message.externalId,
          author: message.authorName,
          sent_at: message.sentAt.toISOString(),
          text: said,
        }
      }),
    })),
    text: caught.text,
  }
}
