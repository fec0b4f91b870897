import { z } from 'zod'
import type { Db } from '../../db/engine/database.ts'
import { listByExternalIds, listRepliesTo } from '../../db/messages/find-messages.ts'
import type { Message } from '../../domain/message.ts'
import { type ChatCaller, defineChatTool, withinScope } from './tool.ts'
import { MESSAGE_ID, messageIdArg, mustFind, toToolMessages } from './tool-message.ts'

/** The parents of a message, and the replies to it. */
export const getReplyChain = defineChatTool({
  name: 'get_reply_chain',
  description:
    'What a message replies to, link by link upwards, then the message, then the replies to it.',
  schema: z.strictObject({ id: messageIdArg().describe(MESSAGE_ID) }),
  run: async (caller, { id }, deps) => {
    const chain = await withinScope(caller, deps, (db) => findChain(db, caller, id))
    const messages = chain.map((message) => ({ message }))
    return { messages: toToolMessages(caller, messages) }
  },
})

const MAX_CHAIN = 20

async function findChain(db: Db, caller: ChatCaller, id: string): Promise<Message[]> {
  const { place } = caller
  const asked = await mustFind(db, caller, id)
  const chain = [asked]
  for (let top = chain[0]; top?.replyTo != null && chain.length < MAX_CHAIN; top = chain[0]) {
    const [parent] = await listByExternalIds(db, place.workspaceId, place.chatId, [top.replyTo])
    // Channels do not allow reply cycles, but a broken export may hold one.
    if (parent === undefined || parent.topic !== place.topic || isIn(chain, parent)) break
    chain.unshift(parent)
  }
  const below = await listRepliesTo(db, place, [asked], MAX_CHAIN)
  return [...chain, ...below]
}

function isIn(chain: readonly Message[], { id }: Message): boolean {
  return chain.some((message) => message.id === id)
}
