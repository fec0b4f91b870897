import type { Delivery, IncomingMessage } from '../domain/message.ts'

/** A chat of an export. `foreign`: its message ids are the exporter's own, and not the channel's. */
export type ImportChat = Delivery['chat'] & { readonly ids: 'own' | 'foreign' }

/** Why an entry of an export was left out. */
export type SkipReason =
  | 'not_json'
  | 'not_utf8'
  | 'too_large'
  | 'too_deep'
  | 'not_a_message'
  | 'no_id'
  | 'no_author'
  | 'no_date'
  | 'empty'
  | 'deleted'
  | 'unsupported'
  | 'not_understood'
  | 'file_ignored'

/** What a reader finds in an export, in its order. `where` names a place and never a message's text. */
export type ImportItem =
  | { readonly type: 'message'; readonly chat: ImportChat; readonly message: IncomingMessage }
  /** A line that has the shape of our own API already. */
  | {
      readonly type: 'line'
      readonly chat: unknown
      readonly message: unknown
      readonly where: string
    }
  | { readonly type: 'skipped'; readonly reason: SkipReason; readonly where: string }
  /** Something the user should know: a guess that was made. */
  | { readonly type: 'note'; readonly text: string }

/** How an export is read, where it does not define it itself. */
export type ReadOptions = {
  /** The chat of its messages; null: the one the export names, or by the name of the file. */
  readonly chat: { readonly channel: string; readonly externalId: string } | null
  /** Time zone of times without one; null: UTC. */
  readonly timeZone: string | null
  /** Order of dates such as 01/02/2024; null: detected from the file. */
  readonly dateOrder: DateOrder | null
}

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
