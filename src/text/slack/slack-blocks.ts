import { asFields, type Fields, fieldText, listOf } from '../fields.ts'

/* Texts of bots and apps: "blocks", and the older "attachments". People's own messages repeat their text in a block of
 * rich text. All texts are returned with Slack's markup, as the text of a message has it. */

/** The texts of blocks, one for each. Rich text is that of a person's own message. */
export function blockTexts(blocks: unknown, { rich }: { readonly rich: boolean }): string[] {
  return listOf(blocks)
    .filter(({ type }) => rich || type !== 'rich_text')
    .map((block) => (block.type === 'rich_text' ? richText(block) : plainBlock(block)))
    .filter((text) => text !== '')
}

/** A header, a section with its fields, a line of context, the title of a picture. */
function plainBlock(block: Fields): string {
  return [block.text, block.title, ...listOf(block.fields), ...listOf(block.elements)]
    .flatMap((part) => fieldText(part) ?? fieldText(asFields(part)?.text) ?? [])
    .join('\n')
}

function richText(part: Fields): string {
  switch (part.type) {
    case 'link':
      return `<${fieldText(part.url) ?? ''}${part.text === undefined ? '' : `|${part.text}`}>`
    case 'user':
      return `<@${fieldText(part.user_id) ?? ''}>`
    case 'channel':
      return `<#${fieldText(part.channel_id) ?? ''}>`
    case 'broadcast':
      return `<!${fieldText(part.range) ?? ''}>`
    case 'emoji':
      return `:${fieldText(part.name) ?? ''}:`
    default: {
      const inside = listOf(part.elements).map(richText)
      const isParagraphs = part.type === 'rich_text' || part.type === 'rich_text_list'
      return fieldText(part.text) ?? inside.join(isParagraphs ? '\n' : '')
    }
  }
}

/**
 * The texts of attachments. Of the preview of a link only the title; of a copy of another message nothing beside a
 * text, since a copy would outlive the message it repeats.
 */
export function attachmentTexts(attachments: unknown, { hasText }: { readonly hasText: boolean }) {
  return listOf(attachments).flatMap((box) => {
    if (hasText && (box.is_msg_unfurl === true || box.is_share === true)) return []
    const title = fieldText(box.title)
    if (hasText && fieldText(box.from_url) !== null) return title ?? []
    const parts = [
      fieldText(box.pretext),
      title,
      fieldText(box.text),
      ...listOf(box.fields).map((field) =>
        [fieldText(field.title), fieldText(field.value)].filter(Boolean).join(': '),
      ),
      ...blockTexts(box.blocks, { rich: true }),
    ].filter(Boolean)
    return parts.length > 0 ? parts.join('\n') : (fieldText(box.fallback) ?? [])
  })
}
