import { z } from 'zod'
import type { Db } from '../../db/engine/database.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { AppError } from '../../domain/errors.ts'
import type { AskerFacts } from '../../domain/fact.ts'
import type { FactId, FileId, MessageId } from '../../domain/ids.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Tool } from '../../models/language-model.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { SearchDeps } from '../views/search.ts'

/* What every tool is. A tool gets the question it is called for, which sets its scope and asker, and
 * arguments that a model made up: they are validated before it runs, and the caller gets an error that
 * names what is wrong. */

export type ToolDeps = SearchDeps & {
  readonly countTokens: (text: string) => number
  readonly tools: ToolSettings
  readonly askerFacts: AskerFacts
}

export type ToolSettings = {
  /** Names of tools that are turned off. */
  readonly off: ReadonlySet<string>
  /** The default time zone: an IANA name. */
  readonly timeZone: string
  /** A server with Open-Meteo's API; null turns weather off. */
  readonly weatherUrl: string | null
  /** A server with Frankfurter's API; null turns exchange rates off. */
  readonly currencyUrl: string | null
}

/** The question a tool is called for, and the signal that aborts it. */
export type ToolCaller = {
  readonly question: Question
  readonly signal: AbortSignal
  /** What tools returned so far: the lineage of the answer, by which it is found when something is forgotten. */
  readonly lookedUp: LookedUpSoFar
  /** The lines that the calling model was shown; empty for a caller without a prompt of ours. */
  readonly lines: PromptLines
}

/** The messages of a prompt: number of the line → the channel's id. */
export type PromptLines = ReadonlyMap<number, string>

export type LookedUpSoFar = {
  readonly messageIds: Set<MessageId>
  readonly fileIds: Set<FileId>
  readonly factIds: Set<FactId>
  readonly erasedFactIds: Set<FactId>
}

export const nothingLookedUp = (): LookedUpSoFar => ({
  messageIds: new Set(),
  fileIds: new Set(),
  factIds: new Set(),
  erasedFactIds: new Set(),
})

/** The caller of a tool that reads a chat. */
export type ChatCaller = ToolCaller & { readonly place: Place }

/** A tool's result: plain JSON, with user texts only as strings. */
export type ToolOutput = Readonly<Record<string, unknown>>

/** A tool as it is listed: its definition and how to run it. */
export type ToolEntry = {
  readonly tool: Tool
  /** It reads the chat of the question, and is not offered without one. */
  readonly needsChat: boolean
  run(caller: ToolCaller, args: unknown, deps: ToolDeps): Promise<ToolOutput>
}

type Described<T> = {
  readonly name: string
  readonly description: string
  readonly schema: z.ZodType<T>
}
type Definition<Caller, T> = Described<T> & {
  run(caller: Caller, args: T, deps: ToolDeps): Promise<ToolOutput>
}

/** Makes a tool from its name, description, schema and function. */
export function defineTool<T>(definition: Definition<ToolCaller, T>): ToolEntry {
  return {
    tool: toolOf(definition),
    needsChat: false,
    run: async (caller, args, deps) => definition.run(caller, checkArgs(definition, args), deps),
  }
}

/** The same for a tool that reads the chat it was called in. */
export function defineChatTool<T>(definition: Definition<ChatCaller, T>): ToolEntry {
  return {
    tool: toolOf(definition),
    needsChat: true,
    run: async (caller, args, deps) => {
      const { workspaceId, chat } = caller.question
      if (chat === null) throw new Error(`${definition.name} was run without a chat`)
      const place = { workspaceId, chatId: chat.id, topic: chat.topic }
      return definition.run({ ...caller, place }, checkArgs(definition, args), deps)
    },
  }
}

/** Runs a query in the scope of the answer's readers. */
export function withinScope<T>(
  { question }: ToolCaller,
  { database }: Pick<ToolDeps, 'database'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database.within(audienceScope(question.workspaceId, audienceOf(question)), work)
}

/** A free-text argument; characters the database cannot hold are replaced. */
export function textArg(maxLength: number) {
  return z.string().overwrite(cleanText).trim().min(1).max(maxLength)
}

/** An argument that limits the number of results. */
export function limitArg(most: number, usual: number, what: string) {
  return z.int().min(1).max(most).default(usual).describe(`How many ${what} at most`)
}

/** The input schema, not the output: arguments with a default may be left out. */
function toolOf({ name, description, schema }: Described<unknown>): Tool {
  const parameters: Record<string, unknown> = z.toJSONSchema(schema, {
    io: 'input',
    // Checked when the tool runs; every prompt would pay for them, and errors say it.
    override: ({ jsonSchema }) => {
      delete jsonSchema.minLength
      delete jsonSchema.maxLength
      delete jsonSchema.pattern
    },
  })
  // No model needs to know the dialect, and every prompt would pay for it.
  delete parameters.$schema
  return { name, description, parameters }
}

const MAX_ISSUES = 3

function checkArgs<T>({ name, schema }: Described<T>, args: unknown): T {
  const parsed = schema.safeParse(withoutNulls(args))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => [...path.map(String), message].join(': '))
  throw new AppError('invalid_request', `${name}: ${clip(issues.join('; '))}.`)
}

/** Models write null for arguments they leave out. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

const LONGEST_REPROACH = 500

/** The beginning of a model's argument, for an error about it. */
export function clip(text: string): string {
  return text.length <= LONGEST_REPROACH ? text : `${cut(text, LONGEST_REPROACH)}…`
}

/** The first `length` UTF-16 units of a text, without half a character at its end. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
