import type { SetMatrixFault } from '../matrix-server/faults.ts'
import { type MatrixServer, startMatrixServer } from '../matrix-server/matrix-server.ts'
import { createMatrixPeople, type MatrixPerson } from '../matrix-server/people.ts'
import {
  type Content,
  latestEdit,
  type RoomEvent,
  relationIn,
  type ServerRoom,
} from '../matrix-server/world.ts'
import type {
  BotMessage,
  Platform,
  PlatformMessage,
  Room,
  SaidMessage,
  SayOptions,
  Trouble,
} from './platform.ts'

export type MatrixPlatform = Platform & {
  readonly server: MatrixServer
  readonly people: ReturnType<typeof createMatrixPeople>
}

/** A Matrix homeserver on this machine, as a platform among others. */
export async function startMatrixPlatform(): Promise<MatrixPlatform> {
  const server = await startMatrixServer()
  const people = createMatrixPeople(server)
  const { world } = server
  const roomOf = (room: ServerRoom): Room => toRoom(server, people, room)
  const found = (id: string) => {
    const room = world.rooms.get(id)
    if (room === undefined) throw new Error(`No such room: ${id}`)
    return room
  }
  return {
    ...{ server, people },
    channel: 'matrix',
    env: { EARSHOT_MATRIX_HOMESERVER: server.url, EARSHOT_MATRIX_TOKEN: server.token() },
    mention: '@earshot',
    tellsDeletions: true,
    // An account is an id, and not forgotten: it tells nothing of the person's name.
    person: (name) => people.person(name, `member${world.names.size}`),
    room: (title, members) => roomOf(people.createRoom(members, { title })),
    direct: (person) => roomOf(people.createRoom([person], { isDirect: true })),
    messages: () => [...world.rooms.values()].flatMap((room) => messagesOf(room, world.me)),
    sent: (chat) =>
      (chat === undefined ? [...world.rooms.values()] : [found(chat)])
        .flatMap((room) => sentIn(room, world.me))
        .toSorted((a, b) => a.pos - b.pos)
        .map(({ message }) => message),
    press: (person, message, label) => {
      people.react(found(message.chat), person, message.id, label)
    },
    pending: server.pending,
    violations: server.violations,
    until: server.until,
    holdSend: (when) => {
      const held = server.fault({ endpoint: 'send', type: 'm.room.message', kind: 'hang', when })
      return {
        reached: held.reached,
        release: () => {
          held.clear()
          held.release()
        },
      }
    },
    troubles: troublesOf(server),
    stop: server.stop,
  }
}

function toRoom(
  server: MatrixServer,
  people: ReturnType<typeof createMatrixPeople>,
  room: ServerRoom,
): Room {
  const say = (author: MatrixPerson, text: string, options: SayOptions = {}): SaidMessage => {
    const { replyTo, at, topic } = options
    const reply = replyTo === undefined ? {} : { 'm.in_reply_to': { event_id: replyTo.id } }
    const thread =
      topic === undefined
        ? {}
        : {
            rel_type: 'm.thread',
            event_id: topic,
            'm.in_reply_to': { event_id: replyTo?.id ?? topic },
            is_falling_back: replyTo === undefined,
          }
    const relation = { ...reply, ...thread }
    const more = {
      'm.mentions': mentionsIn(text, server.world.me),
      ...(Object.keys(relation).length > 0 && { 'm.relates_to': relation }),
    }
    const { event_id: id } = people.say(room, author, text, more, at)
    return { chat: room.id, topic: topic ?? null, id }
  }
  const authorOf = (id: string): MatrixPerson => {
    const sender = server.world.find(id)?.event.sender ?? ''
    return { id: sender, name: sender }
  }
  return {
    id: room.id,
    say,
    edit: ({ id }, text) => void people.edit(room, authorOf(id), id, text),
    delete: ({ id }) => void people.redact(room, authorOf(id), id),
    openThread: (by, title) => say(by, title).id,
    command: (author, name, args = '') => void say(author, `!${name} ${args}`.trim()),
  }
}

function mentionsIn(text: string, me: string): Content {
  return text.includes('@earshot') ? { user_ids: [me] } : {}
}

function isMessage({ type, content }: RoomEvent): boolean {
  return type === 'm.room.message' && content.msgtype !== undefined
}

