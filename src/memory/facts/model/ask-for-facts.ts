import type { FactLine, NamedPerson } from '../../../domain/fact.ts'
import type { ChatId, MessageId, WorkspaceId } from '../../../domain/ids.ts'
import type { MemoryOwner } from '../../../domain/memory.ts'
import { addressesIn, onlyKnownAddresses } from '../../../engine/write/known-addresses.ts'
import { DAY_MS, type MemoryDeps } from '../../deps.ts'
import { askModel, type ModelRequest } from '../../summaries/ask-model.ts'
import { unmeantMessages } from '../extract/extract-facts.ts'
import { indexNames } from '../extract/resolve-name.ts'
import { showFactLines } from './facts-prompt.ts'
import { type GroundedFact, groundFact } from './ground-facts.ts'
import { type ModelFact, readFactsReply } from './read-facts-reply.ts'

/** Lines of a conversation that a model reads for facts. */
export type FactPart = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId
  readonly owner: MemoryOwner
  readonly lines: readonly FactLine[]
  /** Of them, those that were not read before. */
  readonly unread: ReadonlySet<MessageId>
  readonly people: readonly NamedPerson[]
}

/** What a model found, and which. */
export type ModelFacts = { readonly facts: readonly GroundedFact[]; readonly modelId: string }

/** For as many facts as a reply may have, as JSON. */
const MAX_OUTPUT_TOKENS = 3_000

/**
 * True if a model is to read these lines, as with summaries: there is one, the conversation is recent and not a few lines,
 * and has messages of people since it was last read.
 */
export function isWorthModel(
  { lines, unread }: Pick<FactPart, 'lines' | 'unread'>,
  { model, offline, settings, now }: MemoryDeps,
): boolean {
  if (model.id === offline.id) return false
  const said = lines.filter(({ isBot }) => !isBot)
  const last = said.at(-1)
  if (last === undefined || said.length < settings.minModelLines) return false
  const isRecent = now().getTime() - last.sentAt.getTime() <= settings.modelMaxAgeDays * DAY_MS
  return isRecent && said.some(({ messageId }) => unread.has(messageId))
}

/** Has a model read lines for facts; null if none could: the rules do. */
export async function askForFacts(
  part: FactPart,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<ModelFacts | null> {
  const { workspaceId, chatId, owner, lines, unread, people } = part
  const shown = await showFactLines(lines, unread, deps)
  const request: ModelRequest<readonly ModelFact[]> = {
    prompt: shown.prompt,
    task: { kind: 'extract-facts', lines: shown.sourceLines },
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    repair: (reply) =>
      `Your reply could not be used. ${readFactsReply(reply).problem ?? ''}\nAnswer again, with the JSON only.`,
    read: (reply, isLast) => readFactsReply(reply).value?.facts ?? (isLast ? [] : null),
  }
  const made = await askModel(request, { workspaceId, owner, job: 'facts' }, deps, signal)
  if (made.modelId === deps.offline.id) return null
  const evidence = {
    ...{ shown, unread, unmeant: unmeantMessages(lines), names: indexNames(people) },
    isClean: (text: string, of: readonly FactLine[]) => isClean(text, of, deps),
  }
  const grounded = made.value.map((fact) => groundFact(fact, evidence))
  deps.record({
    name: 'facts.extracted',
    ...{ workspaceId, chatId, personId: owner.personId },
    ...{ model: made.modelId, modelTokens: made.tokens, ms: made.ms },
    found: made.value.length,
    dropped: grounded.filter((statements) => statements.length === 0).length,
  })
  return { facts: grounded.flat(), modelId: made.modelId }
}

const PLACEHOLDER = /\[[a-z-]{2,20}\]/

/** No placeholder for what was redacted, nothing to be redacted, and no address that the lines do not have. */
function isClean(text: string, lines: readonly FactLine[], { redact }: MemoryDeps): boolean {
  if (PLACEHOLDER.test(text) || redact(text, []) !== text) return false
  return onlyKnownAddresses(text, addressesIn(lines.map((line) => line.text))) === text
}
