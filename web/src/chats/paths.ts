/** Where a thread, or a message of it, is in the console. */
export function chatPath(thread: string, message: string | null = null): string {
  const home = `/chats/${encodeURIComponent(thread)}`
  return message === null ? home : `${home}/messages/${encodeURIComponent(message)}`
}

/** A part of an address as it was meant; what nobody can have written is taken as it is. */
export function decodePart(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The thread's own part of the API. */
export function chatApiPath(thread: string): string {
  return `/api/chats/${encodeURIComponent(thread)}`
}
