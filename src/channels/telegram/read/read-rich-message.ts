import type { Message, MessageEntity } from 'grammy/types'

/** The typed text, with the entities that Telegram found in it. */
export type Words = { readonly text: string; readonly entities: readonly MessageEntity[] }

type RichMessage = NonNullable<Message['rich_message']>

/** Fields that hold text or further nodes, in reading order. */
const HOLDS_TEXT = [
  ...['summary', 'text', 'expression', 'alternative_text', 'items', 'cells', 'blocks'],
  ...['caption', 'credit'],
]
/** All other types stand on lines of their own: blocks, and untyped nodes: list items and table cells. */
const IN_LINE = new Set([
  ...['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'subscript', 'superscript'],
  ...['marked', 'code', 'custom_emoji', 'date_time', 'mathematical_expression', 'url'],
  ...['text_mention', 'mention', 'hashtag', 'cashtag', 'email_address', 'phone_number'],
  ...['bank_card_number', 'bot_command', 'anchor', 'anchor_link', 'reference', 'reference_link'],
])
/** The entities that the rest of this channel reads. */
const ENTITIES = new Set(['mention', 'text_mention', 'code', 'pre'])

type Step =
  | { readonly do: 'read'; readonly node: unknown }
  | { readonly do: 'end'; readonly node: object; readonly offset: number }
  | { readonly do: 'line' }
  | { readonly do: 'label'; readonly label: unknown }

/**
 * The text of a message with headings, lists and tables. Telegram sends it as a tree; it is read without
 * recursion, so that no depth overflows the stack, and by field names, so that the text of a kind of block
 * that is added later is still read.
 */
export function readRichMessage({ blocks }: RichMessage): Words {
  const entities: MessageEntity[] = []
  const steps: Step[] = [{ do: 'read', node: blocks }]
  let text = ''
  /** Where an item's label ends: the text after it stands on the same line. */
  let labelled = 0
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.do === 'line') text += text.length === labelled || text.endsWith('\n') ? '' : '\n'
    else if (step.do === 'label') {
      text += typeof step.label === 'string' ? `${step.label} ` : ''
      labelled = text.length
    } else if (step.do === 'end') entities.push(...entityOf(step.node, step.offset, text.length))
    else if (typeof step.node === 'string') text += step.node
    else for (const inner of stepsInto(step.node, text.length).toReversed()) steps.push(inner)
  }
  return { text: text.trimEnd(), entities }
}

function stepsInto(node: unknown, offset: number): Step[] {
  if (Array.isArray(node)) return node.map((inner) => ({ do: 'read', node: inner }))
  if (typeof node !== 'object' || node === null) return []
  const fields = new Map(Object.entries(node))
  const inner = HOLDS_TEXT.flatMap((name): Step[] =>
    fields.has(name) ? [{ do: 'read', node: fields.get(name) }] : [],
  )
  if (fields.has('label')) inner.unshift({ do: 'label', label: fields.get('label') })
  const isInLine = IN_LINE.has(String(fields.get('type')))
  const line: Step[] = isInLine ? [] : [{ do: 'line' }]
  return [...line, ...inner, { do: 'end', node, offset }, ...line]
}

function entityOf(node: object, offset: number, end: number): MessageEntity[] {
  const isWanted = 'type' in node && ENTITIES.has(String(node.type)) && end > offset
  // An entity has the same name and, for a text mention, the same `user`.
  return isWanted ? [{ ...node, offset, length: end - offset } as unknown as MessageEntity] : []
}
