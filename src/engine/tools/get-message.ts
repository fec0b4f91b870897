import { z } from 'zod'
import { defineChatTool, withinScope } from './tool.ts'
import { messageIdArg, mustFind, toToolMessages } from './tool-message.ts'

/** One message by its id. */
export const getMessage = defineChatTool({
  name: 'get_message',
  description: 'One message of this chat by its id.',
  schema: z.strictObject({ id: messageIdArg().describe('The id of a message of this chat') }),
  run: async (caller, { id }, deps) => {
    const message = await withinScope(caller, deps, (db) => mustFind(db, caller.place, id))
    return { messages: toToolMessages(caller, [{ message }]) }
  },
})
