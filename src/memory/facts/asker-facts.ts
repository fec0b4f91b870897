import { bumpVersion } from '../../db/engine/data-versions.ts'
import type { Db } from '../../db/engine/database.ts'
import {
  isRepeated,
  listEntered,
  pruneRemembered,
  renewEntered,
} from '../../db/facts/entered-facts.ts'
import { listChatNames } from '../../db/facts/fact-lines.ts'
import { deleteFacts, insertFacts } from '../../db/facts/facts.ts'
import { findFactsByTerms, listFactsByIds, listFactsStatedBy } from '../../db/facts/find-facts.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { lockChatRow } from '../../db/messages/chats.ts'
import { findIdentity, findPersonById } from '../../db/messages/people.ts'
import type {
  AskerFacts,
  Fact,
  FactAsker,
  NamedPerson,
  RecallQuery,
  RememberedText,
  StatedFact,
} from '../../domain/fact.ts'
import type { FactId } from '../../domain/ids.ts'
import { memoryScope } from '../../domain/memory.ts'
import type { Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { queryTermsOf, termsOf } from '../../text/terms.ts'
import type { MemoryDeps } from '../deps.ts'
import { identityOf } from './fact-identity.ts'
import { dropFact, editFact, unknownFact } from './manage-facts.ts'
import { stateText } from './state-text.ts'

/** Facts that a person had remembered, in all chats; beyond this number the oldest are deleted. */
export const MAX_REMEMBERED = 500
const MAX_BY_WORDS = 200

/** Binds the functions to their dependencies. */
export function createAskerFacts(deps: MemoryDeps): AskerFacts {
  return {
    remember: (asker, text, saidAt) => remember(asker, text, saidAt, deps),
    recall: (asker, query) => recallFacts(asker, query, deps),
    update: async (asker, id, text) => {
      await checkSeen(asker, id, deps)
      return editFact(memberOf(asker), id, { text, status: null, isPinned: null }, deps)
    },
    forget: async (asker, id) => {
      await checkSeen(asker, id, deps)
      await dropFact(memberOf(asker), id, deps)
    },
  }
}

/** A model acts with the rights of the person who asks, whatever role the caller has. */
function memberOf({ workspaceId, personId }: FactAsker): Principal {
  return { workspaceId, role: 'member', personId, name: `person ${personId}` }
}

async function remember(
  asker: FactAsker,
  typed: string,
  saidAt: Date,
  deps: MemoryDeps,
): Promise<RememberedText> {
  const { workspaceId, memory, personId } = asker
  const remembered = await deps.database.within(memoryScope(workspaceId, memory), async (db) => {
    if (memory.chatId !== null) await lockChatRow(db, workspaceId, memory.chatId)
    // Before the person is read: who opts out or is forgotten meanwhile must not be written about.
    await lockForgetting(db, workspaceId, 'shared')
    const identity = await findIdentity(db, workspaceId, personId)
    const person = await findPersonById(db, workspaceId, personId)
    if (identity === null || identity.isOptedOut || person === null) {
      return { outcome: 'opted-out' } as const
    }
    const { id, username, name, externalId } = person
    const speaker = { id, username, name: name ?? username ?? externalId }
    const people = await peopleAround(db, asker, speaker)
    const others = people.filter((one) => one.id !== id).map((one) => one.name)
    const text = deps.redact(typed, deps.settings.hideNames ? others : [])
    const stated = stateText({ text, saidBy: speaker, saidAt }, people)
    const entered = await enter(db, asker, stated, deps.now())
    if (entered.outcome === 'stored') await bumpVersion(db, workspaceId, memory)
    return { ...entered, text }
  })
  if (remembered.outcome === 'stored') {
    await deps.database.within(workspaceScope(workspaceId), async (db) => {
      await lockForgetting(db, workspaceId, 'shared')
      await pruneRemembered(db, workspaceId, personId, MAX_REMEMBERED)
    })
  }
  return remembered
}

/** The people whose names a text may mean. */
async function peopleAround(
  db: Db,
  { workspaceId, memory }: FactAsker,
  speaker: NamedPerson,
): Promise<NamedPerson[]> {
  const known = memory.chatId === null ? [] : await listChatNames(db, workspaceId, memory.chatId)
  return [speaker, ...known.filter(({ id }) => id !== speaker.id)]
}

/** Stores a statement, unless it holds already: then it is as new as it was stated last. */
async function enter(
  db: Db,
  { workspaceId, memory }: FactAsker,
  stated: StatedFact,
  now: Date,
): Promise<{ readonly outcome: 'stored' | 'known'; readonly id: FactId }> {
  const identity = identityOf(stated)
  const [known] = await listEntered(db, workspaceId, memory.key, [identity])
  const insert = async (as: string) => {
    const fact = { ...stated, identity: as, modelId: 'remembered', status: 'active' } as const
    const [id] = await insertFacts(db, workspaceId, memory, [fact], now)
    return id
  }
  if (known?.isActive && known.isOpen) {
    await renewEntered(db, workspaceId, known.id, stated.saidAt)
    return { outcome: 'known', id: known.id }
  }
  // A value that comes back is a new period; one that was deleted is wanted again.
  if (known !== undefined && !known.isActive) await deleteFacts(db, workspaceId, [known.id])
  const isHistory = known?.isActive === true
  const as = isHistory ? identityOf(stated, { isDated: true }) : identity
  const id = await insert(as)
  if (id !== undefined) {
    const repeats = await isRepeated(db, workspaceId, id)
    return { outcome: repeats ? 'known' : 'stored', id }
  }
  // The same was entered at the same time.
  const [other] = await listEntered(db, workspaceId, memory.key, [as])
  if (other === undefined) throw new Error('a fact was neither stored nor known')
  return { outcome: 'known', id: other.id }
}

async function recallFacts(
  { workspaceId, personId, memory }: FactAsker,
  { text, at, limit }: RecallQuery,
  { database }: MemoryDeps,
): Promise<readonly Fact[]> {
  const seen = { owner: memory.key, personId: memory.personId }
  return database.within(memoryScope(workspaceId, memory), async (db) => {
    const by = { saidBy: personId, chatId: memory.chatId }
    const holds = ({ validTo }: Fact) => validTo === null || validTo > at
    const all = await listFactsStatedBy(db, workspaceId, seen, by, MAX_REMEMBERED)
    const own = all.filter(holds)
    if (text === null) return own.slice(0, limit)
    const terms = queryTermsOf(text)
    const found = await findFactsByTerms(db, workspaceId, seen, terms, MAX_BY_WORDS)
    const shared = new Map<FactId, number>(found.map((hit) => [hit.id, hit.shared]))
    const known = new Set(own.map(({ id }) => id))
    const more = found
      .filter(({ id, validTo }) => !known.has(id) && (validTo === null || validTo > at))
      .slice(0, limit)
    const others = await listFactsByIds(
      db,
      workspaceId,
      seen,
      more.map(({ id }) => id),
    )
    const score = (fact: Fact) => shared.get(fact.id) ?? sharedTerms(fact, terms)
    return [...own, ...others]
      .map((fact) => ({ fact, score: score(fact) }))
      .toSorted((a, b) => b.score - a.score || newestFirst(a.fact, b.fact))
      .slice(0, limit)
      .map(({ fact }) => fact)
  })
}

function sharedTerms({ text }: Fact, terms: readonly string[]): number {
  const of = new Set(termsOf(text))
  return terms.filter((term) => of.has(term)).length
}

function newestFirst(a: Fact, b: Fact): number {
  return b.saidAt.getTime() - a.saidAt.getTime() || b.id - a.id
}

/** Fails for a fact that is not shown to the asker where they ask: there it does not exist. */
async function checkSeen(
  { workspaceId, personId, memory }: FactAsker,
  id: FactId,
  { database }: MemoryDeps,
): Promise<void> {
  const seen = { owner: memory.key, personId: memory.personId }
  const by = { saidBy: personId, chatId: memory.chatId }
  const isSeen = await database.within(memoryScope(workspaceId, memory), async (db) => {
    const [fact] = await listFactsByIds(db, workspaceId, seen, [id])
    if (fact !== undefined) return true
    const own = await listFactsStatedBy(db, workspaceId, seen, by, MAX_REMEMBERED)
    return own.some((one) => one.id === id)
  })
  if (!isSeen) throw unknownFact(id)
}
