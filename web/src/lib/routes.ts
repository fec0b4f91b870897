/* Where things are in the console. Ids are encoded here and nowhere else. */

const at = (...parts: readonly string[]) => `#/${parts.map(encodeURIComponent).join('/')}`

/** The address of each kind of thing, for a link. */
export const routes = {
  chat: (thread: string) => at('chats', thread),
  message: (thread: string, id: string) => at('chats', thread, 'messages', id),
  why: (answer: string) => at('why', answer),
  session: (session: string) => at('ask', session),
  memory: (owner: string) => at('memory', owner),
  file: (id: string) => at('files', id),
  lines: (id: string, from: number, to: number) => at('files', id, 'lines', `${from}-${to}`),
}
