import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import { createChat } from '../ingest/chat-messages.ts'

/* A Telegram export of the whole account, as large as one likes: a supergroup with nearly all of the
 * messages, and a few smaller ones. Words, people and pace are those of bench/ingest; a third are
 * replies, half of them to something said in the last minutes and some to something from weeks ago. */

const CHATS = 4
/** Of all messages, in the first chat. */
const LARGEST_SHARE = 0.85
const REPLY_SHARE = 0.3

export type Export = { readonly messages: number; readonly replies: number }

/** Writes an export of this many messages, and says what is in it. */
export async function makeExport(path: string, messages: number, seed: number): Promise<Export> {
  const made = { messages: 0, replies: 0 }
  await pipeline(Readable.from(pieces(messages, seed, made)), createWriteStream(path))
  return made
}

function* pieces(messages: number, seed: number, made: { messages: number; replies: number }) {
  yield '{"about":"An export made for a bench","chats":{"about":"","list":['
  const largest = Math.round(messages * LARGEST_SHARE)
  const smaller = Math.floor((messages - largest) / (CHATS - 1))
  for (let i = 0; i < CHATS; i += 1) {
    const count = i === 0 ? messages - smaller * (CHATS - 1) : smaller
    yield `${i === 0 ? '' : ','}\n{"name":"Group ${i + 1}","type":"private_supergroup","id":${1_000 + i},"messages":[`
    yield* chatPieces(count, seed + i, made)
    yield ']}'
  }
  yield ']}}'
}

function* chatPieces(count: number, seed: number, made: { messages: number; replies: number }) {
  const random = seededRandom(seed)
  // Far enough back that a million messages end today.
  const chat = createChat(random, Date.now() - Math.max(0, count - 200_000) * 70_000)
  for (let i = 1; i <= count; i += 1) {
    const [said] = chat.batch(1)
    if (said === undefined) return
    const unixtime = Math.floor(Date.parse(said.sent_at) / 1_000)
    const replyTo = i > 1 && random.chance(REPLY_SHARE) ? i - distance(random, i - 1) : null
    made.messages += 1
    made.replies += replyTo === null ? 0 : 1
    yield `${i === 1 ? '' : ','}\n${JSON.stringify({
      id: i,
      type: 'message',
      date: new Date(unixtime * 1_000).toISOString().slice(0, 19),
      date_unixtime: String(unixtime),
      from: said.author.name,
      from_id: `user${said.author.id.slice(1)}`,
      ...(replyTo === null ? {} : { reply_to_message_id: replyTo }),
      text: said.text,
      text_entities: [{ type: 'plain', text: said.text }],
      ...(random.chance(0.1) ? { reactions: [{ type: 'emoji', count: 2, emoji: '👍' }] } : {}),
    })}`
  }
}

/** How far back a reply goes: mostly near. */
function distance(random: Random, most: number): number {
  const reach = random.chance(0.5) ? 10 : random.chance(0.8) ? 200 : 20_000
  return random.between(1, Math.min(most, reach))
}
