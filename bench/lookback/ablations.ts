import type { MessageId } from '../../src/domain/ids.ts'
import type { Link } from '../../src/domain/link.ts'
import type { Message } from '../../src/domain/message.ts'
import { isBareTag, withoutMentions } from '../../src/domain/question.ts'
import { correct } from '../../src/engine/link/corrections.ts'
import { linkMessage } from '../../src/engine/link/link-message.ts'
import { contextOf, lookBack, type Trail } from '../../src/engine/link/look-back.ts'
import type { LinkModel } from '../../src/engine/link/model.ts'
import { SPAN } from '../../src/engine/link/scene.ts'
import { createEngineSystem, endOf, type System } from '../../src/eval/look-back.ts'
import type { AnnotatedChat } from '../../src/eval/read-chats.ts'
import { toTag } from '../../src/eval/read-tags.ts'

/* Ours with one part taken away, to see what that part is worth. Each wraps what the engine has, so that
 * the engine needs no switch for it. */

/** The likeliest link alone, and as certain: conversations are then what such links connect. */
export function withHardLinks(model: LinkModel): LinkModel {
  return (target, before) => {
    const belief = model(target, before)
    // A tag is no message of the chat: where it points stays as soft as it was.
    if (!('id' in target)) return belief
    const most = belief.probabilities.reduce((a, b) => Math.max(a, b), 0)
    const best = belief.probabilities.indexOf(most)
    const probabilities = belief.probabilities.map((_, i) => (i === best ? 1 : 0))
    return { ...belief, probabilities, startsAnew: probabilities[belief.pairs.length] as number }
  }
}

/** The net alone: what the corrections added to its scores is taken off again. */
export function withoutCorrections(model: LinkModel): LinkModel {
  return (target, before) => {
    const belief = model(target, before)
    const added = new Float64Array(belief.probabilities.length)
    correct(added, belief.scene, belief.pairs)
    const raw = belief.probabilities.map((p, i) => p * Math.exp(-(added[i] as number)))
    const sum = raw.reduce((a, b) => a + b, 0)
    const probabilities = raw.map((p) => p / sum)
    return { ...belief, probabilities, startsAnew: probabilities[belief.pairs.length] as number }
  }
}

/** No link dropped, however unlikely, and none scaled up. */
export function keepingEveryLink(model: LinkModel): System {
  const engine = createEngineSystem(model)
  const linksOf = new WeakMap<AnnotatedChat, (readonly Link[])[]>()
  const trailOf = (chat: AnnotatedChat, end: number): Trail => {
    const links = linksOf.get(chat) ?? chat.messages.map((_, at) => everyLink(chat, at, model))
    linksOf.set(chat, links)
    const start = Math.max(0, end - SPAN)
    return { messages: chat.messages.slice(start, end), links: links.slice(start, end).flat() }
  }
  return {
    ofMessage: (chat, at) => {
      const { id } = chat.messages[at] as Message
      const context = contextOf(id, trailOf(chat, at + 1))
      const { link } = engine.ofMessage(chat, at)
      return { link, context: placesOf(chat, context) }
    },
    ofTag: (chat, target) => {
      const tag = toTag(chat, target)
      const text = withoutMentions(tag.text)
      const trail = trailOf(chat, endOf(chat, target))
      const found = lookBack({ ...tag, text, isBare: isBareTag(text) }, trail, model)
      const parent = tag.parent === null ? [] : [{ message: tag.parent }]
      return [...new Set(placesOf(chat, [...parent, ...found]))]
    },
  }
}

function everyLink(chat: AnnotatedChat, at: number, model: LinkModel): Link[] {
  const message = chat.messages[at] as Message
  if (chat.gold[at]?.isTarget !== true) return []
  const before = chat.messages.slice(Math.max(0, at - SPAN), at)
  // A bot that nobody called has no links here either.
  if (message.isBot && linkMessage(message, before, null, model).length === 0) return []
  const { pairs, probabilities } = model(message, before)
  return pairs.map(({ rank }, i) => ({
    from: message.id,
    to: before[before.length - 1 - rank]?.id as MessageId,
    probability: probabilities[i] as number,
    reason: '',
  }))
}

function placesOf(chat: AnnotatedChat, found: readonly { readonly message: Message }[]): number[] {
  const ids = new Set(found.map(({ message }) => message.id))
  return chat.messages.flatMap(({ id }, place) => (ids.has(id) ? [place] : []))
}
