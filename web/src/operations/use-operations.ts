import { useEffect, useRef } from 'react'
import type { LiveNow, OperationsLook } from '../../../src/api/wire/operations-wire.ts'
import { api } from '../lib/api.ts'
import { type Loaded, useLoad } from '../lib/use-load.ts'

/** Minimum time between reloads after activity. */
const MIN_RELOAD_MS = 4_000
/** Maximum age without activity: the last step depends on the clock. */
const MAX_AGE_MS = 60_000

/** The figures of a period, reloaded on activity. */
export function useOperations(hours: string, now: LiveNow | null): Loaded<OperationsLook> {
  const operations = useLoad(
    (signal) => api.get<OperationsLook>(`/api/operations?hours=${hours}`, signal),
    [hours],
  )
  const { data, reload } = operations
  const loadedAt = useRef(Date.now())
  const hasChanged = useRef(false)
  useEffect(() => {
    if (now === null) return
    hasChanged.current ||= hasActivity(now)
    const passed = Date.now() - loadedAt.current
    if (passed < (hasChanged.current ? MIN_RELOAD_MS : MAX_AGE_MS)) return
    loadedAt.current = Date.now()
    hasChanged.current = false
    reload()
  }, [now, reload])
  // Data of another period is not shown.
  return data !== null && String(data.hours) !== hours ? { ...operations, data: null } : operations
}

function hasActivity({ passed }: LiveNow): boolean {
  return passed.messages + passed.answers + passed.contexts > 0
}
