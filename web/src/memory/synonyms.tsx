import { type FormEvent, useState } from 'react'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Await, Failure } from '../parts/notice.tsx'
import { UserText } from '../parts/user-text.tsx'
import { memory as strings } from '../strings/memory.ts'

type Synonym = { readonly alias: string; readonly slug: string }
type SynonymList = { readonly synonyms: readonly Synonym[] }

const PATH = '/api/topics/synonyms'

/** Synonyms of topics, for the whole workspace. */
export function Synonyms() {
  const known = useLoad((signal) => api.get<SynonymList>(PATH, signal), [])
  const save = useAction(async (synonyms: readonly Synonym[]) => {
    await api.put(PATH, { synonyms })
    known.reload()
  })
  return (
    <section className="card stack">
      <h3>{strings.synonyms.title}</h3>
      <p className="quiet small">{strings.synonyms.hint}</p>
      <Await loaded={known}>
        {({ synonyms }) => (
          <>
            {synonyms.length === 0 && <p className="memory-none">{strings.synonyms.none}</p>}
            <ul className="memory-synonyms">
              {synonyms.map((one) => (
                <li key={one.alias} className="row">
                  <UserText inline text={one.alias} />
                  <span className="quiet small">{strings.synonyms.arrow}</span>
                  <UserText inline text={one.slug} />
                  <Button
                    size="small"
                    kind="quiet"
                    aria-label={strings.synonyms.remove(one.alias)}
                    onClick={() => void save.run(synonyms.filter((other) => other !== one))}
                  >
                    ✕
                  </Button>
                </li>
              ))}
            </ul>
            {save.problem && <Failure problem={save.problem} />}
            <NewSynonym
              isBusy={save.isRunning}
              onAdd={(one) => save.run([...synonyms.filter((s) => s.alias !== one.alias), one])}
            />
          </>
        )}
      </Await>
    </section>
  )
}

function NewSynonym({
  isBusy,
  onAdd,
}: {
  isBusy: boolean
  onAdd: (synonym: Synonym) => Promise<boolean>
}) {
  const [alias, setAlias] = useState('')
  const [slug, setSlug] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await onAdd({ alias: alias.trim(), slug: slug.trim() }))) return
    setAlias('')
    setSlug('')
  }
  return (
    <form className="memory-new-synonym" onSubmit={(event) => void add(event)}>
      <Field
        label={strings.synonyms.alias}
        value={alias}
        onChange={(event) => setAlias(event.target.value)}
      />
      <Field
        label={strings.synonyms.slug}
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy} disabled={alias.trim() === '' || slug.trim() === ''}>
        {strings.synonyms.add}
      </Button>
    </form>
  )
}
