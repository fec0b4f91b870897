import type { PersonId } from '../src/domain/ids.ts'
import type { HistoryLine } from '../src/domain/prompt-history.ts'

/** Somebody in a conversation. */
export function speaker(id: number, name: string, username: string | null): HistoryLine['speaker'] {
  return { id: id as PersonId, name, username, isBot: false, isSelf: false }
}

/** Something they said on the fifth of January. */
export function line(
  number: number | null,
  messageId: string | null,
  by: HistoryLine['speaker'],
  time: string,
  text: string,
): HistoryLine {
  const at = new Date(`2026-01-05T${time}:00Z`)
  const nothing = { replyTo: null, quote: null, media: [], isAfterGap: false }
  return { number, messageId, speaker: by, at, text, ...nothing }
}
