import { asFields, type Fields, fieldText, listOf } from '../../text/fields.ts'

/* The text of a message, with a placeholder in brackets for other content: [sticker 😀], [poll] … */

/** The text of a message: a string, or a list of strings and of styled parts. */
function exportedText(text: unknown): string {
  if (typeof text === 'string') return text
  if (!Array.isArray(text)) return ''
  return text
    .map((part) => (typeof part === 'string' ? part : (fieldText(asFields(part)?.text) ?? '')))
    .join('')
}

/** The whole text of a message, with placeholders for a sticker, a poll, a location. */
export function exportedWords(message: Fields): string {
  const text = exportedText(message.text) || exportedText(message.text_entities)
  const shown = PLACEHOLDERS.flatMap((placeholder) => placeholder(message) ?? [])
  return [...shown, ...(text === '' ? [] : [text])].join('\n')
}

type Placeholder = (message: Fields) => string | null

const PLACEHOLDERS: readonly Placeholder[] = [
  (message) =>
    message.media_type === 'sticker'
      ? `[${['sticker', fieldText(message.sticker_emoji)].filter(Boolean).join(' ')}]`
      : null,
  ({ poll }) => named('poll', asFields(poll), 'question'),
  ({ todo_list }) => named('checklist', asFields(todo_list), 'title'),
  ({ contact_information }) => {
    const contact = asFields(contact_information)
    if (contact === null) return null
    // Without the phone number: answers do not need it, and many readers must not see it.
    const name = [fieldText(contact.first_name), fieldText(contact.last_name)]
      .filter(Boolean)
      .join(' ')
    return `[contact] ${name}`.trimEnd()
  },
  (message) => {
    const place = [fieldText(message.place_name), fieldText(message.address)].filter(Boolean)
    if (place.length > 0) return `[place] ${place.join(', ')}`
    const point = asFields(message.location_information)
    if (point === null) return null
    return `[location] ${Number(point.latitude)}, ${Number(point.longitude)}`
  },
  ({ game_title }) => labelled('game', game_title),
  ({ invoice_information }) => labelled('invoice', asFields(invoice_information)?.title),
  ({ giveaway_information }) => (asFields(giveaway_information) === null ? null : '[giveaway]'),
  ({ giveaway_results }) => (asFields(giveaway_results) === null ? null : '[giveaway results]'),
  (message) =>
    typeof message.dice === 'object' ? labelled('dice', asFields(message.dice)?.emoji) : null,
]

function labelled(what: string, value: unknown): string | null {
  const text = fieldText(value)
  return text === null ? null : `[${what}] ${text}`
}

/** A question and its options, in one line. */
function named(what: string, asked: Fields | null, field: string): string | null {
  if (asked === null) return null
  const options = listOf(asked.answers).flatMap((answer) => exportedText(answer.text) || [])
  const question = exportedText(asked[field]) || '?'
  return `[${what}] ${question}${options.length === 0 ? '' : `: ${options.join(' / ')}`}`
}
