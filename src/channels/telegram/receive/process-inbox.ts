import type { Update } from 'grammy/types'
import {
  listWaiting,
  markProcessed,
  postponeUpdates,
  type WaitingUpdate,
} from '../../../db/channels/inbox.ts'
import { isAppError } from '../../../domain/errors.ts'
import { inWorkspace } from '../deps.ts'
import { type HandleDeps, handleUpdate } from './handle-update.ts'

const UPDATES_PER_BATCH = 100
/** Pause before a failed update is retried; doubled each time, up to an hour. */
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

/** Processes due inbox updates in Telegram's order. A failing update is postponed and blocks no other. */
export async function processInbox(deps: HandleDeps, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const waiting = await inWorkspace(deps, (db, workspaceId) =>
      listWaiting(db, workspaceId, deps.bot, { now: deps.now(), limit: UPDATES_PER_BATCH }),
    )
    for (const group of byAlbum(waiting)) {
      if (stopping.aborted) return
      await processGroup(group, deps)
    }
    if (waiting.length < UPDATES_PER_BATCH) return
  }
}

type Group = readonly [WaitingUpdate, ...WaitingUpdate[]]

async function processGroup(group: Group, deps: HandleDeps): Promise<void> {
  const ids = group.map(({ updateId }) => updateId)
  try {
    // Trusted: our own row, as grammY's client returned it.
    const updates = group.map(({ payload }): Update => JSON.parse(payload))
    await handleUpdate(updates as [Update, ...Update[]], deps)
  } catch (error) {
    // An unavailable database is not the update's fault.
    if (isAppError(error, 'database_unavailable', 'disk_full', 'shutting_down')) throw error
    const code = isAppError(error) ? error.code : 'internal'
    deps.record({ name: 'telegram.failed', step: 'hear', status: null, code })
    const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** group[0].tries)
    const dueAt = new Date(deps.now().getTime() + pause)
    await inWorkspace(deps, (db, workspaceId) =>
      postponeUpdates(db, workspaceId, deps.bot, ids, { problem: code, dueAt }),
    )
    return
  }
  await inWorkspace(deps, (db, workspaceId) =>
    markProcessed(db, workspaceId, deps.bot, ids, deps.now()),
  )
}

/** Groups the pictures of an album, in the place of the first. */
function byAlbum(waiting: readonly WaitingUpdate[]): Group[] {
  const groups = new Map<string, [WaitingUpdate, ...WaitingUpdate[]]>()
  for (const update of waiting) {
    const key = update.album ?? `#${update.updateId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [update])
    else group.push(update)
  }
  return [...groups.values()]
}
