import type { Values } from '../src/config/config.ts'
import { type FactQuery, listFacts } from '../src/db/facts/find-facts.ts'
import type { PersonId } from '../src/domain/ids.ts'
import { type Scope, workspaceScope } from '../src/domain/scope.ts'
import type { LanguageModel } from '../src/models/language-model.ts'
import { admin, delivery, incoming } from './deps.ts'
import { memoryWorld } from './memory-world.ts'
import { personId } from './rows.ts'
import type { TestDb } from './with-db.ts'

const EVERY: FactQuery = {
  ...{ people: null, chatId: null, statuses: ['active'], terms: [], attribute: null, at: null },
  ...{ limit: 100, offset: 0 },
}

/** A world in which people chat and facts are read; the model is the offline one unless given. */
export function factsWorld(it: TestDb, model?: LanguageModel, env: Values = {}) {
  const built = memoryWorld(it, model, {}, env)
  let last = 0
  /** Sends messages a minute apart, by wish as replies to the first: one conversation. Returns their ids. */
  const send = async (
    lines: readonly (readonly [string, string])[],
    chat: { id?: string; kind?: 'group' | 'private'; isOne?: boolean } = {},
  ) => {
    const first = `${last + 1}`
    const messages = lines.map(([author, text]) => {
      last += 1
      built.pass({ minutes: 1 })
      const message = { ...incoming(author, text), externalId: `${last}`, sentAt: built.now() }
      const replyTo = chat.isOne && message.externalId !== first ? first : null
      return { ...message, replyTo, author: { ...message.author, isBot: author === 'Bot' } }
    })
    const { chat: team } = delivery()
    await built.engine.receive(admin(it), {
      chat: {
        ...team,
        externalId: chat.id ?? 'team',
        kind: chat.kind ?? 'group',
      },
      messages,
    })
    return messages.map(({ externalId }) => externalId)
  }
  /** Lets conversations become quiet, and has them read. */
  const settle = async () => {
    built.pass({ minutes: 600 })
    await built.upkeep()
  }
  return { it, ...built, send, settle }
}

/** The id of a person of the chat. */
export const personOf = async (it: TestDb, name: string) => (await personId(it, name)) as PersonId

/** Stored facts; active ones unless asked otherwise. */
export function factsIn(
  { database, workspaceId }: TestDb,
  query: Partial<FactQuery> = {},
  scope?: Scope,
) {
  return database.within(scope ?? workspaceScope(workspaceId), async (db) => {
    const { facts } = await listFacts(db, workspaceId, { ...EVERY, ...query })
    return facts
  })
}

/** The same as sentences, those that ended in brackets. */
export async function factTexts(...args: Parameters<typeof factsIn>) {
  return (await factsIn(...args))
    .map(({ text, validTo }) => (validTo === null ? text : `(${text})`))
    .sort()
}
