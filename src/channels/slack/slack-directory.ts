import type { WebClient } from '@slack/web-api'
import { LRUCache } from 'lru-cache'
import { classifySlackError } from './classify-slack-error.ts'

/** A user, as Slack knows them; without names if Slack does not show them. */
export type SlackPerson = {
  readonly name: string | null
  readonly username: string | null
  readonly isBot: boolean
  readonly isAdmin: boolean
  readonly isGone: boolean
}

export type SlackConversation = { readonly name: string | null }

/** Names of people and channels, which events do not contain. */
export type SlackDirectory = {
  person(id: string): Promise<SlackPerson>
  conversation(id: string): Promise<SlackConversation>
  /** The channel was renamed. */
  forgetConversation(id: string): void
}

/** Cached entries, of each kind. */
const MAX_ENTRIES = 5_000
/** Names change rarely. */
const TTL_MS = 3_600_000

const NOBODY: SlackPerson = {
  name: null,
  username: null,
  isBot: false,
  isAdmin: false,
  isGone: false,
}

/**
 * Asks Slack for names, and caches them. What Slack refuses, for want of a scope or across organisations, is
 * cached as unknown; other failures are thrown, and the event is read again later.
 */
export function createSlackDirectory(web: WebClient): SlackDirectory {
  const people = cached((id) => askForPerson(web, id), NOBODY)
  const conversations = cached((id) => askForConversation(web, id), { name: null })
  return {
    person: people.find,
    conversation: conversations.find,
    forgetConversation: conversations.drop,
  }
}

function cached<T extends object>(ask: (id: string) => Promise<T>, unknown: T) {
  const cache = new LRUCache<string, Promise<T>>({ max: MAX_ENTRIES, ttl: TTL_MS })
  const find = (id: string): Promise<T> => {
    const known = cache.get(id)
    if (known !== undefined) return known
    const asked = ask(id).catch((error: unknown) => {
      const failure = classifySlackError(error)
      if (failure?.kind === 'refused' && failure.status !== 401) return unknown
      cache.delete(id)
      throw error
    })
    cache.set(id, asked)
    return asked
  }
  return { find, drop: (id: string) => void cache.delete(id) }
}

/** Asks for a user now: whether they are an admin must not be an hour old. */
export async function askForPerson(web: WebClient, id: string): Promise<SlackPerson> {
  const { user } = await web.users.info({ user: id })
  if (user === undefined) return NOBODY
  const { profile } = user
  return {
    name: profile?.display_name || profile?.real_name || user.real_name || user.name || null,
    username: user.name || null,
    isBot: user.is_bot === true || id === 'USLACKBOT',
    isAdmin: user.is_admin === true || user.is_owner === true || user.is_primary_owner === true,
    isGone: user.deleted === true,
  }
}

async function askForConversation(web: WebClient, id: string): Promise<SlackConversation> {
  const { channel } = await web.conversations.info({ channel: id })
  return { name: channel?.is_im ? null : channel?.name || null }
}
