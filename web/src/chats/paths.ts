/** The route of a thread, or of one of its messages. */
export function chatPath(thread: string, message: string | null = null): string {
  const chat = `/chats/${encodeURIComponent(thread)}`
  return message === null ? chat : `${chat}/messages/${encodeURIComponent(message)}`
}

/** Decodes a part of a route; a part that is not valid is used as it is. */
export function decodePart(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The API path of a thread. */
export function chatApiPath(thread: string): string {
  return `/api/chats/${encodeURIComponent(thread)}`
}

/** The chat of a thread: channel:chat without the topic. */
export function chatOf(thread: string): string {
  return thread.split(':').slice(0, 2).join(':')
}
