import { AppError } from '../domain/errors.ts'
import type { System } from './look-back.ts'
import { predictMessages } from './look-back.ts'
import { type AnnotatedChat, readChats } from './read-chats.ts'
import { readTagTargets, type TagTarget } from './read-tags.ts'
import { compare, meanOf, type PRF, type ScoredItem, scoreMessages } from './score.ts'

/** The result of an evaluation: a line for each target, and scores where the data has gold. */
export type Evaluation = {
  readonly predictions: readonly object[]
  readonly scores: Readonly<Record<string, PRF | number>>
}

/** Evaluates the context of every annotated message. */
export function evaluateMessages(dataPath: string, system: System): Evaluation {
  const chats = readChats(dataPath)
  const predictions = predictMessages(chats, system)
  const { contexts, starters, link, size } = scoreMessages(chats, predictions)
  const leftAlone = starters.filter((starter) => starter.isLeftAlone).length
  return {
    predictions,
    scores: {
      targets: predictions.length,
      context: meanOf(contexts),
      context_size: size,
      starters_left_alone: leftAlone / Math.max(1, starters.length),
      link,
    },
  }
}

/** Evaluates the context of mentions. */
export function evaluateTags(dataPath: string, tagsPath: string, system: System): Evaluation {
  const tags = readTagTargets(tagsPath)
  const items = scoreTags(readChats(dataPath), tags, system)
  const isReply = (i: number) => tags[i]?.reply_to != null
  return {
    predictions: items.map(({ context }) => ({ context })),
    scores: {
      targets: tags.length,
      all: meanOf(items),
      bare: meanOf(items.filter((_, i) => !isReply(i))),
      reply: meanOf(items.filter((_, i) => isReply(i))),
    },
  }
}

/** Each mention's predicted context, as lines of its file, and its score. */
export function scoreTags(
  chats: readonly AnnotatedChat[],
  tags: readonly TagTarget[],
  system: System,
): (ScoredItem & { readonly context: readonly number[] })[] {
  const byName = new Map(chats.map((chat) => [chat.name, chat]))
  return tags.map((tag) => {
    const chat = byName.get(tag.file)
    if (chat === undefined) {
      throw new AppError(
        'invalid_request',
        `The targets name the chat "${tag.file}", which is not in the data. Use the data file they were made from.`,
      )
    }
    const context = system.ofTag(chat, tag).map((place) => chat.lineOf[place] as number)
    return { file: tag.file, context, ...compare(new Set(context), new Set(tag.gold ?? [])) }
  })
}
