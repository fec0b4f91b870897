import { renameBotChat } from '../db/channels/bots.ts'
import { moveChat } from '../db/messages/move-chat.ts'
import { type BotDeps, chatRef, inWorkspace } from './deps.ts'

/** Moves a chat and its pending sends to the id that it has now. */
export async function followMove(
  move: { readonly from: string; readonly to: string },
  deps: BotDeps,
): Promise<void> {
  const { channel } = deps.bot
  await inWorkspace(deps, async (db, workspaceId) => {
    await moveChat(db, workspaceId, chatRef({ channel, chat: move.from }), move.to, deps.now())
    await renameBotChat(db, workspaceId, channel, move)
  })
}