function isEdit(event: RoomEvent): boolean {
  const relation = event.content['m.relates_to'] as Content | undefined
  return relation?.rel_type === 'm.replace'
}

function bodyOf(room: ServerRoom, event: RoomEvent): Content {
  const edit = latestEdit(room, event)
  return edit === null ? event.content : (edit.content['m.new_content'] as Content)
}

function messagesOf(room: ServerRoom, me: string): PlatformMessage[] {
  return room.events
    .filter((event) => isMessage(event) && !isEdit(event) && event.sender !== me)
    .map((event) => ({
      chat: room.id,
      topic: topicOf(event),
      id: event.event_id,
      text: String(bodyOf(room, event).body).replace(/^!(?=\w)/, '/'),
      isDeleted: event.redactedBy !== null,
    }))
}

type Sent = { readonly pos: number; readonly message: BotMessage }

function sentIn(room: ServerRoom, me: string): Sent[] {
  return room.events
    .filter((event) => isMessage(event) && !isEdit(event) && event.sender === me)
    .map((event) => {
      const relation = relationIn(event)
      const parent = (relation['m.in_reply_to'] as Content | undefined)?.event_id
      const isFallback = relation.is_falling_back === true
      return {
        pos: event.pos,
        message: {
          chat: room.id,
          topic: topicOf(event),
          id: event.event_id,
          text: shownText(bodyOf(room, event)),
          replyTo: typeof parent === 'string' && !isFallback ? parent : null,
          buttons: buttonsOf(bodyOf(room, event)),
        },
      }
    })
}

/** The labels that a message says it has; clients show the reactions of the bot, which come a moment later. */
function buttonsOf({ 'earshot.buttons': buttons }: Content): string[] {
  return Array.isArray(buttons) ? buttons.map(({ label }) => String(label)) : []
}

function topicOf(event: RoomEvent): string | null {
  const { rel_type: kind, event_id: id } = relationIn(event)
  return kind === 'm.thread' ? String(id) : null
}

/** The text that people see: of the HTML, if there is some. */
export function shownText({ body, formatted_body: html }: Content): string {
  if (html === undefined) return String(body)
  return String(html)
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function troublesOf(server: MatrixServer): Platform['troubles'] {
  const once = (set: () => SetMatrixFault): Trouble => {
    const faults: SetMatrixFault[] = []
    return {
      // A repeated call under its transaction id finds out what became of the first.
      isDoubtful: false,
      start: () => void faults.push(set()),
      clear: () => {
        for (const fault of faults) fault.clear()
      },
    }
  }
  const send = { endpoint: 'send', type: 'm.room.message' } as const
  const sync = { endpoint: 'sync' } as const
  const { quirks, fault } = server
  return {
    'rate limit of messages': once(() => fault({ ...send, kind: 'limit', ms: 300 })),
    'rate limit without a header': once(() =>
      fault({ ...send, kind: 'limit', ms: 200, hasHeader: false }),
    ),
    'rate limit of syncs': once(() => fault({ ...sync, kind: 'limit', ms: 300 })),
    'cut before a message': once(() => fault({ ...send, kind: 'cut', when: 'before' })),
    'cut after a message': once(() => fault({ ...send, kind: 'cut', when: 'after' })),
    'garbage after a message': once(() =>
      fault({ ...send, kind: 'garbage', status: 502, when: 'after' }),
    ),
    'cut sync': once(() => fault({ ...sync, kind: 'cut', when: 'after' })),
    'garbage sync': once(() => fault({ ...sync, kind: 'garbage', status: 200, when: 'after' })),
    'server error of events': once(() =>
      fault({ endpoint: 'event', kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' }),
    ),
    'limited timelines': quirk(quirks, 'maxEvents', 1, Number.POSITIVE_INFINITY),
    'repeated events': quirk(quirks, 'repeated', 5, 0),
  }
}

function quirk(
  quirks: MatrixServer['quirks'],
  name: keyof MatrixServer['quirks'],
  on: number,
  off: number,
): Trouble {
  return {
    isDoubtful: false,
    start: () => {
      quirks[name] = quirks[name] === off ? on : off
    },
    clear: () => {
      quirks[name] = off
    },
  }
}
