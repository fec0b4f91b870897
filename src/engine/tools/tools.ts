import { AppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import type { Tool } from '../../models/language-model.ts'
import { calculator } from './calculator/calculator.ts'
import { catchUpTool } from './catch-up.ts'
import { forgetFact, updateFact } from './change-fact.ts'
import { currency } from './currency.ts'
import { currentTime } from './current-time.ts'
import { getMessage } from './get-message.ts'
import { getReplyChain } from './get-reply-chain.ts'
import { getSmartContext } from './get-smart-context.ts'
import { recallTool } from './recall.ts'
import { remember } from './remember.ts'
import { searchFilesTool } from './search-files.ts'
import { searchMessagesTool } from './search-messages.ts'
import { clip, type ToolCaller, type ToolDeps, type ToolEntry, type ToolOutput } from './tool.ts'
import { weather } from './weather.ts'

/* The tools a language model may call while it answers. Each sees only what the asker may see. Adding one
 * is a file here and a line in this list. */

const ENTRIES: readonly ToolEntry[] = [
  getSmartContext,
  getMessage,
  getReplyChain,
  searchMessagesTool,
  searchFilesTool,
  catchUpTool,
  remember,
  recallTool,
  updateFact,
  forgetFact,
  calculator,
  currentTime,
  weather,
  currency,
]

/** They are for a person. */
const FACT_TOOLS: readonly ToolEntry[] = [remember, recallTool, updateFact, forgetFact]

/** All tools that are not turned off. */
export function listTools(off: ReadonlySet<string>): Tool[] {
  return ENTRIES.map(({ tool }) => tool).filter(({ name }) => !off.has(name))
}

/** The tools that can be of use to this question: each definition costs a hundred tokens. */
export function toolsFor(
  { chat, personId }: Question,
  { tools: { off, weatherUrl, currencyUrl } }: Pick<ToolDeps, 'tools'>,
): Tool[] {
  const useless = new Set([
    ...ENTRIES.filter(({ tool }) => off.has(tool.name)),
    ...(chat === null ? ENTRIES.filter(({ needsChat }) => needsChat) : []),
    ...(personId === null ? FACT_TOOLS : []),
    ...(weatherUrl === null ? [weather] : []),
    ...(currencyUrl === null ? [currency] : []),
  ])
  return ENTRIES.filter((entry) => !useless.has(entry)).map(({ tool }) => tool)
}

/** Runs a tool with a model's arguments; the error names what is wrong with them. */
export async function runTool(
  caller: ToolCaller,
  { name, args }: { readonly name: string; readonly args: unknown },
  deps: ToolDeps,
): Promise<ToolOutput> {
  const on = ENTRIES.filter(({ tool }) => !deps.tools.off.has(tool.name))
  const found = on.find(({ tool }) => tool.name === name)
  if (found === undefined) {
    throw new AppError(
      'invalid_request',
      `There is no tool "${clip(name)}". There are: ${namesOf(on)}.`,
    )
  }
  if (found.needsChat && caller.question.chat === null) {
    const others = namesOf(on.filter(({ needsChat }) => !needsChat))
    throw new AppError(
      'invalid_request',
      `${name} looks into a chat, and this was asked outside of any. Possible here: ${others}.`,
    )
  }
  return found.run(caller, args, deps)
}

function namesOf(entries: readonly ToolEntry[]): string {
  return entries.map(({ tool }) => tool.name).join(', ')
}
