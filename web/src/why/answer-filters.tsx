import type { AnswerList } from '../../../src/api/chats/conversations.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/field.tsx'
import { why } from '../strings/why.ts'

const strings = why.list.filters
type Line = AnswerList['answers'][number]

/** What the list is restricted to; empty for no restriction. */
export type AnswerFilters = {
  readonly thread_id: string
  readonly person: string
  readonly model: string
  readonly cited: string
  /** Hours back from now. */
  readonly hours: string
}
export const NO_FILTERS: AnswerFilters = {
  ...{ thread_id: '', person: '', model: '', cited: '', hours: '' },
}

/** The query of the API for these filters. */
export function queryOf({ hours, ...rest }: AnswerFilters, now: number): URLSearchParams {
  const set = Object.entries(rest).filter(([, value]) => value !== '')
  const since = new Date(now - Number(hours) * 3_600_000).toISOString()
  return new URLSearchParams([...set, ...(hours === '' ? [] : [['since', since]])])
}

/** Selects for chat, person, model, time and citations; `known` are answers whose values are offered. */
export function AnswerFilterBar({
  known,
  filters,
  onChange,
}: {
  known: readonly Line[]
  filters: AnswerFilters
  onChange: (filters: AnswerFilters) => void
}) {
  const choice = (name: keyof AnswerFilters, label: string, options: readonly Option[]) => (
    <Select
      label={label}
      value={filters[name]}
      options={[{ value: '', label: strings.all }, ...options]}
      onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
    />
  )
  return (
    <search className="why-filters" aria-label={strings.title}>
      {choice(
        'thread_id',
        strings.chat,
        optionsOf(known, ({ thread_id, chat_title }) => [thread_id, chat_title]),
      )}
      {choice(
        'person',
        strings.person,
        optionsOf(known, ({ person_id, asked_by }) => [person_id, asked_by]),
      )}
      {choice(
        'model',
        strings.model,
        optionsOf(known, ({ model }) => [model, model]),
      )}
      {choice('hours', strings.time, strings.times)}
      {choice('cited', strings.cited, strings.citations)}
      {Object.values(filters).some((value) => value !== '') && (
        <Button onClick={() => onChange(NO_FILTERS)}>{strings.clear}</Button>
      )}
    </search>
  )
}

type Option = { readonly value: string; readonly label: string }

/** The values that occur, by label. */
function optionsOf(
  lines: readonly Line[],
  pick: (line: Line) => readonly [string | null, string | null],
): Option[] {
  const found = new Map<string, string>()
  for (const [value, label] of lines.map(pick)) {
    if (value !== null) found.set(value, label ?? value)
  }
  return [...found]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
