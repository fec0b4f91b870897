import { MatrixRefusal } from './refusal.ts'
import {
  type Content,
  type MatrixWorld,
  membershipOf,
  type RoomEvent,
  type ServerRoom,
  stateKeyOf,
  toClientEvent,
} from './world.ts'

export type SyncFilter = {
  readonly types: readonly string[] | null
  readonly limit: number
  readonly stateTypes: readonly string[] | null
}

/** How the next syncs differ from what they should be. */
export type SyncQuirks = {
  /** At most so many events a room. */
  maxEvents: number
  /** So many events that are no state come again. */
  repeated: number
}

/** Reads a filter as strictly as the specification has it. */
export function readFilter(text: string | null): SyncFilter {
  if (text === null) return { types: null, limit: 10, stateTypes: null }
  let filter: Content
  try {
    filter = JSON.parse(text)
  } catch {
    throw new MatrixRefusal(400, 'M_UNKNOWN', 'No filter JSON')
  }
  const room = (filter.room ?? {}) as Record<string, Content | undefined>
  const limit = room.timeline?.limit ?? 10
  if (typeof limit !== 'number' || limit < 1) {
    throw new MatrixRefusal(400, 'M_BAD_JSON', 'The limit of a timeline is at least 1')
  }
  const typesOf = (section: Content | undefined) => (section?.types as string[] | undefined) ?? null
  return { types: typesOf(room.timeline), limit, stateTypes: typesOf(room.state) }
}

/** The place of a token; only tokens of this server are known. */
export function placeOf(token: string, world: MatrixWorld): number {
  const place = /^[st](\d+)$/.exec(token)?.[1]
  if (place === undefined || Number(place) > world.position()) {
    throw new MatrixRefusal(400, 'M_INVALID_PARAM', 'Invalid stream token')
  }
  return Number(place)
}

/** The response to a sync, and whether it says anything. */
export function syncResponse(
  world: MatrixWorld,
  since: number | null,
  filter: SyncFilter,
  quirks: SyncQuirks,
) {
  const sections = { join: {}, invite: {}, leave: {} } as Record<string, Record<string, unknown>>
  for (const room of world.rooms.values()) {
    const membership = membershipOf(room, world.me)
    if (membership === 'join') addJoined(sections.join, world, room, since, filter, quirks)
    else if (membership === 'leave' || membership === 'ban') {
      addLeft(sections.leave, world, room, since, filter)
    }
    if (room.invite !== null && room.invite.pos > (since ?? 0)) {
      const { inviter, isDirect } = room.invite
      const content = { membership: 'invite', ...(isDirect && { is_direct: true }) }
      const member = { type: 'm.room.member', sender: inviter, state_key: world.me, content }
      if (sections.invite) sections.invite[room.id] = { invite_state: { events: [member] } }
    }
  }
  const direct = world.accountData.get('m.direct')
  const account =
    direct !== undefined && direct.pos > (since ?? 0)
      ? [{ type: 'm.direct', content: direct.content }]
      : []
  const isEmpty = Object.values(sections).every((one) => Object.keys(one).length === 0)
  return {
    isNews: !isEmpty || account.length > 0,
    body: {
      next_batch: `s${world.position()}`,
      account_data: { events: account },
      presence: { events: [] },
      rooms: sections,
    },
  }
}

function addJoined(
  section: Record<string, unknown> | undefined,
  world: MatrixWorld,
  room: ServerRoom,
  since: number | null,
  { types, limit, stateTypes }: SyncFilter,
  quirks: SyncQuirks,
): void {
  if (section === undefined) return
  const own = room.state.get(stateKeyOf('m.room.member', world.me))
  // Of a room that was joined since, the past is shown too.
  const isNew = since === null || (own !== undefined && isJoin(own) && own.pos > since)
  const from = isNew ? 0 : (since ?? 0)
  const all = room.events.filter((one) => fits(one, types))
  const news = all.filter(({ pos }) => pos > from)
  if (news.length === 0 && !isNew) return
  const max = Math.min(limit, quirks.maxEvents)
  const shown = news.slice(-max)
  const old = all.filter(({ pos, type }) => pos <= from && type !== 'm.room.member')
  const again = isNew || quirks.repeated === 0 ? [] : old.slice(-quirks.repeated)
  const first = shown[0]?.pos ?? world.position() + 1
  const senders = new Set(shown.map(({ sender }) => sender))
  const state = [...room.state.values()].filter((one) => {
    if (one.pos >= first || (stateTypes !== null && !stateTypes.includes(one.type))) return false
    const isWanted = one.type !== 'm.room.member' || senders.has(one.state_key ?? '')
    return one === own ? isNew : isWanted && (isNew || one.pos > from || isMember(one))
  })
  section[room.id] = {
    state: { events: state.map((one) => toClientEvent(room, one)) },
    timeline: {
      events: [...again, ...shown].map((one) => toClientEvent(room, one)),
      limited: shown.length < news.length,
      prev_batch: `t${first - 1}`,
    },
    summary: {},
    ephemeral: { events: [] },
    account_data: { events: [] },
  }
}

function addLeft(
  section: Record<string, unknown> | undefined,
  world: MatrixWorld,
  room: ServerRoom,
  since: number | null,
  { types, limit }: SyncFilter,
): void {
  const own = room.state.get(stateKeyOf('m.room.member', world.me))
  if (section === undefined || own === undefined || since === null || own.pos <= since) return
  const news = room.events.filter(
    (one) => one.pos > since && one.pos <= own.pos && fits(one, types),
  )
  section[room.id] = {
    state: { events: [] },
    timeline: {
      events: news.slice(-limit).map((one) => toClientEvent(room, one)),
      limited: news.length > limit,
      prev_batch: `t${(news.at(-limit)?.pos ?? 1) - 1}`,
    },
  }
}

/** Whether a filter lets an event pass. */
export function fits({ type }: RoomEvent, types: readonly string[] | null): boolean {
  return types === null || types.includes(type)
}

function isJoin({ content, prev_content }: RoomEvent): boolean {
  return content.membership === 'join' && prev_content?.membership !== 'join'
}

function isMember({ type }: RoomEvent): boolean {
  return type === 'm.room.member'
}
