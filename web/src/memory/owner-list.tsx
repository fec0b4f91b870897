import { type ReactNode, useDeferredValue, useState } from 'react'
import type { ChatList } from '../../../src/api/chats/chats.ts'
import type { PeopleList } from '../../../src/api/chats/people-list.ts'
import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Field } from '../parts/field.tsx'
import { Await } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { memory as strings } from '../strings/memory.ts'
import { nameOf, type Owner, writeOwner } from './owner.ts'

const PAGE = 50
type Person = PeopleList['people'][number]
type Group = ChatList['chats'][number]

/** The list of people and groups. */
export function OwnerList({ current }: { current: Owner | null }) {
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  return (
    <aside className="memory-list stack" aria-label={strings.list}>
      <Field
        type="search"
        label={strings.find}
        placeholder={strings.findHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Groups query={query} current={current} />
      <People query={query} current={current} />
    </aside>
  )
}

function People({ query, current }: { query: string; current: Owner | null }) {
  const [limit, setLimit] = useState(PAGE)
  const people = useLoad(
    (signal) => {
      const q = query === '' ? '' : `&q=${encodeURIComponent(query)}`
      return listPeople(`/api/people?limit=${PAGE}${q}`, limit, signal)
    },
    [query, limit],
  )
  return (
    <section className="stack">
      <h2 className="memory-heading">{strings.people}</h2>
      <Await loaded={people}>
        {({ people: found, next }) => (
          <>
            {found.length === 0 && (
              <p className="quiet small">{query === '' ? strings.noPeople : strings.noMatch}</p>
            )}
            <ul className="memory-owners">
              {found.map((person) => (
                <PersonRow key={person.id} person={person} current={current} />
              ))}
            </ul>
            {next !== null && (
              <Button size="small" onClick={() => setLimit(limit + PAGE)}>
                {strings.morePeople}
              </Button>
            )}
          </>
        )}
      </Await>
    </section>
  )
}

/** Loads pages until there are `wanted` people. */
async function listPeople(path: string, wanted: number, signal: AbortSignal): Promise<PeopleList> {
  let page = await api.get<PeopleList>(path, signal)
  const people = [...page.people]
  while (page.next !== null && people.length < wanted) {
    page = await api.get<PeopleList>(`${path}&after=${page.next}`, signal)
    people.push(...page.people)
  }
  return { people, next: page.next }
}

function PersonRow({ person, current }: { person: Person; current: Owner | null }) {
  const lastSeen = person.last_seen_at
  return (
    <OwnerRow owner={{ kind: 'person', id: person.id }} current={current} name={nameOf(person)}>
      <span className="quiet small">
        {person.channel} · {lastSeen === null ? strings.neverSeen : formatAgo(lastSeen)}
      </span>
      {person.is_bot && <Chip>{strings.botChip}</Chip>}
      {person.opted_out && <Chip tone="warn">{strings.optedOutChip}</Chip>}
    </OwnerRow>
  )
}

function Groups({ query, current }: { query: string; current: Owner | null }) {
  const chats = useLoad((signal) => api.get<ChatList>('/api/chats?limit=200', signal), [])
  const wanted = query.toLowerCase()
  return (
    <section className="stack">
      <h2 className="memory-heading">{strings.groups}</h2>
      <Await loaded={chats}>
        {({ chats: known }) => {
          const groups = known.filter(
            (group) => group.kind === 'group' && titleOf(group).toLowerCase().includes(wanted),
          )
          if (groups.length === 0) return <p className="quiet small">{strings.noGroups}</p>
          return (
            <ul className="memory-owners">
              {groups.map((group) => (
                <OwnerRow
                  key={group.thread_id}
                  owner={{ kind: 'group', id: group.thread_id }}
                  current={current}
                  name={titleOf(group)}
                >
                  <span className="quiet small">
                    {group.channel} · {formatAgo(group.last_at)}
                  </span>
                </OwnerRow>
              ))}
            </ul>
          )
        }}
      </Await>
    </section>
  )
}

function titleOf({ title, topic, thread_id }: Group): string {
  const name = title ?? thread_id
  return topic === null ? name : `${name} › ${topic}`
}

function OwnerRow({
  owner,
  current,
  name,
  children,
}: {
  owner: Owner
  current: Owner | null
  name: string
  children: ReactNode
}) {
  const isCurrent = current !== null && writeOwner(current) === writeOwner(owner)
  return (
    <li>
      <a
        className="memory-owner"
        href={routes.memory(writeOwner(owner))}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <strong>
          <UserText inline text={name} />
        </strong>
        <span className="row">{children}</span>
      </a>
    </li>
  )
}
