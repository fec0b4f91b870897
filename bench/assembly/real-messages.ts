import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/db/engine/database.ts'
import type { ChatId } from '../../src/domain/ids.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { readJsonLines } from '../../src/eval/read-chats.ts'

/* What people really wrote, for the one measurement where that matters: texts of made-up words drawn by
 * chance are about nothing, so their neighbours in meaning are hardly nearer than everybody else. */

export const REAL_MESSAGES_FILE = 'irc/train.jsonl.gz'
/** A chat of its own. */
const REAL_CHAT = 2 as ChatId
/** Shorter ones ask nothing without what was said before them. */
const SHORTEST_QUESTION = 30
const BATCH = 2_000

type Said = { readonly kind: string; readonly text: string }

export type RealChat = { readonly chatId: ChatId; readonly questions: readonly string[] }

/** Puts messages people wrote into a chat of their own, beside questions asked later; null if absent. */
export async function fillRealMessages(
  database: Database,
  dataDir: string,
  { messages, questions }: { readonly messages: number; readonly questions: number },
): Promise<RealChat | null> {
  const path = join(dataDir, REAL_MESSAGES_FILE)
  if (!existsSync(path)) return null
  const said = readJsonLines(path, isSaid).filter(({ kind, text }) => kind === 'message' && text)
  const texts = said.slice(0, messages).map(({ text }) => text)
  const asked = said
    .slice(messages)
    .map(({ text }) => text)
    .filter((text) => text.length >= SHORTEST_QUESTION && text.trimEnd().endsWith('?'))
  await database.asOwner((db) =>
    db.query(
      `insert into chats (workspace_id, channel, external_id, kind) values ($1, 'bench', 'irc', 'group')`,
      [DEFAULT_WORKSPACE],
    ),
  )
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH)
    await database.asOwner((db) =>
      db.query(
        `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, is_bot)
         select $1, $2, $3::int + m.n, 1, now(), $3::int + m.n, m.text, false
           from unnest($4::text[]) with ordinality as m(text, n)`,
        [DEFAULT_WORKSPACE, REAL_CHAT, from, batch],
      ),
    )
  }
  return { chatId: REAL_CHAT, questions: asked.slice(0, questions) }
}

function isSaid(value: unknown): value is Said {
  const said = value as Partial<Said> | null
  return typeof said?.kind === 'string' && typeof said.text === 'string'
}
