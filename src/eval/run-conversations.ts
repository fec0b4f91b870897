import type { MessageId } from '../domain/ids.ts'
import { linksByMessage } from '../domain/link.ts'
import { type GroupKey, groupMessages } from '../engine/link/group-messages.ts'
import type { LinkModel } from '../engine/link/model.ts'
import { createTrails } from './look-back.ts'
import { type AnnotatedChat, readChats } from './read-chats.ts'
import type { Evaluation } from './run-look-back.ts'

/* The conversations that the engine would store, beside the annotated ones. Pairs of messages of one conversation are
 * compared: a pair that is together in both is right. */

type Counts = { right: number; found: number; gold: number; matched: number; messages: number }

/** Groups the annotated messages of each chat into conversations. */
export function evaluateConversations(dataPath: string, model: LinkModel): Evaluation {
  const trails = createTrails(model)
  const sum: Counts = { right: 0, found: 0, gold: 0, matched: 0, messages: 0 }
  const predictions = readChats(dataPath).flatMap((chat) => {
    const labels = group(chat, trails.links(chat))
    count(chat, labels, sum)
    return chat.gold.flatMap((gold, at) => {
      if (!gold.isTarget) return []
      const first = chat.lineOf[labels[at] as number] as number
      return [{ file: chat.name, idx: chat.lineOf[at] as number, conversation: first }]
    })
  })
  const [precision, recall] = [sum.right / sum.found, sum.right / sum.gold]
  return {
    predictions,
    scores: {
      targets: sum.messages,
      pairs: { precision, recall, f1: (2 * precision * recall) / (precision + recall) },
      one_to_one_share: sum.matched / sum.messages,
    },
  }
}

/** The place of the first message of each message's conversation. */
function group(
  chat: AnnotatedChat,
  links: ReturnType<ReturnType<typeof createTrails>['links']>,
): number[] {
  const ids = chat.messages.map(({ id }) => id)
  const places = new Map(ids.map((id, at) => [id, at]))
  const groups = groupMessages(ids, {
    linksOf: linksByMessage(links.flat()),
    knownOf: () => undefined,
    apartFrom: () => [],
  })
  const firsts = new Map<GroupKey, number>()
  return ids.map((id: MessageId, at) => {
    const key = groups.get(id) as GroupKey
    if (!firsts.has(key)) firsts.set(key, places.get(id) ?? at)
    return firsts.get(key) as number
  })
}

function count(chat: AnnotatedChat, labels: readonly number[], sum: Counts): void {
  const both = new Map<string, number>()
  const [found, gold] = [new Map<number, number>(), new Map<number, number>()]
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [at, { isTarget, conversation }] of chat.gold.entries()) {
    if (!isTarget) continue
    const label = labels[at] as number
    add(both, `${label} ${conversation}`)
    add(found, label)
    add(gold, conversation)
    sum.messages += 1
  }
  sum.right += pairsIn(both)
  sum.found += pairsIn(found)
  sum.gold += pairsIn(gold)
  sum.matched += matchOneToOne(both)
}

function pairsIn(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
}

/** Messages that agree if each conversation is matched with at most one annotated one, the largest overlap first. */
function matchOneToOne(both: ReadonlyMap<string, number>): number {
  const taken = new Set<string>()
  let matched = 0
  for (const [key, n] of [...both].sort((a, b) => b[1] - a[1])) {
    const [label, conversation] = key.split(' ')
    if (taken.has(`found ${label}`) || taken.has(`gold ${conversation}`)) continue
    taken.add(`found ${label}`).add(`gold ${conversation}`)
    matched += n
  }
  return matched
}
