/** The kinds of event that the bot reads; the homeserver leaves out all others. */
const EVENT_TYPES = [
  'm.room.message',
  'm.room.encrypted',
  'm.sticker',
  'm.poll.start',
  'org.matrix.msc3381.poll.start',
  'm.reaction',
  'm.room.redaction',
  'm.room.member',
  'm.room.name',
  'm.room.topic',
  'm.room.canonical_alias',
  'm.room.encryption',
  'm.room.tombstone',
] as const

const STATE_TYPES = EVENT_TYPES.filter((type) => type.startsWith('m.room.') && !isMessage(type))
const EVENTS_PER_ROOM = 100

/** The filter of /messages. */
export const HISTORY_FILTER = JSON.stringify({ types: EVENT_TYPES, lazy_load_members: true })

/** The filter of /sync. The first one is only about where the rooms are. */
export function syncFilter({ isFirst }: { readonly isFirst: boolean }): string {
  return JSON.stringify({
    presence: { types: [] },
    account_data: { types: ['m.direct'] },
    room: {
      account_data: { types: [] },
      ephemeral: { types: [] },
      state: { types: isFirst ? ['m.room.member'] : STATE_TYPES, lazy_load_members: true },
      timeline: { types: EVENT_TYPES, limit: isFirst ? 1 : EVENTS_PER_ROOM },
    },
  })
}

function isMessage(type: string): boolean {
  return ['m.room.message', 'm.room.encrypted', 'm.room.redaction'].includes(type)
}
