import type { Member } from '../channel.ts'
import { isMatrixRefusal } from './classify-error.ts'
import { type MatrixClient, matrixPath } from './client.ts'
import { type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { isRoomId } from './matrix-event.ts'

/** From this power level on a member counts as an admin; clients call them moderators. */
const ADMIN_LEVEL = 50
/** From this room version on, the creators of a room have every power, and no level. */
const CREATORS_VERSION = 12

/**
 * The person's membership in a room now; null if there is none. Names are left out: everyone chooses their own, so that
 * no list of allowed people may go by them.
 */
export async function findMatrixMember(
  client: MatrixClient,
  room: string,
  user: string,
): Promise<Member | null> {
  if (!isRoomId(room)) return null
  const state = async (type: string, key = '', query = {}): Promise<JsonObject | null> => {
    try {
      const path = matrixPath('rooms', room, 'state', type)
      return await client.get(`${path}/${encodeURIComponent(key)}`, { query })
    } catch (error) {
      if (isMatrixRefusal(error)) return null
      throw error
    }
  }
  const [member, levels, create] = await Promise.all([
    state('m.room.member', user),
    state('m.room.power_levels'),
    // With its sender, who is the first creator.
    state('m.room.create', '', { format: 'event' }),
  ])
  if (textIn(member, 'membership') !== 'join') return null
  const level = levelOf(objectIn(levels, 'users')[user] ?? levels?.users_default)
  const isAdmin = level >= ADMIN_LEVEL || (create !== null && isCreator(create, user))
  return { isAdmin, names: [user.slice(1)] }
}

function isCreator(create: JsonObject, user: string): boolean {
  const content = objectIn(create, 'content')
  const isNew = Number(textIn(content, 'room_version') ?? '1') >= CREATORS_VERSION
  const creators = [create.sender, ...listIn(content, 'additional_creators')]
  return isNew && creators.includes(user)
}

/** Old rooms write levels as text. */
function levelOf(value: unknown): number {
  const level = typeof value === 'string' ? Number(value) : value
  return typeof level === 'number' && Number.isFinite(level) ? level : 0
}
