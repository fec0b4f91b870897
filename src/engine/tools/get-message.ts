import { z } from 'zod'
import { defineChatTool, withinScope } from './tool.ts'
import { MESSAGE_ID, messageIdArg, mustFind, toToolMessages } from './tool-message.ts'

/** One message by its id. */
export const getMessage = defineChatTool({
  name: 'get_message',
  description: 'One message of this chat, whole.',
  schema: z.strictObject({ id: messageIdArg().describe(MESSAGE_ID) }),
  run: async (caller, { id }, deps) => {
    const message = await withinScope(caller, deps, (db) => mustFind(db, caller, id))
    return { messages: toToolMessages(caller, [{ message }]) }
  },
})
