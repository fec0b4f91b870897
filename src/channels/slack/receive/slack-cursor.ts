/**
 * The moment up to which everything was received, as the position of the inbox. It does not move while the history is
 * read: a process that is killed meanwhile reads it again from there.
 */
export type SlackCursor = {
  /** Notes the events that are being saved; returns the position to save with them, if it moves. */
  move(events: readonly { readonly ordinal: string | null }[]): { readonly position?: string }
  /** The history is read up to now; returns the position to save. */
  release(): { readonly position?: string }
}

/** Begins where the inbox ended; null at the first start, when there is nothing to read. */
export function createSlackCursor(saved: string | null): SlackCursor {
  let newest = saved
  let isHeld = saved !== null
  const position = () => (isHeld || newest === null ? {} : { position: newest })
  return {
    move: (events) => {
      const before = newest
      for (const { ordinal } of events) {
        if (ordinal !== null && isLater(ordinal, newest)) newest = ordinal
      }
      return newest === before ? {} : position()
    },
    release: () => {
      isHeld = false
      return position()
    },
  }
}

function isLater(ordinal: string, than: string | null): boolean {
  return than === null || ordinal.length > than.length || ordinal > than
}

/** So much before the position is read again: Slack may deliver events in another order than they happened. */
const OVERLAP_SECONDS = 300
/** Shorter than the inbox knows an event again: what was forgotten since must not be stored again. */
const OVERLAP_WITHIN_SECONDS = 2 * 86_400

/** The position as a moment of Slack, from which the history is read. */
export function momentBefore(position: string, now: Date): string {
  const [seconds, micros] = [Number(position.slice(0, -6)), position.slice(-6)]
  const isRecent = now.getTime() / 1_000 - seconds < OVERLAP_WITHIN_SECONDS
  return `${seconds - (isRecent ? OVERLAP_SECONDS : 0)}.${micros}`
}
