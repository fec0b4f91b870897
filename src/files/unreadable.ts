import { AppError } from '../domain/errors.ts'

/** Why a file has no text; clients read it in `details.reason`. */
type Unreadable =
  | 'damaged'
  | 'protected'
  | 'no_text'
  | 'not_utf8'
  | 'too_slow'
  | 'too_deep'
  | 'unpacks_too_large'

/** The error of a file that cannot be read; the message states what to do about it. */
export function unreadable(reason: Unreadable, message: string, cause?: unknown): AppError {
  return new AppError('file_unreadable', message, { cause, details: { reason } })
}
