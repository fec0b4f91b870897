import type { DigestPeriod } from '../../domain/digest/due-digest.ts'
import type { ChatId } from '../../domain/ids.ts'

/** What a pending digest is made of. Ids and times only: its text is composed when it is sent. */
export type DigestDetail = Omit<DigestPeriod, 'date'> & { readonly chatId: ChatId }

/** The detail as a row of the outbox holds it. */
export function formatDigestDetail({ chatId, since, until }: DigestDetail): string {
  return `${chatId} ${since.toISOString()} ${until.toISOString()}`
}

/** Reads it back. */
export function readDigestDetail(detail: string): DigestDetail {
  const [id, since = '', until = ''] = detail.split(' ')
  return { chatId: Number(id) as ChatId, since: new Date(since), until: new Date(until) }
}
