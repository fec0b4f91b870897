/* The conversations of the loaded messages, and a colour for each. Pages are loaded in any order; a conversation keeps its
 * colour while it is known. */

export const COLOURS = 8
/** Conversations within this many rows get different colours. */
const NEARBY_ROWS = 40

export type GroupedMessage = { readonly id: string; readonly conversation_id: string | null }

export type ConversationGroups = {
  /** Adds consecutive messages from this index on; known ones with their current conversation. */
  add(index: number, messages: readonly GroupedMessage[]): void
  /** Id of the conversation of a message; null if it is the only message of it that is known. */
  conversationOf(id: string): string | null
  /** True if an earlier message of its conversation is known. */
  isContinued(index: number): boolean
  /** 0 to 7; null if it is in no conversation. */
  colourOf(id: string): number | null
  /** The same by the id of the conversation. */
  colourOfConversation(conversation: string): number | null
}

/** No messages yet. */
export function createConversationGroups(): ConversationGroups {
  const conversations = new Map<string, string | null>()
  const members = new Map<string, Set<string>>()
  const firsts = new Map<string, number>()
  const colours = new Map<string, number>()
  const idAt = new Map<number, string>()

  const conversationOf = (id: string | undefined): string | null => {
    const conversation = id === undefined ? null : (conversations.get(id) ?? null)
    return conversation !== null && (members.get(conversation)?.size ?? 0) > 1 ? conversation : null
  }
  const place = (index: number, { id, conversation_id: conversation }: GroupedMessage) => {
    idAt.set(index, id)
    const before = conversations.get(id)
    if (before != null && before !== conversation) members.get(before)?.delete(id)
    conversations.set(id, conversation)
    if (conversation === null) return
    members.set(conversation, (members.get(conversation) ?? new Set<string>()).add(id))
    firsts.set(conversation, Math.min(firsts.get(conversation) ?? index, index))
  }
  const paint = (index: number) => {
    const conversation = conversationOf(idAt.get(index))
    if (conversation === null || colours.has(conversation)) return
    const near = Array.from({ length: COLOURS }, () => NEARBY_ROWS + 1)
    for (let step = 1; step <= NEARBY_ROWS; step += 1) {
      for (const at of [index - step, index + step]) {
        const colour = colours.get(conversationOf(idAt.get(at)) ?? '')
        if (colour !== undefined) near[colour] = Math.min(near[colour] ?? step, step)
      }
    }
    colours.set(conversation, near.indexOf(Math.max(...near)))
  }
  const colourOfConversation = (conversation: string) => colours.get(conversation) ?? null
  return {
    add: (index, messages) => {
      for (const [i, message] of messages.entries()) place(index + i, message)
      for (const i of messages.keys()) paint(index + i)
    },
    conversationOf,
    isContinued: (index) => {
      const conversation = conversationOf(idAt.get(index))
      return conversation !== null && (firsts.get(conversation) ?? index) < index
    },
    colourOf: (id) => colourOfConversation(conversationOf(id) ?? ''),
    colourOfConversation,
  }
}
