import type { ChatRef } from '../domain/chat.ts'
import { EMPTY_FIELDS, type IncomingMessage, type Message } from '../domain/message.ts'
import { isBareTag, withoutMentions } from '../domain/question.ts'
import { endOf } from './look-back.ts'
import { type AnnotatedChat, readChats, toDate } from './read-chats.ts'
import { readTagTargets, type TagTarget } from './read-tags.ts'
import type { Evaluation } from './run-look-back.ts'
import { grouped, type Scratch, type ShownPiece } from './scratch.ts'

/* How much of the evidence for a mention does the model see? Every chat is delivered to a scratch Earshot
 * up to each of its mentions, and the context is built as it would be for a caller: same sources, same
 * budget, tokens counted by the same lines. */

/** How much of its evidence one mention's context held. */
export type TagEvidence = {
  readonly file: string
  readonly kind: 'bare' | 'question' | 'reply'
  readonly lang: string
  /** Shares of the gold messages, 0 to 1: in the conversation, with nearby messages, in the whole context. */
  readonly conversation: number
  readonly withNearby: number
  readonly shown: number
  /** Tokens of the conversation, of nearby messages, and of the whole context. */
  readonly conversationTokens: number
  readonly nearbyTokens: number
  readonly tokens: number
}

/** Builds the context of every mention that has evidence. */
export async function collectEvidence(
  paths: { readonly data: string; readonly tags: string },
  scratch: Scratch,
  progress: (line: string) => void,
): Promise<TagEvidence[]> {
  const tagsOf = grouped(readTagTargets(paths.tags), ({ file }) => file)
  const found: TagEvidence[] = []
  for (const chat of readChats(paths.data)) {
    const tags = (tagsOf.get(chat.name) ?? []).toSorted((a, b) => a.after - b.after)
    progress(`evidence: ${chat.name}`)
    let delivered = 0
    for (const tag of tags) {
      const end = endOf(chat, tag)
      await deliver(chat, chat.messages.slice(delivered, end), scratch)
      delivered = end
      if ((tag.gold ?? []).length === 0) continue
      found.push(evidenceOf(tag, await askFor(chat, tag, scratch)))
    }
  }
  return found
}

/** Recall of the evidence and its cost in tokens, over all mentions, by kind and by language. */
export async function evaluateEvidence(
  paths: { readonly data: string; readonly tags: string },
  scratch: Scratch,
  progress: (line: string) => void,
): Promise<Evaluation> {
  const found = await collectEvidence(paths, scratch, progress)
  const groups = [...grouped(found, ({ kind }) => kind), ...grouped(found, ({ lang }) => lang)].map(
    ([name, of]) => [`evidence_${name}`, meanEvidence(of, 'withNearby')] as const,
  )
  return {
    predictions: found,
    scores: {
      targets: found.length,
      evidence_in_conversation: meanEvidence(found, 'conversation'),
      evidence_with_nearby: meanEvidence(found, 'withNearby'),
      evidence_in_all_shown: meanEvidence(found, 'shown'),
      conversation_tokens: meanEvidence(found, 'conversationTokens'),
      nearby_tokens: meanEvidence(found, 'nearbyTokens'),
      tokens: meanEvidence(found, 'tokens'),
      ...Object.fromEntries(groups),
    },
  }
}

type Measure = {
  [K in keyof TagEvidence]: TagEvidence[K] extends number ? K : never
}[keyof TagEvidence]

/** The mean of one number over some mentions. */
export function meanEvidence(found: readonly TagEvidence[], part: Measure): number {
  return found.reduce((sum, one) => sum + one[part], 0) / Math.max(1, found.length)
}

const refOf = ({ name }: AnnotatedChat): ChatRef => ({ channel: 'eval', externalId: name })
const authorOf = (chat: AnnotatedChat, name: string) => ({
  externalId: String(chat.personOf(name)),
  name,
  username: name,
  isBot: false,
})

async function deliver(
  chat: AnnotatedChat,
  messages: readonly Message[],
  scratch: Scratch,
): Promise<void> {
  if (messages.length === 0) return
  const toIncoming = (message: Message): IncomingMessage => ({
    ...EMPTY_FIELDS,
    externalId: message.externalId,
    author: { ...authorOf(chat, message.authorName), isBot: message.isBot },
    sentAt: message.sentAt,
    text: message.text,
    replyTo: message.replyTo,
  })
  const title = chat.name
  await scratch.deliver({
    chat: { ...refOf(chat), kind: 'group', title },
    messages: messages.map(toIncoming),
  })
}

function askFor(chat: AnnotatedChat, tag: TagTarget, scratch: Scratch): Promise<ShownPiece[]> {
  return scratch.buildContext({
    chat: refOf(chat),
    text: tag.text,
    author: authorOf(chat, tag.author),
    replyTo: tag.reply_to === null ? null : String(tag.reply_to),
    askedAt: toDate(tag.time),
  })
}

function evidenceOf(tag: TagTarget, shown: readonly ShownPiece[]): TagEvidence {
  const gold = (tag.gold ?? []).map(String)
  const inside = shown.filter(({ tier }) => tier === 'conversation')
  const nearby = shown.filter(({ tier }) => tier === 'nearby')
  const share = (pieces: readonly ShownPiece[]) => {
    const ids = new Set(pieces.map(({ messageId }) => messageId))
    return gold.filter((id) => ids.has(id)).length / gold.length
  }
  return {
    file: tag.file,
    kind: kindOf(tag),
    lang: tag.lang ?? 'unknown',
    conversation: share(inside),
    withNearby: share([...inside, ...nearby]),
    shown: share(shown),
    conversationTokens: tokensOf(inside),
    nearbyTokens: tokensOf(nearby),
    tokens: tokensOf(shown),
  }
}

function kindOf({ reply_to, text }: TagTarget): TagEvidence['kind'] {
  if (reply_to !== null) return 'reply'
  return isBareTag(withoutMentions(text)) ? 'bare' : 'question'
}

function tokensOf(pieces: readonly ShownPiece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}
