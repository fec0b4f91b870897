/**
 * All error codes of Earshot. Programs read the code, people read the message; the HTTP status and the exit code of
 * the terminal are derived from the code, in one map each.
 */
export type ErrorCode =
  | 'invalid_request'
  | 'not_json'
  | 'malformed_json'
  | 'json_too_deep'
  | 'body_too_large'
  | 'text_too_long'
  | 'invalid_timestamp'
  | 'not_signed_in'
  | 'forbidden'
  | 'rate_limited'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'chat_not_found'
  | 'message_not_found'
  | 'message_deleted'
  | 'session_not_found'
  | 'fact_not_found'
  | 'answer_not_found'
  | 'item_not_found'
  | 'reference_not_found'
  | 'correction_not_found'
  | 'conversation_not_found'
  | 'source_too_slow'
  | 'key_not_found'
  | 'last_admin_key'
  | 'model_unknown'
  | 'model_key_missing'
  | 'model_key_rejected'
  | 'model_rejected_request'
  | 'model_prompt_too_long'
  | 'model_unavailable'
  | 'embedding_failed'
  | 'spend_limit_reached'
  | 'cancelled'
  | 'bad_config'
  | 'keys_required'
  | 'port_in_use'
  | 'data_dir_locked'
  | 'data_dir_unusable'
  | 'extension_missing'
  | 'database_unavailable'
  | 'database_stalled'
  | 'disk_full'
  | 'write_not_made'
  | 'journal_failed'
  | 'file_not_found'
  | 'file_unreadable'
  | 'file_empty'
  | 'file_too_large'
  | 'file_type_unknown'
  | 'too_many_files'
  | 'import_line_invalid'
  | 'import_not_found'
  | 'backup_invalid'
  | 'backup_too_new'
  | 'restore_target_not_empty'
  | 'person_not_found'
  | 'link_code_invalid'
  | 'memory_opted_out'
  | 'topic_unknown'
  | 'job_not_found'
  | 'send_not_found'
  | 'settings_not_writable'
  | 'channel_failed'
  | 'webhook_off'
  | 'work_in_progress'
  | 'server_unreachable'
  | 'shutting_down'
  | 'internal'

/** The one error class. `message` states what happened and what to do next. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Where in the input, or which value; safe to show, never message text or a secret. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/** True for our own error, with one of these codes if any are named. */
export function isAppError(error: unknown, ...codes: ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code))
}

/** True for our own error of a language model: unavailable, a wrong key, a refused request. */
export function isModelError(error: unknown): error is AppError {
  return error instanceof AppError && error.code.startsWith('model_')
}

/** The error code of the system or of PostgreSQL; empty if there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
