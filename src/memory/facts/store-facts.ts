import type { Db } from '../../db/engine/database.ts'
import { listOptedOutNames, listRemembered } from '../../db/facts/fact-lines.ts'
import {
  deleteFacts,
  insertFacts,
  type KnownFact,
  listFactsFrom,
  type NewFact,
} from '../../db/facts/facts.ts'
import type { FactLine, NamedPerson, StatedFact } from '../../domain/fact.ts'
import type { ChatId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { subjectKeyOf, valueKeyOf } from '../../text/facts/compare-facts.ts'
import type { MemoryDeps } from '../deps.ts'
import { besidesRules } from './combine-facts.ts'
import { extractStatements, unmeantMessages } from './extract/extract-facts.ts'
import { foldName } from './extract/resolve-name.ts'
import { identityOf } from './fact-identity.ts'
import type { ModelFacts } from './model/ask-for-facts.ts'

/** `modelId` of facts that rules found. */
const RULES = 'rules'

/** Lines that were read, and what a model found in them; `model` is null if none was asked. */
export type ReadLines = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId
  readonly owner: MemoryOwner
  readonly lines: readonly FactLine[]
  readonly unread: ReadonlySet<MessageId>
  readonly people: readonly NamedPerson[]
  readonly model: ModelFacts | null
}

/** Stores what the lines state, and deletes what they no longer state; what people changed by hand stays. */
export async function replaceFacts(db: Db, read: ReadLines, deps: MemoryDeps): Promise<number> {
  const { workspaceId, owner, lines } = read
  const messageIds = lines.map(({ messageId }) => messageId)
  const known = await listFactsFrom(db, workspaceId, messageIds)
  const stated = newFacts(read, deps)
  const found = (await withoutForgotten(db, read, stated)).filter((fact) => !isDecided(fact, known))
  const identities = new Set(found.map(({ identity }) => identity))
  const unmeant = unmeantMessages(lines)
  const isGone = (fact: KnownFact) =>
    !fact.isChanged && !identities.has(fact.identity) && isDue(fact, read, unmeant)
  await deleteFacts(
    db,
    workspaceId,
    known.filter(isGone).map(({ id }) => id),
  )
  const ids = await insertFacts(db, workspaceId, owner, found, deps.now())
  return ids.length
}

function newFacts({ lines, people, model }: ReadLines, deps: MemoryDeps): NewFact[] {
  const { factsReview } = deps.settings
  const rules = extractStatements(lines, people)
  const status = factsReview === 'all' ? 'proposed' : 'active'
  const byRules = rules.map((fact) => ({
    ...fact,
    ...{ identity: identityOf(fact), modelId: RULES, status: status as NewFact['status'] },
  }))
  const byModel = besidesRules(rules, model?.facts ?? []).map(({ isInferred, ...fact }) => ({
    ...fact,
    // The wording of a model varies from reading to reading.
    identity: identityOf({ ...fact, value: valueKeyOf(fact.value) }),
    modelId: model?.modelId ?? RULES,
    status:
      isInferred && factsReview === 'inferred'
        ? ('proposed' as const)
        : (status as NewFact['status']),
  }))
  return [...byRules, ...byModel].flatMap((fact) => withoutPrivate(fact, people, deps))
}

/** A statement to store; none if its value holds personal data that is redacted everywhere else. */
function withoutPrivate<T extends StatedFact>(
  fact: T,
  people: readonly NamedPerson[],
  { redact, settings: { hideNames } }: MemoryDeps,
): T[] {
  const isOwn = fact.about.kind !== 'person' || fact.about.personId === fact.saidBy
  if (hideNames && !isOwn) return []
  if (redact(fact.value, []) !== fact.value || redact(fact.text, []) !== fact.text) return []
  const names = hideNames ? people.map(({ name }) => name) : []
  return [{ ...fact, text: redact(fact.text, names) }]
}

/** Without those of, and about, people who opted out or were forgotten since the lines were read. */
async function withoutForgotten(
  db: Db,
  { workspaceId, chatId }: ReadLines,
  found: readonly NewFact[],
): Promise<NewFact[]> {
  if (found.length === 0) return []
  const idsOf = ({ about, saidBy }: NewFact): PersonId[] => {
    const subject =
      about.kind === 'person' ? about.personId : about.kind === 'thing' ? about.of : null
    return subject === null ? [saidBy] : [saidBy, subject]
  }
  const remembered = await listRemembered(db, workspaceId, [...new Set(found.flatMap(idsOf))])
  const hidden = new Set((await listOptedOutNames(db, workspaceId, chatId)).map(foldName))
  return found.filter(
    (fact) =>
      idsOf(fact).every((id) => remembered.has(id)) &&
      !(
        fact.about.kind === 'person' &&
        fact.about.personId === null &&
        hidden.has(foldName(fact.about.name))
      ),
  )
}

/** True if a person corrected, rejected or confirmed what a model now says in other words. */
function isDecided(fact: NewFact, known: readonly KnownFact[]): boolean {
  if (fact.modelId === RULES || known.some(({ identity }) => identity === fact.identity))
    return false
  const subjectKey = subjectKeyOf(fact.about)
  return known.some(
    (other) =>
      other.isChanged &&
      other.subjectKey === subjectKey &&
      other.attribute === fact.attribute &&
      other.messageIds.some((id) => fact.messageIds.includes(id)),
  )
}

/**
 * True if this reading would have found the fact again. The rules read all lines each time; a model reads the new ones,
 * and may be over its limit today. A joke is none by either.
 */
function isDue(
  { modelId, messageIds }: KnownFact,
  { model, unread }: ReadLines,
  unmeant: ReadonlySet<MessageId>,
): boolean {
  if (modelId === RULES || messageIds.some((id) => unmeant.has(id))) return true
  return model !== null && messageIds.some((id) => unread.has(id))
}
