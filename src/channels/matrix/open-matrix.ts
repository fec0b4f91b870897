import type { BotIdentity, Channel, CommandEntry } from '../channel.ts'
import { classifyMatrixError } from './classify-error.ts'
import { type MatrixClient, MatrixError, matrixPath, unversionedPath } from './client.ts'
import { MATRIX_CHARACTERS, matrixLength } from './event-content.ts'
import { textIn } from './json.ts'
import { listenToMatrix } from './listen.ts'
import { localpartOf, userIdIn } from './matrix-event.ts'
import { matrixFiles } from './matrix-files.ts'
import { findMatrixMember } from './members.ts'
import { editInMatrix, postToMatrix, reactInMatrix } from './post.ts'
import { createReactionTargets } from './read/reactions.ts'
import { readMatrixPayload } from './read/read-payload.ts'
import { createRoomNotices } from './room-notices.ts'
import { createMatrixRooms } from './rooms.ts'
import { MATRIX_TEXTS } from './texts.ts'

export type MatrixOptions = {
  readonly client: MatrixClient
  readonly now: () => Date
  /** Whether the bot may join a room that it is invited to, or that replaced one of its rooms. */
  readonly mayJoin: (room: string) => boolean
  /** Whether the bot may write into a room of its own accord. */
  readonly mayWrite: (room: string) => boolean
}

const TYPING_MS = 10_000
/** Homeservers forget transactions after a day. */
const REPEATS_MS = 86_400_000

/** The channel of a Matrix account. */
export function openMatrix({ client, now, mayJoin, mayWrite }: MatrixOptions): Channel {
  let account: Promise<string> | null = null
  const me = () => {
    account ??= whoAmI(client).catch((error: unknown) => {
      account = null
      throw error
    })
    return account
  }
  const rooms = createMatrixRooms({ client, now, me })
  const targets = createReactionTargets()
  const noticeRoom = createRoomNotices(client, me, mayWrite)
  let commands: ReadonlySet<string> = new Set()
  return {
    name: 'matrix',
    label: 'Matrix',
    limits: {
      characters: MATRIX_CHARACTERS,
      // Each edit is an event for all members, for good; homeservers allow an account one every few seconds.
      editPauseMs: { group: 5_000, private: 3_000 },
      typingMs: TYPING_MS,
      keepsEventsMs: null,
      repeatsMs: REPEATS_MS,
    },
    texts: MATRIX_TEXTS,
    introduce: () => introduce(client, me),
    registerCommands: async (entries) => {
      commands = commandNames(entries)
    },
    listen: async (inbox, stopping) =>
      listenToMatrix({ client, rooms, me: await me(), now }, inbox, stopping),
    readWebhook: null,
    read: ([payload], names) => {
      const deps = { client, rooms, now, names, commands, targets, noticeRoom, mayJoin }
      return readMatrixPayload(payload, deps)
    },
    post: (target, message) => postToMatrix(target, message, { client, rooms }),
    edit: (sent, message) => editInMatrix(sent, message, client),
    react: (sent, emoji) => reactInMatrix(sent, emoji, client),
    lengthOf: matrixLength,
    showTyping: async ({ chat }) => {
      const body = { typing: true, timeout: TYPING_MS }
      await client.put(matrixPath('rooms', chat, 'typing', await me()), { body })
    },
    privateChatLink: ({ id }) => `https://matrix.to/#/${encodeURIComponent(id)}`,
    findMember: (chat, person) => findMatrixMember(client, chat, person),
    fetchFile: matrixFiles(client),
    classifyError: classifyMatrixError,
  }
}

/** The commands, and the one by which other platforms begin a chat. */
function commandNames(entries: readonly CommandEntry[]): ReadonlySet<string> {
  return new Set(['start', ...entries.map(({ name }) => name)])
}

async function introduce(client: MatrixClient, me: () => Promise<string>): Promise<BotIdentity> {
  const { versions } = await client.get(unversionedPath('versions'))
  if (!Array.isArray(versions)) throw noHomeserver()
  const id = await me()
  const profile = await client
    .get(matrixPath('profile', id, 'displayname'))
    .catch((error: unknown) => {
      // An account without a name.
      if (error instanceof MatrixError && error.failure.status === 404) return {}
      throw error
    })
  const username = localpartOf(id)
  return { id, username, name: textIn(profile, 'displayname') || username, readsAll: true }
}

async function whoAmI(client: MatrixClient): Promise<string> {
  const id = userIdIn(await client.get(matrixPath('account', 'whoami')), 'user_id')
  if (id === null) throw noHomeserver()
  return id
}

function noHomeserver(): MatrixError {
  return new MatrixError({ status: null, code: 'not a Matrix homeserver', retryAfterMs: null })
}
