import { MatrixRefusal } from './refusal.ts'
import {
  type Content,
  type MatrixWorld,
  type RoomEvent,
  relationIn,
  type ServerRoom,
  stateKeyOf,
} from './world.ts'

const MAX_EVENT_BYTES = 65_536
/** What the server adds to a content, at least. */
const ENVELOPE_BYTES = 2_000
const TAGS =
  /^(font|del|s|h[1-6]|blockquote|p|a|ul|ol|sup|sub|li|b|i|u|strong|em|strike|code|hr|br|div|table|thead|tbody|tr|th|td|caption|pre|span|img|details|summary)$/

/** Adds an event that the bot sends; a repeated transaction adds nothing. */
export function sendEvent(
  world: MatrixWorld,
  room: ServerRoom,
  { type, transaction, content }: { type: string; transaction: string; content: Content },
  onViolation: (what: string) => void,
): string {
  const key = `${room.id} ${type} ${transaction}`
  const before = world.transactions.get(key)
  if (before !== undefined) return before
  checkPower(world, room, type)
  checkJson(content)
  if (Buffer.byteLength(JSON.stringify(content)) + ENVELOPE_BYTES > MAX_EVENT_BYTES) {
    throw new MatrixRefusal(413, 'M_TOO_LARGE', 'event too large')
  }
  checkRelation(world, room, type, content, onViolation)
  if (type === 'm.room.message') checkMessage(content, onViolation)
  const event = world.add(room, { type, sender: world.me, content, transaction })
  world.transactions.set(key, event.event_id)
  return event.event_id
}

function checkPower(world: MatrixWorld, room: ServerRoom, type: string): void {
  const levels = room.state.get(stateKeyOf('m.room.power_levels', ''))?.content ?? {}
  const users = (levels.users ?? {}) as Record<string, number>
  const events = (levels.events ?? {}) as Record<string, number>
  const own = users[world.me] ?? Number(levels.users_default ?? 0)
  const needed = events[type] ?? Number(levels.events_default ?? 0)
  if (own >= needed) return
  const why = `You don't have permission to post that to the room. user_level (${own}) < send_level (${needed})`
  throw new MatrixRefusal(403, 'M_FORBIDDEN', why)
}

/** Events hold no fractions. */
function checkJson(value: unknown): void {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new MatrixRefusal(400, 'M_BAD_JSON', 'Bad JSON value: float')
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkJson)
}

function checkRelation(
  world: MatrixWorld,
  room: ServerRoom,
  type: string,
  content: Content,
  onViolation: (what: string) => void,
): void {
  const relation = relationIn({ content, redactedBy: null } as RoomEvent)
  if (Object.keys(relation).length === 0) return
  const { rel_type: kind, event_id: id, key } = relation
  const parent = (relation['m.in_reply_to'] as Content | undefined)?.event_id
  for (const one of [id, parent]) {
    if (one !== undefined && world.find(String(one))?.room !== room) {
      onViolation(`a relation to an event that is not in the room: ${String(one)}`)
    }
  }
  if (kind === undefined) return
  const target = world.find(String(id))
  if (target === null)
    throw new MatrixRefusal(400, 'M_UNKNOWN', "Can't send relation to unknown event")
  if (kind === 'm.thread' && relationIn(target.event).rel_type !== undefined) {
    throw new MatrixRefusal(400, 'M_UNKNOWN', 'Cannot start threads from an event with a relation')
  }
  if (kind === 'm.replace') {
    if (target.event.sender !== world.me) onViolation('an edit of a message of another')
    if (typeof content['m.new_content'] !== 'object') onViolation('an edit without new content')
  }
  if (kind === 'm.annotation') {
    if (type !== 'm.reaction' || typeof key !== 'string') onViolation('a reaction without a key')
    const same = room.events.some((one) => {
      const other = relationIn(one)
      const isSame = other.rel_type === kind && other.event_id === id && other.key === key
      return isSame && one.sender === world.me
    })
    if (same) {
      throw new MatrixRefusal(400, 'M_DUPLICATE_ANNOTATION', "Can't send same reaction twice")
    }
  }
}

function checkMessage(content: Content, onViolation: (what: string) => void): void {
  if (typeof content.body !== 'string' || content.body === '')
    onViolation('a message without a body')
  if (typeof content.msgtype !== 'string') onViolation('a message without a type')
  const mentions = content['m.mentions']
  if (typeof mentions !== 'object' || mentions === null) onViolation('a message without mentions')
  const html = content.formatted_body
  if (html === undefined) return
  if (content.format !== 'org.matrix.custom.html') onViolation('a formatted body without a format')
  const open: string[] = []
  for (const [, slash, tag = ''] of String(html).matchAll(/<(\/?)([a-z0-9]+)[^>]*>/gi)) {
    if (slash === '' && !TAGS.test(tag)) onViolation(`an unknown tag: ${tag}`)
    if (slash === '/' && open.pop() !== tag) onViolation(`a tag that does not close: ${tag}`)
    if (slash === '' && tag !== 'br' && tag !== 'hr') open.push(tag)
  }
  if (open.length > 0) onViolation(`tags that are open: ${open.join(', ')}`)
}
