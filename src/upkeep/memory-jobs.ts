import type { Handler, JobKind } from '../db/engine/job-queue.ts'
import { scrubFiles } from '../db/forgetting/scrub.ts'
import type { ChatId, SessionId } from '../domain/ids.ts'
import type { MemoryDeps } from '../memory/deps.ts'
import { extractChatFacts } from '../memory/facts/extract-chat-facts.ts'
import { inferTopics } from '../memory/summaries/infer-topics.ts'
import { refreshMemory } from '../memory/summaries/refresh-memory.ts'
import { summariseSession } from '../memory/summaries/summarise-session.ts'

/** The handler of each kind of job; all are idempotent. */
export function memoryJobs(deps: MemoryDeps): Readonly<Record<JobKind, Handler>> {
  return {
    summarise: ({ workspaceId, sessionId }, signal) =>
      summariseSession({ workspaceId, sessionId: sessionId as SessionId }, deps, signal),
    refresh: ({ workspaceId, owner }, signal) =>
      refreshMemory({ workspaceId, owner: String(owner) }, deps, signal),
    topic: ({ workspaceId, sessionId, turn }, signal) =>
      inferTopics(
        { workspaceId, sessionId: sessionId as SessionId, turn: Number(turn) },
        deps,
        signal,
      ),
    facts: ({ workspaceId, chatId }, signal) =>
      extractChatFacts({ workspaceId, chatId: Number(chatId) as ChatId }, deps, signal),
    scrub: async () => {
      const started = performance.now()
      const tables = await scrubFiles(deps.database)
      await deps.checkpoint()
      deps.record({ name: 'files.scrubbed', tables, ms: Math.round(performance.now() - started) })
    },
  }
}
