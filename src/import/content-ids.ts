import { createHash } from 'node:crypto'

/* Messages without an id are identified by time, author and text, and repeated ones by their count. A later,
 * longer export of the same chat gives the same ids again. */

const LENGTH = 20

/** Assigns ids to messages, in the order of the chat. */
export type ContentIds = { idOf(time: number, author: string, text: string): string }

/** For one file. */
export function createContentIds(): ContentIds {
  let now = Number.NaN
  const counts = new Map<string, number>()
  return {
    idOf: (time, author, text) => {
      if (time !== now) counts.clear()
      now = time
      const content = JSON.stringify([time, author, text])
      const count = counts.get(content) ?? 0
      counts.set(content, count + 1)
      const hash = createHash('sha256').update(`${content}${count}`).digest('base64url')
      return `c${hash.slice(0, LENGTH)}`
    },
  }
}
