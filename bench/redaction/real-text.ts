import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../../src/eval/read-chats.ts'
import { redact } from '../../src/redact/redact.ts'
import { type Share, wordsOf } from './score.ts'

/* Chats people really had. Nobody marked what is personal in them, so a touched word may be a true address:
 * the list of what was touched is to be read by eye. */

export const CHATS = [
  'irc/dev.jsonl.gz',
  'gitter/gitter.jsonl.gz',
  'locomo/messages.jsonl',
] as const

export type Touched = { readonly kind: string; readonly value: string; readonly count: number }
export type RealText = {
  readonly chat: string
  readonly messages: number
  readonly words: Share
  readonly byKind: Readonly<Record<string, number>>
  readonly mostTouched: readonly Touched[]
}

/** Which of the chats are not in the directory. */
export function missingChats(data: string): string[] {
  return CHATS.filter((chat) => !existsSync(join(data, chat)))
}

/** The beginning of each file's SHA-256. */
export function chatHashes(data: string): Record<string, string> {
  return Object.fromEntries(
    CHATS.map((chat) => {
      const bytes = readFileSync(join(data, chat))
      return [chat, createHash('sha256').update(bytes).digest('hex').slice(0, 12)]
    }),
  )
}

/** The texts of a chat, system lines left out. */
export function textsOf(data: string, chat: string): string[] {
  return readJsonLines(join(data, chat), isLine)
    .filter(({ kind }) => kind === undefined || kind === 'message')
    .map(({ text }) => text)
}

/** How many words of a chat are touched, and which most. */
export function measureChat(data: string, chat: string): RealText {
  const texts = textsOf(data, chat)
  const counts = new Map<string, Touched>()
  const byKind: Record<string, number> = {}
  let [hits, of] = [0, 0]
  for (const text of texts) {
    const { found } = redact(text)
    const words = wordsOf(text)
    of += words.length
    hits += words.filter(([start, end]) => found.some((f) => f.start < end && f.end > start)).length
    for (const { kind, start, end } of found) {
      const value = text.slice(start, end)
      byKind[kind] = (byKind[kind] ?? 0) + 1
      counts.set(kind + value, { kind, value, count: (counts.get(kind + value)?.count ?? 0) + 1 })
    }
  }
  const mostTouched = [...counts.values()].toSorted((a, b) => b.count - a.count)
  return { chat, messages: texts.length, words: { hits, of }, byKind, mostTouched }
}

type Line = { readonly text: string; readonly kind?: string }

function isLine(value: unknown): value is Line {
  return typeof (value as Partial<Line> | null)?.text === 'string'
}
