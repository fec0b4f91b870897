import { type Bot, type BotChat, listBotGroups, listBots } from '../../db/channels/bots.ts'
import { changeSend, findSend, listSends } from '../../db/channels/outbox.ts'
import type { Database } from '../../db/engine/database.ts'
import type { Send, SendState } from '../../domain/channels/send.ts'
import { AppError } from '../../domain/errors.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'

/* The bots' outbox as operators see it, and the decision only they can make: a send that may have
 * arrived or not. */

type SendDeps = { readonly database: Database; readonly now: () => Date }

/** A bot, and the groups it is in. */
export type BotStatus = Bot & { readonly groups: readonly BotChat[] }

const MOST = 1_000

/** Sends in these states, newest first. For staff. */
export async function describeSends(
  principal: Principal,
  states: readonly SendState[],
  { database }: SendDeps,
): Promise<Send[]> {
  checkStaff(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), (db) =>
    listSends(db, workspaceId, states, MOST),
  )
}

/** Retries or drops a send that is uncertain or failed. For staff. */
export async function decideSend(
  principal: Principal,
  id: number,
  decision: 'again' | 'dismiss',
  { database, now }: SendDeps,
): Promise<Send> {
  checkStaff(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const change =
      decision === 'again'
        ? ({ from: ['uncertain', 'failed'], to: 'due', notBefore: now(), problem: null } as const)
        : ({ from: ['uncertain', 'failed'], to: 'dropped' } as const)
    const isDone = await changeSend(db, workspaceId, id, change, now())
    const send = await findSend(db, workspaceId, id)
    if (isDone && send !== null) return send
    throw new AppError(
      'send_not_found',
      `Send ${id} does not wait for a decision. GET /api/channels/sends lists those that do.`,
    )
  })
}

/** The bots that have run here, and which messages each receives. For staff. */
export async function describeBots(
  principal: Principal,
  { database }: SendDeps,
): Promise<BotStatus[]> {
  checkStaff(principal)
  const { workspaceId } = principal
  return database.within(workspaceScope(workspaceId), async (db) => {
    const bots: BotStatus[] = []
    for (const one of await listBots(db, workspaceId)) {
      bots.push({ ...one, groups: await listBotGroups(db, workspaceId, one) })
    }
    return bots
  })
}
