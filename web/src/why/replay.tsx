import { type FormEvent, useState } from 'react'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { api } from '../lib/api.ts'
import { formatCount, formatMs, formatUsd } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { RichText } from '../parts/rich-text.tsx'
import { UserText } from '../parts/user-text.tsx'
import { why as all } from '../strings/why.ts'

const strings = all.replay

/** Asks the question again with another model or prompt limit, beside the original. Nothing is stored. */
export function Replay({ why: original }: { why: Why }) {
  const [model, setModel] = useState('')
  const [limit, setLimit] = useState('')
  const [replayed, setReplayed] = useState<Why | null>(null)
  const run = useAction(async () => {
    const path = `/api/answers/${encodeURIComponent(original.answer_id)}/replay`
    const changes = {
      model: model.trim() || null,
      context_tokens: limit === '' ? null : Number(limit),
    }
    setReplayed(await api.post<Why>(path, changes))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run.run()
  }
  return (
    <section className="card stack" aria-labelledby="why-replay">
      <h2 id="why-replay">{strings.title}</h2>
      <p className="quiet">{strings.text}</p>
      <form className="why-filters" onSubmit={submit}>
        <Field
          label={strings.model}
          placeholder={strings.modelDefault}
          autoComplete="off"
          maxLength={200}
          value={model}
          onChange={(event) => setModel(event.target.value)}
        />
        <Field
          label={strings.limit}
          type="number"
          min={500}
          max={1_000_000}
          placeholder={strings.limitDefault}
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
        <Button type="submit" isBusy={run.isRunning}>
          {strings.action}
        </Button>
      </form>
      {run.problem && <Failure problem={run.problem} />}
      {replayed && (
        <div className="why-columns" role="status">
          <Version title={strings.original} why={original} other={replayed} />
          <Version title={strings.again} why={replayed} other={original} />
        </div>
      )}
    </section>
  )
}

function Version({ title, why, other }: { title: string; why: Why; other: Why }) {
  const theirs = new Set(other.items.filter(({ included }) => included).map(({ id }) => id))
  const included = why.items.filter((item) => item.included)
  const own = included.filter(({ id }) => !theirs.has(id))
  return (
    <section className="stack why-version" aria-label={title}>
      <h3>{title}</h3>
      {why.answer === null ? (
        <p className="quiet">{all.noAnswer}</p>
      ) : (
        <RichText text={why.answer} mark={(number) => `[${number}]`} />
      )}
      <p className="quiet small">{factsOf(why, included.length)}</p>
      {why.model?.fallback_reason && <p className="small">{why.model.fallback_reason}</p>}
      <h4>{strings.onlyHere(own.length)}</h4>
      <ul className="stack small">
        {own.map((item) => (
          <li key={item.id}>
            <b>
              <UserText inline hasLinks={false} text={item.author ?? item.path ?? item.type} />
            </b>{' '}
            <UserText inline hasLinks={false} text={(item.text ?? all.deleted).slice(0, 160)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf({ model, timings, total_tokens }: Why, pieces: number): string {
  const ms = timings.recall_ms + timings.score_ms + timings.trim_ms + timings.model_ms
  const cost = model?.cost_usd == null ? null : formatUsd(model.cost_usd)
  return [
    ...(model === null ? [] : [`${model.provider}: ${model.id}`]),
    strings.pieces(pieces, formatCount(total_tokens)),
    ...(model === null
      ? []
      : [strings.tokens(formatCount(model.input_tokens), formatCount(model.output_tokens))]),
    ...(cost === null ? [] : [cost]),
    formatMs(ms),
  ].join(' · ')
}
