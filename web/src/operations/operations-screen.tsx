import { useState } from 'react'
import type { LiveNow, OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { Select } from '../parts/field.tsx'
import { Await } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ForRole, useMe } from '../shell/me.tsx'
import { operations as strings } from '../strings/operations.ts'
import { HistoryPlots } from './history-plots.tsx'
import { KeyFigures } from './key-figures.tsx'
import './operations.css'
import { ProcessPlots } from './process-plots.tsx'
import { QueueCard } from './queue-card.tsx'
import { SpendPlots } from './spend-plots.tsx'
import { FailuresCard, HealthCard, SpendCard } from './status-cards.tsx'
import { UncertainSendsCard } from './uncertain-sends-card.tsx'
import { type LiveState, useLive } from './use-live.ts'
import { useOperations } from './use-operations.ts'

type Hours = keyof typeof strings.ranges
const RANGES = Object.entries(strings.ranges).map(([value, label]) => ({ value, label }))

/** Figures over time, failures, queue and health. */
export function OperationsScreen() {
  const { role } = useMe()
  if (role !== 'member') return <Operations />
  return (
    <Page title={strings.title}>
      <ForRole needs="staff">{null}</ForRole>
    </Page>
  )
}

function Operations() {
  const [hours, setHours] = useState<Hours>('24')
  const { state, now } = useLive()
  const operations = useOperations(hours, now)
  return (
    <Page
      title={strings.title}
      actions={
        <>
          <LiveChip state={state} />
          <Select
            label={strings.range}
            isLabelHidden
            options={RANGES}
            value={hours}
            onChange={(event) => setHours(event.target.value as Hours)}
          />
        </>
      }
    >
      <Await loaded={operations}>{(data) => <Figures operations={data} now={now} />}</Await>
    </Page>
  )
}

function LiveChip({ state }: { state: LiveState }) {
  return (
    <span
      className={`operations-live operations-is-${state} small`}
      title={strings.liveHint[state]}
    >
      <i aria-hidden="true" />
      <span role="status">{strings.live[state]}</span>
    </span>
  )
}

function Figures({ operations, now }: { operations: OperationsLook; now: LiveNow | null }) {
  const waiting = now?.waiting ?? operations.waiting
  return (
    <>
      <KeyFigures operations={operations} now={now} />
      <HistoryPlots operations={operations} />
      <SpendPlots operations={operations} />
      <div className="operations-cards">
        <QueueCard jobs={waiting.jobs} />
        <FailuresCard failures={now?.failures ?? operations.process.failures} />
        <UncertainSendsCard count={waiting.uncertain_sends} />
        <SpendCard spend={waiting.spend} />
        <HealthCard health={now?.health ?? operations.health} />
      </div>
      <ProcessPlots operations={operations} now={now} />
    </>
  )
}
