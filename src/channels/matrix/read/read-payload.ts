import type { BotNames } from '../../channel.ts'
import type { ChannelEvent, MembershipEvent } from '../../channel-event.ts'
import type { MatrixClient } from '../client.ts'
import { acceptInvite, followUpgrade } from '../join-rooms.ts'
import { textIn } from '../json.ts'
import type { MatrixEvent } from '../matrix-event.ts'
import { readPayload } from '../raw-events.ts'
import { previousMembership } from '../read-sync.ts'
import type { NoticeRoom } from '../room-notices.ts'
import type { MatrixRooms } from '../rooms.ts'
import { type ReactionTargets, readPress, readReactions } from './reactions.ts'
import { readMatrixEdit, readMatrixMessage, readRoomNotice } from './read-matrix-message.ts'
import { relationOf } from './relation-of.ts'

export type PayloadDeps = {
  readonly client: MatrixClient
  readonly rooms: MatrixRooms
  readonly now: () => Date
  readonly names: BotNames
  readonly commands: ReadonlySet<string>
  readonly targets: ReactionTargets
  readonly noticeRoom: NoticeRoom
  /** Whether the bot may join a room that it is invited to, or that replaced one of its rooms. */
  readonly mayJoin: (room: string) => boolean
}

/** Reads a saved event. An invitation is accepted here, so that the inbox repeats it if that fails. */
export async function readMatrixPayload(
  payload: string,
  deps: PayloadDeps,
): Promise<ChannelEvent | null> {
  const stored = readPayload(payload, deps.now())
  if (stored === null) return null
  const { room } = stored
  switch (stored.kind) {
    case 'event':
      return readEventOf(room, stored.event, deps)
    case 'present':
      return membership(room, { status: 'member', at: stored.at, hasJoined: false }, deps)
    case 'invite':
      if (deps.mayJoin(room)) await acceptInvite(stored, deps)
      return null
  }
}

async function readEventOf(
  room: string,
  event: MatrixEvent,
  deps: PayloadDeps,
): Promise<ChannelEvent | null> {
  const { me } = deps.names
  const isOwn = event.sender === me.id
  deps.rooms.addEvent(room, event)
  switch (event.type) {
    case 'm.room.member':
      return event.stateKey === me.id ? readOwnMembership(room, event, deps) : null
    case 'm.room.redaction':
      return readRedaction(room, event, deps)
    case 'm.room.tombstone':
      return readTombstone(room, event, deps)
    case 'm.room.encryption':
      await deps.noticeRoom(room, 'encrypted')
      // Resets what is known of received messages: from now on there may be none.
      return membership(room, { status: 'member', at: event.sentAt, hasJoined: false }, deps)
    case 'm.room.encrypted':
      if (!isOwn) await deps.noticeRoom(room, 'encrypted')
      return null
    case 'm.reaction':
      return isOwn || (await isCrowded(room, deps)) ? null : readReaction(room, event, deps)
    case 'm.room.name':
    case 'm.room.topic':
      return (await isCrowded(room, deps)) ? null : readChange(room, event, deps)
    default:
      // What the bot sent is stored when it was sent.
      return isOwn || (await isCrowded(room, deps)) ? null : readMessageOrEdit(room, event, deps)
  }
}

/** A private chat that others have joined is not read: they would see what is known of one person. */
async function isCrowded(room: string, { rooms, noticeRoom }: PayloadDeps): Promise<boolean> {
  const info = await rooms.describe(room)
  if (info.isCrowded) await noticeRoom(room, 'crowded')
  return info.isCrowded
}

async function readMessageOrEdit(room: string, event: MatrixEvent, deps: PayloadDeps) {
  const { edits } = relationOf(event.content)
  if (edits === null) return readMatrixMessage(room, event, deps)
  const original = await deps.rooms.fetchEvent(room, edits)
  return original && readMatrixEdit(room, event, original, deps)
}

async function readReaction(room: string, event: MatrixEvent, deps: PayloadDeps) {
  const { reaction } = relationOf(event.content)
  if (reaction === null) return null
  deps.targets.set(`${room} ${event.id}`, reaction.to)
  const shared = { ...deps, me: deps.names.me.id }
  const press = await readPress(room, event, reaction, shared)
  return press ?? readReactions(room, reaction.to, shared)
}

/** A redaction of a message deletes it; one of a reaction takes that back. It counts if the homeserver applied it. */
async function readRedaction(room: string, event: MatrixEvent, deps: PayloadDeps) {
  if (event.redacts === null) return null
  const reacted = deps.targets.get(`${room} ${event.redacts}`)
  if (reacted !== undefined) {
    return readReactions(room, reacted, { ...deps, me: deps.names.me.id })
  }
  const target = await deps.rooms.fetchEvent(room, event.redacts)
  if (target !== null && Object.keys(target.content).length > 0) return null
  return { kind: 'delete' as const, chat: room, messageIds: [event.redacts] }
}

async function readTombstone(room: string, event: MatrixEvent, deps: PayloadDeps) {
  const to = textIn(event.content, 'replacement_room')
  if (event.stateKey !== '' || to === null || !deps.mayJoin(to)) return null
  const moved = await followUpgrade(room, event, deps)
  return moved === null ? null : { kind: 'moved' as const, from: room, to: moved }
}

/** A notice of a change that people see in the timeline: a new name or topic. */
async function readChange(room: string, event: MatrixEvent, deps: PayloadDeps) {
  const isName = event.type === 'm.room.name'
  const value = textIn(event.content, isName ? 'name' : 'topic')
  const isFirst = event.unsigned.prev_content === undefined
  if (event.stateKey !== '' || !value || isFirst) return null
  const sentence = isName ? 'The room is now called' : 'The topic of the room is now'
  return readRoomNotice(room, event, `${sentence}: ${value}`, deps)
}

async function readOwnMembership(
  room: string,
  { content, unsigned, sender, sentAt: at }: MatrixEvent,
  deps: PayloadDeps,
): Promise<MembershipEvent | null> {
  const now = textIn(content, 'membership')
  if (now === 'leave' || now === 'ban') {
    const isOwn = now === 'leave' && sender === deps.names.me.id
    return membership(room, { status: isOwn ? 'left' : 'kicked', at, hasJoined: false }, deps)
  }
  if (now !== 'join' || previousMembership(unsigned) === 'join') return null
  const { isEncrypted, isCrowded: hasOthers } = await deps.rooms.describe(room)
  const isInvited = previousMembership(unsigned) === 'invite'
  // Invited as to a private chat, where others are already.
  if (hasOthers && isInvited) await deps.rooms.removeDirect(room)
  if (isEncrypted) await deps.noticeRoom(room, 'encrypted')
  // It greets those who invited it. An encrypted room got its notice instead.
  const hasJoined = isInvited && !isEncrypted
  return membership(room, { status: 'member', at, hasJoined }, deps)
}

async function membership(
  room: string,
  change: Pick<MembershipEvent, 'status' | 'at' | 'hasJoined'>,
  { rooms }: PayloadDeps,
): Promise<MembershipEvent> {
  const { title, isPrivate } = await rooms.describe(room)
  return {
    kind: 'membership',
    chat: room,
    title: isPrivate ? null : title,
    isGroup: !isPrivate,
    ...change,
    hasJoined: change.hasJoined && !isPrivate,
  }
}
