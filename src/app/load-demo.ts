import type { Serving } from '../cli/command.ts'
import { DEMO_THREAD, demoChat } from '../cli/demo-chat.ts'
import type { Config } from '../config/config.ts'
import { findChat, isUnused } from '../db/messages/chats.ts'
import { parseThreadId } from '../domain/chat.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { Earshot } from './open-earshot.ts'

/** Loads the demo chat into a database that is unused, unless EARSHOT_DEMO is 0. */
export async function loadDemo(
  config: Config,
  { engine, database }: Earshot,
): Promise<Pick<Serving, 'hasDemo' | 'isDemoThere'>> {
  const { isNew, isThere } = await database.within(
    workspaceScope(DEFAULT_WORKSPACE),
    async (db) => ({
      isNew: await isUnused(db, DEFAULT_WORKSPACE),
      isThere: (await findChat(db, DEFAULT_WORKSPACE, parseThreadId(DEMO_THREAD))) !== null,
    }),
  )
  if (!isNew || config.EARSHOT_DEMO === '0') return { hasDemo: false, isDemoThere: isThere }
  const owner = {
    workspaceId: DEFAULT_WORKSPACE,
    role: 'admin',
    personId: null,
    name: 'owner',
  } as const
  await engine.receive(owner, demoChat(new Date()))
  return { hasDemo: true, isDemoThere: true }
}
