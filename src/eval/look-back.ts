import type { MessageId } from '../domain/ids.ts'
import type { Link } from '../domain/link.ts'
import type { PlacedMessage } from '../domain/look-back.ts'
import type { Message } from '../domain/message.ts'
import { isBareTag, withoutMentions } from '../domain/question.ts'
import { WINDOW } from '../engine/link/features/similarity.ts'
import { linkMessage } from '../engine/link/link-message.ts'
import { type LinkedMessages, SPAN, weighAround, weighTrail } from '../engine/link/look-back.ts'
import type { LinkModel } from '../engine/link/model.ts'
import type { DraftLink } from '../engine/link/second-look.ts'
import { type Doubt, isInByPerfectJudge } from './perfect-judge.ts'
import type { AnnotatedChat } from './read-chats.ts'
import { type TagTarget, toTag } from './read-tags.ts'
import type { Prediction } from './score.ts'

/* Replays an annotated chat through the engine's own look back, message by message, in memory. Only messages
 * before a target are available when it is linked or asked about. */

/** A way to find the context of a message of a chat, and of a mention: the engine's, or a baseline. */
export type System = {
  ofMessage(
    chat: AnnotatedChat,
    at: number,
  ): { readonly link: number; readonly context: readonly number[] }
  ofTag(chat: AnnotatedChat, tag: TagTarget): readonly number[]
}

/** Trails of annotated chats, each chat linked once. */
export function createTrails(model: LinkModel): {
  links(chat: AnnotatedChat): (readonly Link[])[]
  upTo(chat: AnnotatedChat, end: number): LinkedMessages
} {
  const linksOf = new WeakMap<AnnotatedChat, (readonly Link[])[]>()
  const links = (chat: AnnotatedChat) => {
    const known = linksOf.get(chat) ?? linkChat(chat, model)
    linksOf.set(chat, known)
    return known
  }
  return { links, upTo: (chat, end) => trailOf(chat, links(chat), end) }
}

/** The engine itself; with a range of doubt, the labels decide what lies in it, as a perfect judge would. */
export function createEngineSystem(model: LinkModel, judged: Doubt | null = null): System {
  const { links, upTo } = createTrails(model)
  const isIn = ({ weight, standing }: PlacedMessage, isGold: boolean) =>
    judged === null ? standing === 'conversation' : isInByPerfectJudge(weight, isGold, judged)
  return {
    ofMessage: (chat, at) => {
      const placed = weighAround(idAt(chat, at), upTo(chat, at + 1))
      const isGold = ({ message }: PlacedMessage) =>
        chat.gold[placeOf(chat, message)]?.conversation === chat.gold[at]?.conversation
      return {
        link: bestLink(links(chat)[at] ?? [], at, chat),
        context: placed
          .filter((one) => isIn(one, isGold(one)))
          .map(({ message }) => placeOf(chat, message)),
      }
    },
    ofTag: (chat, target) => {
      const trail = upTo(chat, endOf(chat, target))
      const tag = toTag(chat, target)
      const text = withoutMentions(tag.text)
      const gold = new Set(target.gold ?? [])
      const places = weighTrail({ ...tag, text, isBare: isBareTag(text) }, trail, model)
        .map((placed) => ({ placed, place: placeOf(chat, placed.message) }))
        .filter(({ placed, place }) => isIn(placed, gold.has(chat.lineOf[place] ?? -1)))
        .map(({ place }) => place)
      const parent = tag.parent === null ? [] : [placeOf(chat, tag.parent)]
      return [...new Set([...parent, ...places])]
    },
  }
}

/** Predictions for every annotated message. */
export function predictMessages(chats: readonly AnnotatedChat[], system: System): Prediction[] {
  return chats.flatMap((chat) =>
    chat.gold.flatMap((gold, at) => {
      if (!gold.isTarget) return []
      const { link, context } = system.ofMessage(chat, at)
      const line = (place: number) => chat.lineOf[place] as number
      return [{ file: chat.name, idx: line(at), links: [line(link)], context: context.map(line) }]
    }),
  )
}

/** The number of messages before the mention. */
export function endOf(chat: AnnotatedChat, { after }: Pick<TagTarget, 'after'>): number {
  const next = chat.lineOf.findIndex((line) => line > after)
  return next < 0 ? chat.messages.length : next
}

/**
 * Links the annotated messages, each from the messages before it. Those before the annotated part are context
 * and not linked: they have no labels, so what they would add could only count as wrong.
 */
function linkChat(chat: AnnotatedChat, model: LinkModel): (readonly Link[])[] {
  const drafts = new Map<MessageId, DraftLink[]>()
  const draftsOf = ({ id }: Message) => drafts.get(id) ?? []
  return chat.messages.map((message, at) => {
    if (chat.gold[at]?.isTarget !== true) return []
    const before = chat.messages.slice(Math.max(0, at - WINDOW), at)
    const parent = before.find(({ externalId }) => externalId === message.replyTo) ?? null
    const steps = linkMessage(message, before, parent, model, draftsOf)
    drafts.set(
      message.id,
      steps.map(({ to, draft }) => ({ to: to.id, probability: draft })),
    )
    return steps.map(({ to, probability, draft, reason }) => ({
      from: message.id,
      to: to.id,
      probability,
      draft,
      reason,
    }))
  })
}

function trailOf(
  chat: AnnotatedChat,
  links: readonly (readonly Link[])[],
  end: number,
): LinkedMessages {
  const start = Math.max(0, end - SPAN)
  return { messages: chat.messages.slice(start, end), links: links.slice(start, end).flat() }
}

/** The likeliest antecedent, or the message itself where a new conversation is likelier. */
function bestLink(links: readonly Link[], at: number, chat: AnnotatedChat): number {
  const startsAnew = 1 - links.reduce((sum, link) => sum + link.probability, 0)
  const best = links.toSorted((a, b) => b.probability - a.probability)[0]
  if (best === undefined || best.probability < startsAnew) return at
  return placeOf(chat, { id: best.to })
}

// Messages of an annotated chat have the number of their line, plus one, as id.
const placesByChat = new WeakMap<AnnotatedChat, Map<MessageId, number>>()

function placeOf(chat: AnnotatedChat, { id }: Pick<Message, 'id'>): number {
  const places = placesByChat.get(chat) ?? new Map(chat.messages.map((m, i) => [m.id, i]))
  placesByChat.set(chat, places)
  return places.get(id) as number
}

function idAt(chat: AnnotatedChat, at: number): MessageId {
  return (chat.messages[at] as Message).id
}
