import { useDeferredValue, useState } from 'react'
import type { PeopleList } from '../../../src/api/chats/people-list.ts'
import type { WireKey } from '../../../src/api/operations/keys.ts'
import { api } from '../lib/api.ts'
import { formatPlural } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Field } from '../parts/field.tsx'
import { Await } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { settings as strings } from '../strings/settings.ts'

type Person = PeopleList['people'][number]

/** The known people and their API keys. */
export function PeopleCard({
  keys,
  onCreateKey,
}: {
  keys: readonly WireKey[]
  onCreateKey: (person: string) => void
}) {
  const { access } = strings
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const people = useLoad(
    (signal) => {
      const query = wanted === '' ? '' : `&q=${encodeURIComponent(wanted)}`
      return api.get<PeopleList>(`/api/people?limit=100${query}`, signal)
    },
    [wanted],
  )
  return (
    <section className="card stack" aria-label={access.people}>
      <h2>{access.people}</h2>
      <p className="small quiet">{access.peopleHint}</p>
      <Field
        label={access.findPerson}
        type="search"
        value={search}
        maxLength={200}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Await loaded={people}>
        {({ people: found }) => (
          <>
            {found.length === 0 && <p className="quiet">{access.noPeople}</p>}
            <ul className="settings-rows">
              {found.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  keys={keys.filter((key) => key.person === person.id)}
                  onCreateKey={onCreateKey}
                />
              ))}
            </ul>
          </>
        )}
      </Await>
    </section>
  )
}

function PersonRow({
  person: { id, name, is_bot },
  keys,
  onCreateKey,
}: {
  person: Person
  keys: readonly WireKey[]
  onCreateKey: (person: string) => void
}) {
  const { access } = strings
  const roles = [...new Set(keys.map(({ role }) => role))]
  return (
    <li className="settings-key">
      <div className="row">
        <a href={routes.memory(id)}>
          <UserText inline text={name ?? access.unnamed} />
        </a>
        <code className="small quiet">
          <UserText inline text={id} />
        </code>
        {is_bot && <Chip>{access.bot}</Chip>}
        {roles.map((role) => (
          <Chip key={role} tone="accent">
            {role}
          </Chip>
        ))}
        <span className="small quiet">
          {keys.length === 0 ? access.noKey : formatPlural(keys.length, 'key')}
        </span>
      </div>
      {!is_bot && (
        <Button
          size="small"
          aria-label={`${access.createFor}: ${name ?? id}`}
          onClick={() => onCreateKey(id)}
        >
          {access.createFor}
        </Button>
      )}
    </li>
  )
}
