import { useState } from 'react'
import type { PeopleList } from '../../../src/api/chats/people-list.ts'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import type { AskTarget } from './use-session.ts'

export type Person = Pick<PeopleList['people'][number], 'id' | 'channel' | 'name'> & {
  readonly last_seen_at: string | null
}

/** The channel of people who ask outside of any chat. */
const NO_CHAT_CHANNEL = 'api'
/** The user of a key without a person: outside of a chat their sessions and memory need an owner. */
const OPERATOR = { id: `${NO_CHAT_CHANNEL}:console`, channel: NO_CHAT_CHANNEL, name: 'Console' }

export type Askers = {
  /** False until the people of the chat are loaded. */
  readonly isReady: boolean
  readonly people: readonly Person[]
  /** True if the chat has more people than are listed: a search finds them. */
  readonly hasMore: boolean
  readonly search: string
  onSearch(text: string): void
  /** Id of the chosen person; empty if none is chosen. */
  readonly chosen: string
  choose(id: string): void
  readonly author: AskTarget['author']
}

/**
 * The people that a question can be asked as: those of the chat. At first the one who wrote last, so that a mention
 * without a question is about the newest conversation. A person who is deleted is not chosen any longer.
 */
export function useAskers(threadId: string | null | undefined): Askers {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<{ thread: string | null; id: string } | null>(null)
  const loaded = useLoad(
    async (signal) => ({ threadId, ...(await listAskers(threadId, search, signal)) }),
    [threadId, search],
  )
  const { data } = loaded
  // People of another chat are not offered while those of this one are loaded.
  const isLoaded = data !== null && data.threadId === threadId
  const people = isLoaded ? data.people : ownPeople(threadId)
  const first = threadId === null ? OPERATOR.id : lastOf(people)
  const wanted = picked !== null && picked.thread === threadId ? picked.id : first
  const person = people.find(({ id }) => id === wanted)
  return {
    isReady: isLoaded || people.length > 0 || loaded.problem !== null,
    people,
    hasMore: data?.hasMore === true || search !== '',
    search,
    onSearch: setSearch,
    chosen: person?.id ?? '',
    choose: (id) => setPicked({ thread: threadId ?? null, id }),
    author: person === undefined ? null : authorOf(person),
  }
}

async function listAskers(threadId: string | null | undefined, q: string, signal: AbortSignal) {
  if (threadId === undefined) return { people: [], hasMore: false }
  const query = new URLSearchParams({
    limit: '100',
    ...(threadId === null ? { channel: NO_CHAT_CHANNEL } : { thread_id: threadId }),
    ...(q.trim() === '' ? {} : { q }),
  })
  const { people, next } = await api.get<PeopleList>(`/api/people?${query}`, signal)
  const found = people.filter(({ is_bot, id }) => !is_bot && id !== OPERATOR.id)
  return { people: [...ownPeople(threadId), ...found], hasMore: next !== null }
}

/** Who can ask whether or not they are known. */
function ownPeople(threadId: string | null | undefined): readonly Person[] {
  return threadId === null ? [{ ...OPERATOR, last_seen_at: null }] : []
}

/** The person who wrote last. */
function lastOf(people: readonly Person[]): string {
  const seen = people.toSorted((a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? ''))
  return seen[0]?.id ?? ''
}

function authorOf({ id, channel, name }: Person): NonNullable<AskTarget['author']> {
  const externalId = id.slice(channel.length + 1)
  return { id: externalId, name: name ?? externalId }
}
