import { z } from 'zod'
import type { Db } from '../../db/engine/database.ts'
import type { Place } from '../../db/messages/find-messages.ts'
import { AppError } from '../../domain/errors.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Tool } from '../../models/language-model.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { SearchDeps } from '../views/search.ts'

/* What every tool is. A tool gets the question it is called for, which says where and for whom it
 * looks, and arguments that a model made up: they are checked before it runs, and whoever called is
 * told what is wrong with them. */

export type ToolDeps = SearchDeps & {
  readonly countTokens: (text: string) => number
  readonly tools: ToolSettings
}

export type ToolSettings = {
  /** The time zone of those who do not name one: an IANA name. */
  readonly timeZone: string
  /** Where the weather is asked, as Open-Meteo speaks; null where nobody may be asked. */
  readonly weatherUrl: string | null
  /** Where exchange rates are asked, as Frankfurter speaks; null where nobody may be asked. */
  readonly currencyUrl: string | null
}

/** For whom a tool looks, and until when they wait. */
export type ToolCaller = { readonly question: Question; readonly signal: AbortSignal }

/** The caller of a tool that looks into a chat. */
export type ChatCaller = ToolCaller & { readonly place: Place }

/** What a tool found: plain JSON, texts of people only as strings in it. */
export type ToolOutput = Readonly<Record<string, unknown>>

/** A tool as it is listed: how it is told of, and how it is run. */
export type ToolEntry = {
  readonly tool: Tool
  /** It looks into the chat of the question, and has nothing to say where there is none. */
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

/** Makes a tool of its name, what it is for, what it takes and what it does. */
export function defineTool<T>(definition: Definition<ToolCaller, T>): ToolEntry {
  return {
    tool: toolOf(definition),
    needsChat: false,
    run: async (caller, args, deps) => definition.run(caller, checkArgs(definition, args), deps),
  }
}

/** The same for a tool that looks into the chat it was called in. */
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

/** Runs a query that sees what those who will read the answer may see. */
export function withinScope<T>(
  { question }: ToolCaller,
  { database }: Pick<ToolDeps, 'database'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database.within(audienceScope(question.workspaceId, audienceOf(question)), work)
}

/** An argument that is free text; what the database cannot hold in it is replaced. */
export function textArg(maxLength: number) {
  return z.string().overwrite(cleanText).trim().min(1).max(maxLength)
}

/** An argument that says how much is wanted. */
export function limitArg(most: number, usual: number, what: string) {
  return z.int().min(1).max(most).default(usual).describe(`How many ${what} at most`)
}

/** As it is sent, not as it is read: what has a default may be left out. */
function toolOf({ name, description, schema }: Described<unknown>): Tool {
  const parameters: Record<string, unknown> = z.toJSONSchema(schema, { io: 'input' })
  // Which dialect it is no model needs to know, and each prompt would pay for it.
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

/** Models write null for what they do not want to say. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

const LONGEST_REPROACH = 500

/** The beginning of something a model made up, for an error about it. */
export function clip(text: string): string {
  return text.length <= LONGEST_REPROACH ? text : `${cut(text, LONGEST_REPROACH)}…`
}

/** The first so many units of a text, without half a character at its end. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
