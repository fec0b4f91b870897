import type { FormatName } from './formats.ts'
import { readIrcLine } from './irc/irc-line.ts'
import type { ImportInput } from './open-source.ts'
import { isZip, openZip } from './open-zip.ts'
import { readLineHead } from './whatsapp/whatsapp-line.ts'

/* Guesses the format of a file, from its beginning or the names in its zip. */

/** The formats that a file may have; none for a web page, null if it could be anything. */
export async function recognise(
  { path, name }: ImportInput,
  head: Buffer,
): Promise<readonly FormatName[] | null> {
  return isZip(head) ? recogniseZip(path, name) : recogniseText(head)
}

/** Slack's zip has lists of channels, WhatsApp's a text beside the media. */
async function recogniseZip(path: string, name: string): Promise<readonly FormatName[]> {
  const zip = await openZip(path, name)
  try {
    const names = zip.parts.map((part) => part.name)
    if (names.some((part) => /^(channels|groups|dms|mpims)\.json$/.test(part))) return ['slack']
    if (names.some((part) => /^[^/]+\.txt$/i.test(part))) return ['whatsapp']
    return ['slack', 'whatsapp']
  } finally {
    zip.close()
  }
}

function recogniseText(head: Buffer): readonly FormatName[] | null {
  const isWide = head[0] === 0xff && head[1] === 0xfe
  const text = head
    .toString(isWide ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^<(!doctype|html|\?xml)/i.test(text)) return []
  if (text.startsWith('{')) return recogniseObject(text)
  const lines = text.split('\n').slice(0, 100)
  if (lines.some((line) => readLineHead(line) !== null)) return ['whatsapp']
  if (lines.some((line) => readIrcLine(line)?.type === 'said')) return ['irc']
  return null
}

function recogniseObject(text: string): readonly FormatName[] | null {
  if (/^\{\s*"guild"\s*:/.test(text)) return ['discord']
  const [first = ''] = text.split('\n')
  if (/"chat"\s*:\s*\{/.test(first) && /"(id|author|text)"\s*:/.test(first)) return ['jsonl']
  const isTelegram =
    /"type"\s*:\s*"[a-z]+_(chat|group|supergroup|channel|messages)"/.test(text) ||
    /^\{\s*"(about|personal_information)"\s*:/.test(text)
  return isTelegram ? ['telegram'] : null
}
