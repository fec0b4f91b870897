import { asFields } from '../text/fields.ts'
import type { ImportItem, ReadOptions } from './item.ts'
import { readLines } from './lines.ts'
import type { ImportInput } from './open-source.ts'

/**
 * Our own lines: each is a message as POST /api/messages takes it, with its `chat` as a further field. They are
 * sent to the server unchanged, which validates them.
 */
export async function* readJsonl(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  const target = options.chat && { channel: options.chat.channel, id: options.chat.externalId }
  for await (const { number, text, isTooLong } of readLines(source.bytes())) {
    const where = `line ${number}`
    if (isTooLong) yield { type: 'skipped', reason: 'too_large', where }
    else if (text.trim() !== '') yield readLine(text, where, target)
  }
}

function readLine(text: string, where: string, target: unknown): ImportItem {
  try {
    const { chat, ...message } = asFields(JSON.parse(text)) ?? {}
    const to = target ?? chat
    if (asFields(to) !== null) return { type: 'line', chat: to, message, where }
  } catch {
    // Reported below, with the line.
  }
  return { type: 'skipped', reason: 'not_json', where }
}
