import type { Database } from '../../src/db/engine/database.ts'

/* How long a job lies still that a worker had when it died. Which of the jobs under way were the dead
 * one's is not known at that moment; it shows later: they begin a second time, those of the other worker
 * come to their end. */

export type Interrupted = {
  /** Notes the jobs that are under way; called at the moment of a kill. */
  note(): Promise<void>
  /** Looks which of them have begun again or come to their end. */
  look(): Promise<void>
  /** Milliseconds from a kill until the job was begun again. */
  readonly waitsMs: readonly number[]
}

type Row = { readonly id: string; readonly state: string; readonly startedMs: number }

const ROWS = `select id::text, state::text, extract(epoch from started_on)::float8 * 1000 as "startedMs"
  from earshot_jobs.job`

/** Watches the jobs of a database. */
export function watchInterrupted(database: Database): Interrupted {
  const waiting = new Map<string, { readonly startedMs: number; readonly killedMs: number }>()
  const waitsMs: number[] = []
  return {
    waitsMs,
    note: async () => {
      const killedMs = Date.now()
      const rows = await database.asOwner((db) => db.query<Row>(`${ROWS} where state = 'active'`))
      for (const { id, startedMs } of rows) {
        if (!waiting.has(id)) waiting.set(id, { startedMs, killedMs })
      }
    },
    look: async () => {
      const rows = await database.asOwner((db) =>
        db.query<Row>(`${ROWS} where id = any($1::uuid[])`, [[...waiting.keys()]]),
      )
      for (const { id, state, startedMs } of rows) {
        const noted = waiting.get(id)
        if (noted === undefined) continue
        if (startedMs > noted.startedMs) waitsMs.push(startedMs - noted.killedMs)
        if (startedMs > noted.startedMs || state === 'completed') waiting.delete(id)
      }
    },
  }
}
