import type { Question } from '../src/domain/question.ts'
import { resolveQuestion } from '../src/engine/context/resolve-question.ts'
import type { Engine, EngineDeps } from '../src/engine/engine.ts'
import type { ToolOutput, ToolSettings } from '../src/engine/tools/tool.ts'
import { admin, testEngine } from './deps.ts'
import type { TestDb } from './with-db.ts'

/** Where a tool is called, and for whom; null for nowhere and nobody. */
export type CalledFrom = { readonly thread?: string | null; readonly author?: string | null }

export type ToolWorld = {
  readonly engine: Engine
  readonly deps: EngineDeps
  run(name: string, args: unknown, from?: CalledFrom): Promise<ToolOutput>
  /** The question a tool box is made for. */
  question(from?: CalledFrom): Promise<Question>
}

/** An engine whose tools are called in the group "team" by Ann, unless the test says otherwise. */
export function toolWorld(corner: TestDb, tools: Partial<ToolSettings> = {}): ToolWorld {
  const off = new Set<string>()
  const settings = { off, timeZone: 'UTC', weatherUrl: null, currencyUrl: null, ...tools }
  const { engine, deps } = testEngine(corner, { tools: settings })
  const call = ({ thread = 'api:team', author = 'ann' }: CalledFrom) => ({
    threadId: thread,
    author:
      author === null ? null : { externalId: author, name: null, username: null, isBot: false },
  })
  return {
    engine,
    deps,
    run: (name, args, from = {}) => engine.runTool(admin(corner), { ...call(from), name, args }),
    question: (from = {}) => {
      const asked = { text: 'well?', messageId: null, replyTo: null, quote: null, askedAt: null }
      const request = { ...call(from), ...asked, budgetTokens: 0 }
      return resolveQuestion(admin(corner), request, deps, { keepAsker: false })
    },
  }
}
