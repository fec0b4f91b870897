import type { MemoryDeps } from '../src/memory/deps.ts'

/* A worker that is killed: from one moment on nothing it does happens any more, and nobody is told. It
 * gives no lease back and throws nothing, which is what tells a kill from a failure. */

export type DyingWorker = {
  readonly deps: MemoryDeps
  /** Settles when it is dead. */
  readonly died: Promise<void>
}

/**
 * Lets a worker take so many steps and dies right after the last: a step is a transaction, which is
 * committed, or a reply of the model, which has come.
 */
export function dyingWorker(deps: MemoryDeps, steps: number): DyingWorker {
  let left = steps
  let die: () => void
  const died = new Promise<void>((resolve) => {
    die = resolve
  })
  const never = new Promise<never>(() => undefined)
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) {
      die()
      return never
    }
    left -= 1
    const made = await work()
    if (left > 0) return made
    die()
    return never
  }
  const { database, model } = deps
  return {
    died,
    deps: {
      ...deps,
      database: {
        ...database,
        within: (scope, work) => step(() => database.within(scope, work)),
      },
      model: { ...model, complete: (call) => step(() => model.complete(call)) },
    },
  }
}

/** Has a worker do something until it is done or dead; true if it came to its end. */
export async function untilDead(
  { deps, died }: DyingWorker,
  work: (deps: MemoryDeps) => Promise<unknown>,
): Promise<boolean> {
  return Promise.race([work(deps).then(() => true), died.then(() => false)])
}
