import { useParams } from 'wouter'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { api } from '../lib/api.ts'
import { routes } from '../lib/routes.ts'
import { useLoad } from '../lib/use-load.ts'
import { Chip } from '../parts/chip.tsx'
import { Await } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { RichText } from '../parts/rich-text.tsx'
import { UserText } from '../parts/user-text.tsx'
import { why as strings } from '../strings/why.ts'
import { Budget } from './budget.tsx'
import { Facts } from './facts.tsx'
import { Items } from './items.tsx'
import { PromptView } from './prompt-view.tsx'
import { Timings } from './timings.tsx'
import './why.css'

/** The trace of one answer. */
export function WhyScreen() {
  const { answer = '' } = useParams<{ answer: string }>()
  const trace = useLoad(
    (signal) => api.get<Why>(`/api/answers/${encodeURIComponent(answer)}/why`, signal),
    [answer],
  )
  return (
    <Page title={strings.title} actions={<a href="#/why">{strings.back}</a>}>
      <Await loaded={trace}>{(data) => <Trace why={data} />}</Await>
    </Page>
  )
}

function Trace({ why }: { why: Why }) {
  const included = why.items.filter((item) => item.included && item.type !== 'nearby')
  const nearby = why.items.filter((item) => item.included && item.type === 'nearby')
  const excluded = why.items.filter((item) => !item.included)
  return (
    <>
      <section className="card stack" aria-label={strings.answer}>
        <div className="row">
          <h2>
            <UserText inline text={why.question || strings.list.bareMention} />
          </h2>
          {why.is_bare_tag && <Chip tone="accent">{strings.bareMention}</Chip>}
          {why.is_cached && <Chip>{strings.cached}</Chip>}
        </div>
        {why.answer === null ? (
          <p className="quiet">{strings.noAnswer}</p>
        ) : (
          <RichText text={why.answer} mark={(number) => <MarkLink number={number} why={why} />} />
        )}
      </section>
      <div className="why-columns">
        <Budget why={why} />
        <Timings why={why} />
      </div>
      <Facts why={why} />
      <Items title={strings.items.included(included.length)} items={included} why={why} isOpen />
      {nearby.length > 0 && (
        <Items title={strings.items.nearby(nearby.length)} items={nearby} why={why} />
      )}
      <Items title={strings.items.excluded(excluded.length)} items={excluded} why={why} />
      <PromptView why={why} />
    </>
  )
}

function MarkLink({ number, why }: { number: number; why: Why }) {
  const item = why.items.find((each) => each.number === number)
  if (item === undefined) return `[${number}]`
  const href =
    item.message_id !== null && why.thread_id !== null
      ? routes.message(why.thread_id, item.message_id)
      : '#/why'
  return (
    <a className="mark-link" href={href} title={item.reason}>
      {number}
    </a>
  )
}
