import type { ReactNode } from 'react'
import type { Problem } from '../lib/api.ts'
import type { Loaded } from '../lib/use-load.ts'
import { common } from '../strings/common.ts'
import { Button } from './button.tsx'

type Tone = 'plain' | 'warn' | 'danger' | 'ok'

/** A notice with actions: an empty state, a hint, an error. */
export function Notice({
  title,
  children,
  actions,
  tone = 'plain',
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: Tone
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <strong>{title}</strong>
      {children && <div>{children}</div>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

/** An error with the server's message. */
export function Failure({ problem, retry }: { problem: Problem; retry?: () => void }) {
  return (
    <Notice
      tone="danger"
      title={common.failed}
      actions={retry && <Button onClick={retry}>{common.retry}</Button>}
    >
      {problem.message}
    </Notice>
  )
}

/** The loading indicator. */
export function Loading() {
  return (
    <p className="loading quiet" role="status">
      <span className="spinner" aria-hidden="true" /> {common.loading}
    </p>
  )
}

/** Renders loaded data, the loading indicator, or the error with a retry button. */
export function Await<T>({
  loaded,
  children,
}: {
  loaded: Loaded<T>
  children: (data: T) => ReactNode
}) {
  const { data, problem, reload } = loaded
  if (data !== null) {
    return (
      <>
        {problem && <Failure problem={problem} retry={reload} />}
        {children(data)}
      </>
    )
  }
  return problem === null ? <Loading /> : <Failure problem={problem} retry={reload} />
}
