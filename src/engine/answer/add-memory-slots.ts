import { findRolling } from '../../db/sessions/rolling-summaries.ts'
import { listTopicSummaries } from '../../db/sessions/topic-summaries.ts'
import type { SessionId } from '../../domain/ids.ts'
import { type ActiveTopic, memoryScope } from '../../domain/memory.ts'
import type { Question } from '../../domain/question.ts'
import type { TracedMemory } from '../../domain/trace.ts'
import type { PromptBuilder } from '../write/prompt-builder.ts'
import { capOf, type SlotName } from '../write/slots.ts'
import type { AnswerDeps } from './deps.ts'

/* Puts stored summaries into their prompt slots before retrieval. An answer never waits for a summary to be made. */

/** Largest share of the whole prompt: more would leave too few tokens for what the question itself is about. */
const SHARE = 0.4
/** A shorter remainder is not worth a slot. */
const MIN_TOKENS = 30

type Slot = {
  readonly name: SlotName
  readonly text: string
  /** When the summary was made. */
  readonly asOf: Date
  readonly sessionIds: readonly SessionId[]
}

/** The prompt with the asker's memory added, and which memory that was. */
export async function addMemorySlots(
  base: PromptBuilder,
  question: Question,
  topics: readonly ActiveTopic[],
  deps: AnswerDeps,
): Promise<{ readonly base: PromptBuilder; readonly memory: TracedMemory | null }> {
  const { memory: owner } = question
  if (owner === null) return { base, memory: null }
  const slots = await readSlots(question, topics, deps)
  const filled: { name: string; tokens: number; sessionIds: readonly SessionId[] }[] = []
  let builder = base
  let left = Math.floor(deps.settings.contextTokens * SHARE)
  for (const { name, text, asOf, sessionIds } of slots) {
    const shown = wholeBullets(
      deps.shorten(text, Math.min(left, capOf(name, deps.settings.summaryCaps))),
      text,
    )
    const tokens = deps.countTokens(shown)
    if (tokens < Math.min(MIN_TOKENS, deps.countTokens(text))) continue
    builder = builder.withSlot(name, { text: shown, asOf })
    left -= tokens
    filled.push({ name, tokens, sessionIds })
  }
  return { base: builder, memory: { owner: owner.key, slots: filled, topics } }
}

/** The session's topics first, then the last weeks, then the history. */
async function readSlots(
  question: Question,
  topics: readonly ActiveTopic[],
  { database }: AnswerDeps,
): Promise<Slot[]> {
  const { workspaceId, memory: owner } = question
  if (owner === null) return []
  return database.within(memoryScope(workspaceId, owner), async (db) => {
    const slugs = topics.map(({ slug }) => slug)
    const ofTopics =
      slugs.length === 0 ? [] : await listTopicSummaries(db, workspaceId, owner, slugs)
    const slots: Slot[] = ofTopics.map(({ slug, text, builtAt, sessionIds }) => ({
      name: `system.user_profile.topic:${slug}`,
      text,
      asOf: builtAt,
      sessionIds,
    }))
    for (const kind of ['recent', 'history'] as const) {
      const rolling = await findRolling(db, workspaceId, owner, kind)
      if (rolling === null) continue
      const { text, updatedAt: asOf, sessionIds } = rolling
      slots.push({ name: `system.user_profile.${kind}`, text, asOf, sessionIds })
    }
    return slots
  })
}

/** Drops the last bullet if it was cut in the middle. */
function wholeBullets(part: string, text: string): string {
  if (part === text) return text
  const end = part.lastIndexOf('\n')
  return end === -1 ? part : part.slice(0, end)
}
