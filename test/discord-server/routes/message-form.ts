import { badField, WireRefusal } from '../wire.ts'

/** A message as the bot wants it. */
export type MessageForm = {
  readonly content: string
  readonly components: readonly unknown[]
  readonly flags: number
  readonly nonce: string | undefined
  readonly enforcesNonce: boolean
  readonly replyTo: string | null
  readonly failsWithoutParent: boolean
  readonly mentionsAuthor: boolean
}

const KNOWN = new Set([
  ...['content', 'components', 'flags', 'nonce', 'enforce_nonce', 'message_reference'],
  'allowed_mentions',
])
const MAX_CHARACTERS = 2_000
/** Previews of links left out, no notification. */
const ALLOWED_FLAGS = 4 | 4096

type Fields = Readonly<Record<string, unknown>>

/** Reads the body of a message that is sent or edited; throws a refusal. */
export function readMessageForm(body: unknown, violations: string[]): MessageForm {
  if (typeof body !== 'object' || body === null) throw new WireRefusal(400, 50109, 'Not JSON.')
  const fields = body as Fields
  for (const name of Object.keys(fields)) {
    if (!KNOWN.has(name)) violations.push(`an unknown field of a message: ${name}`)
  }
  const { content = '', nonce, flags = 0, components = [] } = fields
  if (typeof content !== 'string') throw badField(['content'], 'STRING_TYPE_CONVERT', 'Not text.')
  if ([...content].length > MAX_CHARACTERS) {
    const message = 'Must be 2000 or fewer in length.'
    throw badField(['content'], 'BASE_TYPE_MAX_LENGTH', message)
  }
  if (content.trim() === '') throw new WireRefusal(400, 50006, 'Cannot send an empty message')
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce.length > 25)) {
    throw badField(['nonce'], 'NONCE_TYPE_TOO_LONG', 'Must be 25 or fewer in length.')
  }
  if (typeof flags !== 'number' || (flags & ~ALLOWED_FLAGS) !== 0) {
    throw badField(['flags'], 'BASE_TYPE_BAD_INT', 'Not a flag.')
  }
  const allowed = (fields.allowed_mentions ?? {}) as Fields
  const parse = allowed.parse
  if (!Array.isArray(parse) || parse.length > 0) violations.push('a message that may mention')
  const reference = (fields.message_reference ?? {}) as Fields
  return {
    content,
    flags,
    components: readComponents(components),
    nonce,
    enforcesNonce: fields.enforce_nonce === true,
    replyTo: typeof reference.message_id === 'string' ? reference.message_id : null,
    failsWithoutParent: reference.fail_if_not_exists !== false,
    mentionsAuthor: allowed.replied_user === true,
  }
}

function readComponents(rows: unknown): readonly unknown[] {
  if (!Array.isArray(rows) || rows.length > 5)
    throw badField(['components'], 'BASE_TYPE_BAD_LENGTH', 'Too many.')
  for (const row of rows) {
    const buttons: readonly Fields[] = row.type === 1 ? row.components : []
    if (buttons.length === 0 || buttons.length > 5) {
      throw badField(['components', '0'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5.')
    }
    for (const { type, style, label, custom_id: id } of buttons) {
      const isWell = type === 2 && typeof style === 'number' && isText(label, 80) && isText(id, 100)
      if (!isWell) throw badField(['components', '0'], 'BUTTON_COMPONENT_INVALID', 'Not a button.')
    }
  }
  return rows
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= max
}
