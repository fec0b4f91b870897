import type { MatrixServer } from './matrix-server.ts'
import type { Content, RoomEvent, ServerRoom } from './world.ts'

/* What people do at a homeserver. */

export type MatrixPerson = { readonly id: string; readonly name: string }

export type MatrixRoomOptions = {
  readonly title?: string
  readonly alias?: string
  readonly isEncrypted?: boolean
  /** Where the bot is: a member, invited, or not there. */
  readonly bot?: 'joined' | 'invited' | 'absent'
  readonly isDirect?: boolean
  readonly isPublic?: boolean
  readonly version?: string
  readonly predecessor?: string
}

export type MatrixPeople = ReturnType<typeof createMatrixPeople>

/** Hands for tests: people with accounts at this homeserver. */
export function createMatrixPeople({ world, changed }: MatrixServer) {
  const add: typeof world.add = (room, event) => {
    const added = world.add(room, event)
    changed()
    return added
  }
  const setMember = (room: ServerRoom, user: string, membership: string, by = user, more = {}) => {
    const content = { membership, displayname: world.names.get(user), ...more }
    return add(room, { type: 'm.room.member', sender: by, state_key: user, content })
  }
  const setState = (room: ServerRoom, by: string, type: string, content: Content) =>
    add(room, { type, sender: by, state_key: '', content })
  const send = (room: ServerRoom, by: MatrixPerson, content: Content, at?: Date) =>
    add(room, { type: 'm.room.message', sender: by.id, content, ...(at !== undefined && { at }) })
  return {
    setMember,
    setState,
    send,
    /** `local`: the name of the account, which no one changes; after the person's name if absent. */
    person: (
      name: string,
      local = name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
    ): MatrixPerson => {
      const id = `@${local}:${world.server}`
      world.names.set(id, name)
      return { id, name }
    },
    createRoom: (members: readonly MatrixPerson[], options: MatrixRoomOptions = {}): ServerRoom => {
      const room = world.createRoom()
      const [owner] = members
      if (owner === undefined) throw new Error('A room has somebody who made it')
      room.isPublic = options.isPublic ?? false
      const predecessor =
        options.predecessor === undefined ? {} : { predecessor: { room_id: options.predecessor } }
      const create = { room_version: options.version ?? '10', ...predecessor }
      setState(room, owner.id, 'm.room.create', create)
      setMember(room, owner.id, 'join')
      setState(room, owner.id, 'm.room.power_levels', { users: { [owner.id]: 100 } })
      if (options.title !== undefined) {
        setState(room, owner.id, 'm.room.name', { name: options.title })
      }
      if (options.alias !== undefined) {
        setState(room, owner.id, 'm.room.canonical_alias', { alias: options.alias })
      }
      if (options.isEncrypted === true) {
        setState(room, owner.id, 'm.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' })
      }
      for (const { id } of members.slice(1)) setMember(room, id, 'join')
      const { isDirect = false, bot = 'joined' } = options
      if (bot === 'joined') setMember(room, world.me, 'join')
      if (bot === 'joined' && isDirect) {
        const known = world.accountData.get('m.direct')?.content ?? {}
        const content = { ...known, [owner.id]: [room.id] }
        world.accountData.set('m.direct', { pos: world.next(), content })
      }
      if (bot === 'invited') {
        const more = isDirect ? { is_direct: true } : {}
        const { pos } = setMember(room, world.me, 'invite', owner.id, more)
        room.invite = { pos, inviter: owner.id, isDirect }
      }
      changed()
      return room
    },
    say: (room: ServerRoom, by: MatrixPerson, body: string, more: Content = {}, at?: Date) =>
      send(room, by, { msgtype: 'm.text', body, ...more }, at),
    edit: (room: ServerRoom, by: MatrixPerson, id: string, body: string, at?: Date) =>
      send(
        room,
        by,
        {
          msgtype: 'm.text',
          body: `* ${body}`,
          'm.new_content': { msgtype: 'm.text', body },
          'm.relates_to': { rel_type: 'm.replace', event_id: id },
        },
        at,
      ),
    react: (room: ServerRoom, by: MatrixPerson, id: string, key: string) =>
      add(room, {
        type: 'm.reaction',
        sender: by.id,
        content: { 'm.relates_to': { rel_type: 'm.annotation', event_id: id, key } },
      }),
    redact: (room: ServerRoom, by: MatrixPerson, id: string): RoomEvent => {
      const redaction = add(room, {
        type: 'm.room.redaction',
        sender: by.id,
        redacts: id,
        content: { redacts: id },
      })
      const target = world.find(id)
      if (target !== null) target.event.redactedBy = redaction.event_id
      return redaction
    },
  }
}
