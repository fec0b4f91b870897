import { AppError, isAppError } from '../../domain/errors.ts'
import { asFields, type Fields, fieldText, idOf, textsOf } from '../../text/fields.ts'
import type { ImportChat, ImportItem, ReadOptions } from '../item.ts'
import type { ImportInput } from '../open-source.ts'
import { openZip, type Zip, type ZipPart } from '../open-zip.ts'
import { type Choice, type Met, walkJson } from '../walk-json.ts'
import { type SlackUser, type SlackUsers, slackMessage } from './slack-message.ts'

/* Slack's export: users.json, a list for each kind of conversation, and for each conversation a folder
 * with a file a day. */

/**
 * Which list has which kind; direct messages have folders named by id, all others by name. Conversations of people
 * have no name of their own.
 */
const LISTS = [
  { file: 'channels.json', kind: 'group', isPeople: false },
  { file: 'groups.json', kind: 'group', isPeople: false },
  { file: 'mpims.json', kind: 'group', isPeople: true },
  { file: 'dms.json', kind: 'private', isPeople: true },
] as const

const DAY = /^([^/]+)\/(\d{4}-\d\d-\d\d)\.json$/

const chooseElements = (path: string): Choice => (path === '' ? 'enter' : 'take')

/** Reads the messages of a Slack workspace, conversation by conversation, day by day. */
export async function* readSlack(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  const zip = await openZip(source.path, source.name)
  try {
    yield* zip.ignored
    const users = await readUsers(zip)
    const chats = await readChats(zip, source, users, options)
    const days = daysOf(zip)
    for (const folder of days.keys()) {
      if (!chats.has(folder)) yield { type: 'skipped', reason: 'file_ignored', where: folder }
    }
    let position = 0
    for (const [folder, chat] of chats) {
      for (const day of days.get(folder) ?? []) {
        yield* readDay(day, chat, users)
        position += day.compressedBytes
        source.moveTo(position)
      }
    }
  } finally {
    zip.close()
  }
}

async function* readDay(
  day: ZipPart,
  chat: ImportChat,
  users: SlackUsers,
): AsyncGenerator<ImportItem> {
  try {
    for await (const met of walkJson(day.bytes(), chooseElements)) {
      if (met.type === 'spoilt') {
        yield { type: 'skipped', reason: met.why, where: `${day.name}, byte ${met.at}` }
      } else if (met.type === 'taken') {
        const entry = asFields(met.value)
        const message = entry === null ? 'not_a_message' : slackMessage(entry, users)
        if (typeof message !== 'string') yield { type: 'message', chat, message }
        else {
          const where = `${day.name}, message ${fieldText(entry?.ts) ?? 'without an id'}`
          yield { type: 'skipped', reason: message, where }
        }
      }
    }
  } catch (error) {
    if (!isAppError(error, 'malformed_json')) throw error
    // A file that breaks off costs the remaining messages of that day, and no other day.
    yield { type: 'skipped', reason: 'not_json', where: `${day.name}, byte ${error.details.at}` }
  }
}

async function readUsers(zip: Zip): Promise<SlackUsers> {
  const users = new Map<string, SlackUser>()
  for await (const user of elementsOf(zip, 'users.json')) {
    const id = idOf(user.id)
    const profile = asFields(user.profile)
    const username = fieldText(user.name)
    const name =
      fieldText(profile?.display_name) ?? fieldText(profile?.real_name) ?? fieldText(user.real_name)
    if (id !== null)
      users.set(id, { name: name ?? username, username, isBot: user.is_bot === true })
  }
  return users
}

/** The conversations by their folder. */
async function readChats(
  zip: Zip,
  { name }: ImportInput,
  users: SlackUsers,
  options: ReadOptions,
): Promise<ReadonlyMap<string, ImportChat>> {
  const chats = new Map<string, ImportChat>()
  for (const { file, kind, isPeople } of LISTS) {
    for await (const one of elementsOf(zip, file)) {
      const id = idOf(one.id)
      const called = fieldText(one.name)
      if (id === null) continue
      chats.set(called ?? id, {
        channel: options.chat?.channel ?? 'slack',
        externalId: options.chat?.externalId ?? id,
        kind,
        title: isPeople ? membersOf(one, users) : called && `#${called}`,
        ids: 'own',
      })
    }
  }
  if (chats.size === 0) {
    throw new AppError(
      'file_type_unknown',
      `${name} contains no list of channels, so it is not a Slack export. Use the zip file as Slack provides it, without unpacking.`,
    )
  }
  if (chats.size > 1 && options.chat !== null) {
    throw new AppError(
      'invalid_request',
      'This export contains several conversations, and --chat takes only one. Omit --chat.',
    )
  }
  return chats
}

/** "Ann, Bob Moor"; null if the list is empty. */
function membersOf(chat: Fields, users: SlackUsers): string | null {
  return (
    textsOf(chat.members)
      .map((id) => users.get(id)?.name ?? id)
      .join(', ') || null
  )
}

async function* elementsOf(zip: Zip, file: string) {
  const part = zip.parts.find(({ name }) => name === file)
  if (part === undefined) return
  for await (const met of walkJson(part.bytes(), chooseElements)) {
    const element = takenFields(met)
    if (element !== null) yield element
  }
}

function takenFields(met: Met) {
  return met.type === 'taken' ? asFields(met.value) : null
}

/** The days of each folder, in order. */
function daysOf({ parts }: Zip): ReadonlyMap<string, readonly ZipPart[]> {
  const days = new Map<string, ZipPart[]>()
  for (const part of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const folder = DAY.exec(part.name)?.[1]
    if (folder === undefined) continue
    const known = days.get(folder)
    if (known === undefined) days.set(folder, [part])
    else known.push(part)
  }
  return days
}
