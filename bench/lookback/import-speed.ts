import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEarshot } from '../../src/app/open-earshot.ts'
import { readConfig } from '../../src/config/config.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { EMPTY_FIELDS, type IncomingMessage, type Message } from '../../src/domain/message.ts'
import type { Captioned } from '../results.ts'
import { linkStream } from './link-speed.ts'

/* An import: real messages through the engine's own door, two hundred at a time, with the journal, on the
 * embedded engine. What linking has of it is measured by linking the same messages again in memory. */

const BATCH = 200
const PRINCIPAL = {
  workspaceId: DEFAULT_WORKSPACE,
  role: 'admin',
  personId: null,
  name: 'bench',
} as const
const CHAT = { channel: 'api', externalId: 'import', kind: 'group', title: 'Import' } as const

export type Import = {
  readonly messages: number
  readonly wallMs: number
  readonly cpuMs: number
  readonly linkCpuMs: number
}

/** Imports the messages into an empty Earshot. */
export async function measureImport(messages: readonly Message[]): Promise<Import> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-lookback-'))
  const earshot = await openEarshot(
    readConfig({ EARSHOT_DATA_DIR: home, EARSHOT_LOG_LEVEL: 'error' }, null),
  )
  const sent = messages.map((message, i) => toIncoming(message, i, messages.length))
  const began = performance.now()
  const before = process.cpuUsage()
  for (let i = 0; i < sent.length; i += BATCH) {
    const batch = sent.slice(i, i + BATCH)
    const { stored } = await earshot.engine.receive(PRINCIPAL, { chat: CHAT, messages: batch })
    if (stored !== batch.length) throw new Error(`Stored ${stored} of ${batch.length} messages`)
  }
  const { user, system } = process.cpuUsage(before)
  const wallMs = performance.now() - began
  await earshot.close()
  await rm(home, { recursive: true })
  return {
    messages: sent.length,
    wallMs,
    cpuMs: (user + system) / 1_000,
    linkCpuMs: linkStream(messages).cpuMs,
  }
}

/** One after the other, half a minute apart: what repeats is another message of the same words. */
function toIncoming(message: Message, i: number, count: number): IncomingMessage {
  const { authorName, isBot, text } = message
  return {
    ...EMPTY_FIELDS,
    externalId: String(i + 1),
    author: { externalId: authorName, name: authorName, username: authorName, isBot },
    sentAt: new Date(Date.now() - (count - i) * 30_000),
    text,
    replyTo: null,
  }
}

/** One row. */
export function importTable({ messages, wallMs, cpuMs, linkCpuMs }: Import): Captioned {
  const perSecond = (ms: number) => `${Math.round((1_000 * messages) / ms)} messages/s`
  return {
    caption: `An import in batches of ${BATCH}, embedded engine`,
    table: [
      ['messages', 'all of it', 'linking alone, one core', 'aim', 'share of processor time'],
      [
        String(messages),
        perSecond(wallMs),
        perSecond(linkCpuMs),
        '≥ 1000 messages/s of linking',
        `${Math.round((100 * linkCpuMs) / cpuMs)} %`,
      ],
    ],
  }
}
