import type { Kept } from '../../domain/candidate.ts'

export type Citation = {
  readonly number: number
  readonly messageId: string
  readonly author: string
  readonly sentAt: Date
  readonly excerpt: string
}

/** Reads [n] marks back into sources. A number the prompt never offered is dropped, not trusted. */
export function readCitations(reply: string, kept: readonly Kept[]): Citation[] {
  const marks = [...reply.matchAll(/\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g)]
  const numbers = new Set(marks.flatMap((mark) => (mark[1] ?? '').split(',').map(Number)))
  return kept.filter((item) => numbers.has(item.number)).map(citationOf)
}

/** The reply without marks for sources that do not exist: a reader must be able to trust a mark. */
export function dropFalseMarks(reply: string, kept: readonly Kept[]): string {
  const real = new Set(kept.map((item) => item.number))
  return reply.replaceAll(/ ?\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g, (mark, list: string) => {
    const numbers = list.split(',').map(Number)
    const good = numbers.filter((number) => real.has(number))
    if (good.length === numbers.length) return mark
    return good.length === 0 ? '' : ` [${good.join(', ')}]`
  })
}

/** A kept item as something to cite. */
export function citationOf({ number, message, excerpt }: Kept): Citation {
  return {
    number,
    messageId: message.externalId,
    author: message.authorName,
    sentAt: message.sentAt,
    excerpt: (excerpt ?? message.text).slice(0, 200).toWellFormed(),
  }
}
