import type { ErrorCode } from '../../domain/errors.ts'
import type { ErrorInfo } from './error-info.ts'

/* Errors that the caller can mend. */

export const REQUEST_ERRORS = {
  invalid_request: {
    status: 400,
    when: 'A parameter or field is missing, unknown or has an invalid value.',
    next: 'Correct the field that `details.field` or `detail` names.',
  },
  malformed_json: {
    status: 400,
    when: 'The body is not valid JSON.',
    next: 'Check quotes and commas.',
  },
  json_too_deep: {
    status: 400,
    when: 'The JSON is nested more than 64 levels deep.',
    next: 'Send it flatter.',
  },
  invalid_timestamp: {
    status: 400,
    when: 'A time is before 1980, or more than a day ahead of the server’s clock.',
    next: 'Send the time of the message, as ISO 8601 with a time zone.',
  },
  link_code_invalid: {
    status: 400,
    when: 'The code is unknown, was used already, or is older than ten minutes.',
    next: 'Create a new code with the other account.',
  },
  import_line_invalid: {
    status: 400,
    when: 'A line of an imported or evaluated file cannot be read.',
    next: 'Correct the line that the message names.',
  },
  not_signed_in: {
    status: 401,
    when: 'The request has no key, or its key is wrong or revoked.',
    next: 'Send `Authorization: Bearer es_…`; `earshot keys create` makes a key.',
  },
  forbidden: {
    status: 403,
    when: 'The role or the person of the key does not permit this. On a server without keys: the request comes from another machine or site.',
    next: 'Use a key with the role that the route needs, or call the server at `http://127.0.0.1`.',
  },
  route_not_found: {
    status: 404,
    when: 'No route has this method and path.',
    next: 'Compare method and path with this page.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method.',
    next: 'Use a method of the header `Allow`.',
  },
  chat_not_found: {
    status: 404,
    when: 'The chat does not exist, or the key may not read it.',
    next: 'Check the id (channel:chat), or send one of its messages first.',
  },
  message_not_found: {
    status: 404,
    when: 'The message is not in this chat or thread, was deleted, or the key may not change it.',
    next: 'Check the id, or send the message first.',
  },
  fact_not_found: {
    status: 404,
    when: 'The fact does not exist, was deleted, or is about somebody else.',
    next: 'Check the id; `GET /api/facts` lists the facts that the key may see.',
  },
  session_not_found: {
    status: 404,
    when: 'The session does not exist, has no summary to change, or belongs to somebody else.',
    next: 'Check the id; to start a new session, leave `session_id` out.',
  },
  answer_not_found: {
    status: 404,
    when: 'The answer does not exist, or belongs to somebody else.',
    next: 'Use the `answer_id` of an answer or context.',
  },
  item_not_found: {
    status: 404,
    when: 'The item does not exist, or was not in the named context.',
    next: 'Use the `id` of a context item or citation, such as `message:7`.',
  },
  reference_not_found: {
    status: 404,
    when: 'The pin does not exist, or the key may not read its chat.',
    next: 'List the pins of the thread: `GET /api/references`.',
  },
  correction_not_found: {
    status: 404,
    when: 'The correction does not exist, or the key may not read its chat.',
    next: 'List the corrections of the thread: `GET /api/conversations/corrections`.',
  },
  conversation_not_found: {
    status: 404,
    when: 'The conversation does not exist any more, or is in another thread.',
    next: 'List the conversations of the thread: `GET /api/chats/{thread_id}/conversations`.',
  },
  key_not_found: {
    status: 404,
    when: 'No valid key has this id.',
    next: 'List the keys: `GET /api/keys`.',
  },
  file_not_found: {
    status: 404,
    when: 'The file does not exist, or the key may not read it.',
    next: 'List the files: `GET /api/files`.',
  },
  person_not_found: {
    status: 404,
    when: 'The person does not exist, or is not the person of a member key.',
    next: 'Name the person as channel:id; `me` works with a member key only.',
  },
  topic_unknown: {
    status: 404,
    when: 'No session of the person has this topic.',
    next: 'Use a tag of one of the person’s sessions: `GET /api/people/{id}/memory`.',
  },
  import_not_found: {
    status: 404,
    when: 'The import is unknown, or it was undone.',
    next: 'List imports with GET /api/imports.',
  },
  job_not_found: {
    status: 404,
    when: 'No failed job has this id.',
    next: 'List the failed jobs: `GET /api/jobs/failed`.',
  },
  send_not_found: {
    status: 404,
    when: 'No uncertain or failed outgoing message has this id.',
    next: 'List the outgoing messages: `GET /api/channels/sends`.',
  },
  webhook_off: {
    status: 404,
    when: 'No bot of this channel uses a webhook.',
    next: 'Configure the webhook of the channel: see docs/channels.',
  },
  too_many_files: {
    status: 409,
    when: 'The owner has as many files as EARSHOT_FILES_PER_OWNER permits.',
    next: 'Delete files, or raise the setting.',
  },
  memory_opted_out: {
    status: 409,
    when: 'The person opted out of memory.',
    next: 'Nothing is built for this person unless they opt in again.',
  },
  settings_not_writable: {
    status: 409,
    when: 'earshot.config.json cannot be written or is not valid JSON, or the server was not started from the command line.',
    next: 'Mend the file or its permissions, or set environment variables.',
  },
  last_admin_key: {
    status: 409,
    when: 'The key is the last admin key. Nothing was changed.',
    next: 'Create another admin key first, or add `last=true`.',
  },
  work_in_progress: {
    status: 409,
    when: 'Another worker builds the same summary, or another backup is being made.',
    next: 'Send the request again after some seconds.',
  },
  message_deleted: {
    status: 410,
    when: 'The message was deleted.',
    next: 'Nothing: a deleted message cannot be edited.',
  },
  body_too_large: {
    status: 413,
    when: 'The body is larger than EARSHOT_BODY_MEGABYTES, or for files than EARSHOT_FILE_MEGABYTES.',
    next: 'Send fewer messages or files per request, or raise the setting.',
  },
  text_too_long: {
    status: 413,
    when: 'A text is longer than 100,000 characters, or a summary than 300 tokens.',
    next: 'Shorten or split it, or upload it as a file.',
  },
  file_too_large: {
    status: 413,
    when: 'The file, its text, its pages or its chunks exceed a limit of the server.',
    next: 'Split the file, or raise the setting that `detail` names.',
  },
  not_json: {
    status: 415,
    when: 'A POST, PUT or PATCH request has no `Content-Type: application/json`.',
    next: 'Send the header, even if the request has no body.',
  },
  file_type_unknown: {
    status: 415,
    when: 'The file is of a format that Earshot does not read.',
    next: 'Convert it to text, Markdown, HTML, CSV, JSON, PDF or DOCX.',
  },
  file_unreadable: {
    status: 422,
    when: 'The file is damaged, protected by a password, or not in its declared character set; `details.reason` says which.',
    next: 'Save it again: as UTF-8, without a password.',
  },
  file_empty: {
    status: 422,
    when: 'The file contains no text.',
    next: 'Leave it out.',
  },
  rate_limited: {
    status: 429,
    when: 'The caller sent more requests per minute than EARSHOT_RATE_PER_MINUTE, or has six live streams open.',
    next: 'Wait for the seconds in `Retry-After`, or send messages in batches.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorInfo>>
