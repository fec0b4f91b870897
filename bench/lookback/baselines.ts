import type { Message } from '../../src/domain/message.ts'
import { endOf, type System } from '../../src/eval/look-back.ts'
import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import { toTag } from '../../src/eval/read-tags.ts'

/* What one would do without a model. Each is as good as its rule can be: a reply's parent is always added. */

/** Somebody who is measured. The first of a set is ours, and the others are compared with it. */
export type Contender = { readonly name: string; readonly system: System }

const MAX_BY_GAP = 20

/** The simple rules ours is measured against. */
export const BASELINES: readonly Contender[] = [
  { name: 'last 5 messages', system: lastMessages(5) },
  { name: 'last 20 messages', system: lastMessages(20) },
  { name: 'until a gap of 60 min', system: untilGap(60) },
  { name: 'until a gap of 120 min', system: untilGap(120) },
  { name: 'addressed, else own last', system: addressedElseOwn() },
]

/** The latest messages, whatever they are about. */
export function lastMessages(count: number): System {
  return stretchBefore((_, end) => Math.max(0, end - count))
}

/** Back to the first silence longer than this, and no further than twenty messages. */
export function untilGap(minutes: number): System {
  return stretchBefore((chat, end, now) => {
    let start = end
    let later = now.getTime()
    while (start > 0 && end - start < MAX_BY_GAP) {
      const { sentAt } = chat.messages[start - 1] as Message
      if (later - sentAt.getTime() > minutes * 60_000) break
      later = sentAt.getTime()
      start -= 1
    }
    return start
  })
}

/** Everything from a place on, up to the target; it continues the message right before it. */
function stretchBefore(startOf: (chat: AnnotatedChat, end: number, now: Date) => number): System {
  return {
    ofMessage: (chat, at) => {
      const start = startOf(chat, at, (chat.messages[at] as Message).sentAt)
      return { link: start === at ? at : at - 1, context: range(start, at) }
    },
    ofTag: (chat, target) => {
      const { sentAt, parent } = toTag(chat, target)
      const end = endOf(chat, target)
      const near = range(startOf(chat, end, sentAt), end)
      return parent === null ? near : [...new Set([chat.messages.indexOf(parent), ...near])]
    },
  }
}

/**
 * A message continues the latest one by the person its text begins with, else its author's own latest;
 * a conversation is what such links connect. A tag continues what it replies to, else likewise.
 */
export function addressedElseOwn(): System {
  const linksOf = new WeakMap<AnnotatedChat, readonly number[]>()
  const links = (chat: AnnotatedChat) => {
    const known = linksOf.get(chat) ?? linkByAddress(chat)
    linksOf.set(chat, known)
    return known
  }
  return {
    ofMessage: (chat, at) => ({
      link: links(chat)[at] as number,
      context: connected(links(chat), at, at + 1).filter((place) => place !== at),
    }),
    ofTag: (chat, target) => {
      const end = endOf(chat, target)
      const { authorId, parent } = toTag(chat, target)
      const said = chat.messages.slice(0, end)
      const link =
        parent === null
          ? said.findLastIndex((message) => message.authorId === authorId)
          : chat.messages.indexOf(parent)
      return link < 0 ? [] : connected(links(chat), link, end)
    },
  }
}

/** The place each message continues; its own where it starts anew. */
function linkByAddress(chat: AnnotatedChat): number[] {
  const lastOf = new Map<Message['authorId'], number>()
  const named = new Map<string, Message['authorId']>()
  return chat.messages.map(({ text, authorId, authorName }, at) => {
    const first = text.trim().split(/\s+/)[0] ?? ''
    const addressee = named.get(first.replaceAll(/^@|[:,>;]+$/g, '').toLowerCase())
    const isToOther = addressee !== undefined && addressee !== authorId
    const link = lastOf.get(isToOther ? addressee : authorId)
    named.set(authorName.toLowerCase(), authorId)
    lastOf.set(authorId, at)
    // What comes ahead of the annotated part is heard and not linked, as with ours.
    return chat.gold[at]?.isTarget === true && link !== undefined ? link : at
  })
}

/** The places before `end` that links connect with one of them, itself included. */
function connected(links: readonly number[], at: number, end: number): number[] {
  const roots: number[] = []
  for (let place = 0; place < end; place += 1) {
    const link = links[place] as number
    roots.push(link === place ? place : (roots[link] as number))
  }
  // Every message has one link, back: what it leads to in the end is the conversation's first.
  return range(0, end).filter((place) => roots[place] === roots[at])
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}
