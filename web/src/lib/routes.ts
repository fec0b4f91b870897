/* The routes of the console. Ids are encoded here. */

const at = (...parts: readonly string[]) => `#/${parts.map(encodeURIComponent).join('/')}`

/** The link to each kind of thing. */
export const routes = {
  chat: (thread: string) => at('chats', thread),
  message: (thread: string, id: string) => at('chats', thread, 'messages', id),
  /** The chat, with what an answer did with its messages. */
  trace: (thread: string, answer: string) => at('chats', thread, 'why', answer),
  why: (answer: string) => at('why', answer),
  session: (session: string) => at('ask', session),
  memory: (owner: string) => at('memory', owner),
  file: (id: string) => at('files', id),
  lines: (id: string, from: number, to: number) => at('files', id, 'lines', `${from}-${to}`),
}
