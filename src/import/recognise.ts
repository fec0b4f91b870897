import type { FormatName } from './formats.ts'
import { readIrcLine } from './irc/irc-line.ts'
import { isZip } from './open-zip.ts'
import { readLineHead } from './whatsapp/whatsapp-line.ts'

/* Guesses the format of a file. No format is chosen by it: the error only suggests which one to name. */

/** The formats the first bytes of a file may be; none for a web page, null if they could be anything. */
export function recognise(head: Buffer): readonly FormatName[] | null {
  if (isZip(head)) return ['slack', 'whatsapp']
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^<(!doctype|html|\?xml)/i.test(text)) return []
  if (text.startsWith('{')) return recogniseObject(text)
  const lines = text.split('\n').slice(0, 20)
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
