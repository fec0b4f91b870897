import { HISTORY, SEND } from '../discord-world.ts'
import { badField, type WireMessage, WireRefusal } from '../wire.ts'
import { findRoom } from './guilds.ts'
import { readMessageForm } from './message-form.ts'
import { defineDiscordRoute, type Route, type RouteDeps } from './route.ts'

/** How long a nonce is remembered. */
const NONCE_MS = 180_000

/** Messages: their history, sending, editing, reactions, and the typing indicator. */
export const messageRoutes: readonly Route[] = [
  defineDiscordRoute('GET /channels/:id/messages', ({ ids: [id], query }, deps) => {
    const room = findRoom(id, deps, HISTORY)
    const limit = Number(query.get('limit') ?? '50')
    if (!(limit >= 1 && limit <= 100)) {
      throw badField(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.')
    }
    const before = query.get('before')
    const after = query.get('after')
    const page = deps.world.inRoom(room.id).filter((one) => {
      if (before !== null && BigInt(one.id) >= BigInt(before)) return false
      return after === null || BigInt(one.id) > BigInt(after)
    })
    const found = after === null ? page.slice(-limit) : page.slice(0, limit)
    for (const message of found) deps.records.unread.delete(message.id)
    return found.toReversed().map(deps.shown)
  }),
  defineDiscordRoute('GET /channels/:id/messages/:message', ({ ids: [id, message] }, deps) => {
    const room = findRoom(id, deps, HISTORY)
    return deps.shown(findMessage(room.id, message, deps))
  }),
  defineDiscordRoute('POST /channels/:id/messages', ({ ids: [id], body }, deps) =>
    send(id, body, deps),
  ),
  defineDiscordRoute(
    'PATCH /channels/:id/messages/:message',
    ({ ids: [id, messageId], body }, deps) => {
      const { world } = deps
      const message = findMessage(findRoom(id, deps).id, messageId, deps)
      if (message.author.id !== world.bot.id) {
        throw new WireRefusal(403, 50005, 'Cannot edit a message authored by another user')
      }
      const form = readMessageForm(body, deps.violations)
      message.content = form.content
      message.components = form.components
      message.edited_timestamp = new Date().toISOString()
      deps.dispatch('MESSAGE_UPDATE', message, message.guild_id)
      return message
    },
  ),
  defineDiscordRoute(
    'PUT /channels/:id/messages/:message/reactions/:emoji/@me',
    ({ ids: [id, messageId, emoji = ''] }, deps) => {
      const message = findMessage(findRoom(id, deps, HISTORY).id, messageId, deps)
      if (!/^\p{Extended_Pictographic}/u.test(emoji))
        throw new WireRefusal(400, 10014, 'Unknown Emoji')
      const known = message.reactions.find((one) => one.emoji.name === emoji)
      if (known?.me === true) return
      if (known === undefined) {
        message.reactions.push({ emoji: { id: null, name: emoji }, count: 1, me: true })
      } else {
        known.count += 1
        known.me = true
      }
      const event = { channel_id: id, message_id: messageId, user_id: deps.world.bot.id }
      deps.dispatch('MESSAGE_REACTION_ADD', event, message.guild_id)
    },
  ),
  defineDiscordRoute('POST /channels/:id/typing', ({ ids: [id] }, deps) => {
    deps.records.typing.push(findRoom(id, deps, SEND).id)
  }),
]

function findMessage(roomId: string, id: string | undefined, { world }: RouteDeps): WireMessage {
  const message = world.messages.get(id ?? '')
  if (message?.channel_id !== roomId) throw new WireRefusal(404, 10008, 'Unknown Message')
  return message
}

function send(id: string | undefined, body: unknown, deps: RouteDeps): WireMessage {
  const { world, violations } = deps
  const room = findRoom(id, deps, SEND)
  if (room.type === 15)
    throw new WireRefusal(400, 50008, 'Cannot send messages in a non-text channel')
  const form = readMessageForm(body, violations)
  if (form.nonce === undefined || !form.enforcesNonce) violations.push('a message without a nonce')
  const repeated = world
    .inRoom(room.id)
    .find(
      (one) =>
        form.enforcesNonce &&
        one.author.id === world.bot.id &&
        one.nonce === form.nonce &&
        Date.now() - Date.parse(one.timestamp) < NONCE_MS,
    )
  if (repeated !== undefined) return repeated
  const mayReply = (world.permissions(room.id, world.bot.id) & HISTORY) !== 0n
  if (form.replyTo !== null && !mayReply) {
    const message = 'Cannot reply without permission to read message history'
    throw new WireRefusal(400, 160002, message)
  }
  const parent = form.replyTo === null ? undefined : world.messages.get(form.replyTo)
  const isThere = parent?.channel_id === room.id
  if (form.replyTo !== null && !isThere && form.failsWithoutParent) {
    const path = ['message_reference']
    throw badField(path, 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
  }
  const message: WireMessage = {
    id: world.nextId(),
    channel_id: room.id,
    ...(room.guild_id !== undefined && { guild_id: room.guild_id }),
    author: world.bot,
    content: form.content,
    components: form.components,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    type: isThere ? 19 : 0,
    ...{ tts: false, mention_everyone: false, mention_roles: [], attachments: [], embeds: [] },
    ...{ pinned: false, flags: form.flags, reactions: [] },
    mentions: isThere && form.mentionsAuthor ? [parent.author] : [],
    ...(form.nonce !== undefined && { nonce: form.nonce }),
    ...(isThere && {
      message_reference: { type: 0, message_id: parent.id, channel_id: room.id },
      referenced_message: parent,
    }),
  }
  world.messages.set(message.id, message)
  room.last_message_id = message.id
  deps.dispatch('MESSAGE_CREATE', message, message.guild_id)
  return message
}
