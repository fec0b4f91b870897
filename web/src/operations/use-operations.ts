import { useEffect, useRef } from 'react'
import type { LiveNow, OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'

/** Figures are asked for again this long after something happened, and not oftener. */
const MIN_RELOAD_MS = 4_000
/** Without news the last step of the clock would still go stale. */
const MAX_AGE_MS = 60_000

/** The figures of a stretch of time, kept up with what happens. */
export function useOperations(hours: string, now: LiveNow | null): Loaded<OperationsLook> {
  const operations = useLoad(
    (signal) => api.get<OperationsLook>(`/api/operations?hours=${hours}`, signal),
    [hours],
  )
  const { data, reload } = operations
  const askedAt = useRef(Date.now())
  const isStale = useRef(false)
  useEffect(() => {
    if (now === null) return
    isStale.current ||= hasActivity(now)
    const passed = Date.now() - askedAt.current
    if (passed < (isStale.current ? MIN_RELOAD_MS : MAX_AGE_MS)) return
    askedAt.current = Date.now()
    isStale.current = false
    reload()
  }, [now, reload])
  // What another range was told is not this one's: better nothing for a moment.
  return data !== null && String(data.hours) !== hours ? { ...operations, data: null } : operations
}

function hasActivity({ passed }: LiveNow): boolean {
  return passed.messages + passed.answers + passed.contexts > 0
}
