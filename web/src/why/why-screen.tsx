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
import { useMe } from '../shell/me.tsx'
import { why as strings } from '../strings/why.ts'
import { Budget } from './budget.tsx'
import { Facts } from './facts.tsx'
import { Items } from './items.tsx'
import { orderItems, thresholdOf } from './order-items.ts'
import { PromptView } from './prompt-view.tsx'
import { Replay } from './replay.tsx'
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
  const { role } = useMe()
  const items = orderItems(why.items)
  const included = items.filter((item) => item.included && item.type !== 'nearby')
  const nearby = items.filter((item) => item.included && item.type === 'nearby')
  const excluded = items.filter((item) => !item.included)
  const threshold = thresholdOf(items)
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
        {why.thread_id !== null && (
          <p>
            <a href={routes.trace(why.thread_id, why.answer_id)}>{strings.showInChat}</a>
          </p>
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
      {threshold !== null && excluded.length > 0 && (
        <p className="why-threshold small">
          <span>{strings.items.threshold(threshold.score.toFixed(2), threshold.above)}</span>
        </p>
      )}
      <Items title={strings.items.excluded(excluded.length)} items={excluded} why={why} />
      {role !== 'member' && <Replay why={why} />}
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
