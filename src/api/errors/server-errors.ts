import type { ErrorCode } from '../../domain/errors.ts'
import type { ErrorInfo } from './error-info.ts'

/* Errors of the server, its database and the models it uses, and those of the command line. */

export const SERVER_ERRORS = {
  spend_limit_reached: {
    status: 429,
    when: 'The day’s token limit (EARSHOT_DAILY_TOKENS_…) is used up.',
    next: 'Wait until midnight UTC, or raise the limit.',
  },
  // As in nginx: the client is gone, but logs and metrics distinguish it from a failure.
  cancelled: {
    status: 499,
    when: 'The client disconnected before the answer was complete. Only the log shows this.',
    next: 'Nothing.',
  },
  internal: {
    status: 500,
    when: 'An unexpected error. The log names its place.',
    next: 'Report it, with the log entry `request.failed`.',
  },
  bad_config: {
    status: 500,
    when: 'A setting is missing or invalid.',
    next: 'Correct the setting that `detail` names.',
  },
  data_dir_locked: {
    status: 500,
    when: 'Another Earshot uses the data directory.',
    next: 'Stop it, or use another directory.',
  },
  data_dir_unusable: {
    status: 500,
    when: 'The data directory cannot be read or written.',
    next: 'Check its owner and its disk.',
  },
  extension_missing: {
    status: 500,
    when: 'The PostgreSQL server lacks an extension.',
    next: 'Install the extension that the message names.',
  },
  backup_invalid: {
    status: 500,
    when: 'A file to restore is not a backup, or is incomplete or altered. Nothing was changed.',
    next: 'Use another backup, or copy this one again.',
  },
  backup_too_new: {
    status: 500,
    when: 'A backup was made by a newer version. Nothing was changed.',
    next: 'Install that version, or a newer one.',
  },
  restore_target_not_empty: {
    status: 500,
    when: 'The directory or database to restore into has data. Nothing was changed.',
    next: 'Restore into a new directory or database.',
  },
  keys_required: {
    status: 500,
    when: 'The server would listen beyond this machine without any key.',
    next: 'Create a key first: `earshot keys create`.',
  },
  port_in_use: {
    status: 500,
    when: 'Another program uses the port.',
    next: 'Stop it, or set EARSHOT_PORT.',
  },
  server_unreachable: {
    status: 500,
    when: 'A tool’s weather or exchange rate service, or the server of a command, does not respond usefully.',
    next: 'Try again later, or check its URL.',
  },
  model_key_missing: {
    status: 500,
    when: 'The provider of a model needs a key and none is set.',
    next: 'Set the key that `detail` names.',
  },
  model_unknown: {
    status: 500,
    when: 'The provider has no such model.',
    next: 'Correct the name of the model in the settings.',
  },
  model_key_rejected: {
    status: 502,
    when: 'The provider of the model does not accept its key.',
    next: 'Correct the key in the settings.',
  },
  model_rejected_request: {
    status: 502,
    when: 'The provider of the model rejected the request.',
    next: 'Check the limits of the model; `details` has the provider’s status and code.',
  },
  model_prompt_too_long: {
    status: 502,
    when: 'The prompt is longer than the model accepts.',
    next: 'Lower EARSHOT_CONTEXT_TOKENS.',
  },
  embedding_failed: {
    status: 502,
    when: 'The embedding model failed, so that the search has no vector.',
    next: 'Try again later; check EARSHOT_EMBEDDINGS.',
  },
  channel_failed: {
    status: 502,
    when: 'A chat platform did not respond as expected.',
    next: 'Nothing: the bot tries again.',
  },
  model_unavailable: {
    status: 503,
    when: 'The provider of the model failed in the middle of its answer.',
    next: 'Ask again.',
  },
  source_too_slow: {
    status: 503,
    when: 'A service that a tool uses did not respond in time.',
    next: 'Try again later.',
  },
  database_stalled: {
    status: 503,
    when: 'The database connection broke down or did not respond. Nothing was stored.',
    next: 'Send the request again after the seconds in `Retry-After`.',
  },
  database_unavailable: {
    status: 503,
    when: 'The database cannot be reached.',
    next: 'Send the request again after the seconds in `Retry-After`.',
  },
  journal_failed: {
    status: 503,
    when: 'The journal of received messages cannot be written. Nothing was stored.',
    next: 'Check the disk, then send the request again.',
  },
  shutting_down: {
    status: 503,
    when: 'The server is stopping.',
    next: 'Send the request again after the seconds in `Retry-After`.',
  },
  write_not_made: {
    status: 503,
    when: 'A change was not stored, or somebody else made one at the same moment. Nothing was stored.',
    next: 'Read the current state, then send the request again.',
  },
  disk_full: {
    status: 507,
    when: 'The disk is full. Messages acknowledged before are safe.',
    next: 'Free some space, then send the request again.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorInfo>>
