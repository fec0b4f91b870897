import type { ErrorCode } from '../../domain/errors.ts'
import type { ErrorInfo } from './error-info.ts'
import { REQUEST_ERRORS } from './request-errors.ts'
import { SERVER_ERRORS } from './server-errors.ts'

/** Every error code. A code without an entry does not compile. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorInfo>> = {
  ...REQUEST_ERRORS,
  ...SERVER_ERRORS,
}

/** Seconds after which a retry makes sense, where it does. */
export const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  rate_limited: '10',
  database_stalled: '2',
  disk_full: '60',
  database_unavailable: '5',
  model_unavailable: '10',
  shutting_down: '5',
  journal_failed: '10',
  write_not_made: '1',
}
