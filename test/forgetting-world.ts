import { saveEvents } from '../src/db/channels/inbox.ts'
import { isAppError } from '../src/domain/errors.ts'
import type { FactId, FileId, SessionId } from '../src/domain/ids.ts'
import type { Files } from '../src/files/files.ts'
import { moveNotes } from '../src/memory/facts/move-notes.ts'
import { applyRetention } from '../src/upkeep/apply-retention.ts'
import { closeSome } from '../src/upkeep/plan-memory.ts'
import { admin, incoming } from './deps.ts'
import type { ForgettingStep } from './forgetting-steps.ts'
import { type MemoryWorld, memoryWorld } from './memory-world.ts'
import { postAnswer, TEAM } from './post-answer.ts'
import { repeatingModel } from './repeating-model.ts'
import { personId } from './rows.ts'
import { testFiles } from './test-files.ts'
import type { TestDb } from './with-db.ts'

/* A chat of people, each text with a word of its own, and a model that repeats every such word it is shown: in answers,
 * summaries, tags and rewritten questions. A channel posts the answers. What is forgotten must then be nowhere. */

const NAMES = ['Ann', 'Bob', 'Cyd'] as const

/** Words of a person in one row; the row is known by its kind and key. */
type Spoken = { readonly word: string; readonly by: string; readonly kind: string; key: string }

export type ForgettingWorld = {
  readonly world: MemoryWorld
  /** Words that must be nowhere. */
  readonly forgotten: Set<string>
  take(step: ForgettingStep): Promise<void>
}

/** Builds one on a test's database. `meanwhile` is called once for each call of the model. */
export function forgettingWorld(it: TestDb, meanwhile: () => Promise<void>): ForgettingWorld {
  const model = repeatingModel(meanwhile)
  const state = {
    it,
    world: memoryWorld(it, model),
    files: testFiles(it),
    spoken: [] as Spoken[],
    forgotten: new Set<string>(),
    count: 0,
  }
  return {
    world: state.world,
    forgotten: state.forgotten,
    take: async (one) => {
      // What happens while a model is called happens after the question.
      state.world.pass({ minutes: 1 / 60 })
      try {
        await does(state, one)
      } catch (error) {
        // Another is at work, or it is gone meanwhile: tried again later, or not at all.
        if (!isAppError(error)) throw error
      }
    },
  }
}

type State = {
  readonly it: TestDb
  readonly world: MemoryWorld
  readonly files: Files
  spoken: Spoken[]
  readonly forgotten: Set<string>
  count: number
}

/** A new text of a person, with a word that is nowhere else. */
function say(state: State, by: string, kind: string, key: string): string {
  state.count += 1
  const word = `xq${state.count}z`
  state.spoken.push({ word, by, kind, key })
  // Every other one states a fact.
  return state.count % 2 === 0 ? `I live in ${word}` : `The ${word} plan of the week.`
}

function forgetWords(state: State, isGone: (spoken: Spoken) => boolean): void {
  for (const { word } of state.spoken.filter(isGone)) state.forgotten.add(word)
  state.spoken = state.spoken.filter((one) => !isGone(one))
}

async function does(state: State, one: ForgettingStep): Promise<void> {
  const { it, world, files } = state
  switch (one.kind) {
    case 'write':
    case 'reply':
    case 'old-parent':
    case 'mention':
    case 'mention-reply':
      await receive(state, NAMES[one.who] ?? 'Ann', one.kind)
      return
    case 'ask': {
      const name = NAMES[one.who] ?? 'Ann'
      const session = `${name}-${Math.floor(state.count / 6)}`
      const text = say(state, name, 'session', session)
      const asked = state.spoken.at(-1)
      const { sessionId } = await world.ask(name.toLowerCase(), session, text)
      // The session that it was stored in: one that continues a closed one has another id.
      if (asked !== undefined) asked.key = sessionId ?? ''
      return
    }
    case 'ask-once': {
      const name = NAMES[one.who] ?? 'Ann'
      await world.ask(name.toLowerCase(), null, say(state, name, 'question', ''))
      return
    }
    case 'file': {
      const name = NAMES[one.who] ?? 'Ann'
      const key = String(state.count)
      const author = { externalId: name.toLowerCase(), name, username: null, isBot: false }
      const bytes = Buffer.from(say(state, name, 'file', key))
      await files.keep(
        admin(it),
        { threadId: null, author },
        { path: `${key}.md`, bytes, contentType: null },
      )
      return
    }
    case 'note':
    case 'team-note': {
      const name = NAMES[one.who] ?? 'Ann'
      const args = { text: say(state, name, one.kind, '') }
      const threadId = one.kind === 'note' ? null : 'api:team'
      const author = { externalId: name.toLowerCase(), name, username: null, isBot: false }
      await world.engine.runTool(admin(it), { threadId, author, name: 'remember', args })
      return
    }
    case 'delete-fact': {
      const rows = await list(
        state,
        `select id::text as key from facts where workspace_id = $1 and message_ids = '{}' and text <> '' order by id`,
      )
      const key = rows[one.which % Math.max(1, rows.length)]
      if (key === undefined) return
      const [text = ''] = await list(
        state,
        `select text as key from facts where workspace_id = $1 and id = ${Number(key)}`,
      )
      await world.memory.facts.drop(admin(it), Number(key) as FactId)
      forgetWords(state, ({ word }) => text.includes(word))
      return
    }
    case 'old-note':
    case 'update':
      await storeForPerson(state, NAMES[one.who] ?? 'Ann', one.kind)
      return
    case 'delete-message': {
      const rows = await list(
        state,
        'select external_id as key from messages where workspace_id = $1 and deleted_at is null and not is_bot order by id',
      )
      const key = rows[one.which % Math.max(1, rows.length)]
      if (key === undefined) return
      await world.engine.delete(admin(it), { ...TEAM, messageId: key })
      forgetWords(state, (spoken) => spoken.kind === 'message' && spoken.key === key)
      return
    }
    case 'delete-session': {
      const rows = await list(
        state,
        'select id as key from sessions where workspace_id = $1 and chat_id is null order by id',
      )
      const key = rows[one.which % Math.max(1, rows.length)]
      if (key === undefined) return
      await world.engine.forgetConversation(admin(it), key as SessionId)
      forgetWords(state, (spoken) => spoken.kind === 'session' && spoken.key === key)
      return
    }
    case 'delete-file': {
      const rows = await list(
        state,
        'select id::text as key from files where workspace_id = $1 order by id',
      )
      const key = rows[one.which % Math.max(1, rows.length)]
      if (key === undefined) return
      const { file } = await files.show(admin(it), Number(key) as FileId, 'content')
      await files.delete(admin(it), Number(key) as FileId)
      forgetWords(state, (spoken) => spoken.kind === 'file' && `${spoken.key}.md` === file.path)
      return
    }
    case 'forget': {
      const name = NAMES[one.who] ?? 'Ann'
      await world.memory.forget(admin(it), `api:${name.toLowerCase()}`)
      forgetWords(state, (spoken) => spoken.by === name)
      return
    }
    case 'delete-chat':
      await world.memory.deleteChat(admin(it), 'api:team')
      forgetWords(state, ({ kind }) => ['message', 'copy', 'update', 'team-note'].includes(kind))
      return
    case 'opt-out':
      await world.memory.optOut(admin(it), `api:${(NAMES[one.who] ?? 'Ann').toLowerCase()}`, true)
      return
    case 'pass':
      world.pass(one)
      return
    case 'upkeep':
      await closeSome(it.workspaceId, world.deps)
      await world.upkeep()
      await moveNotes(world.deps, new AbortController().signal)
      return
    case 'retention':
      await applyRetention(1, world.deps, new AbortController().signal)
  }
}

/** A message of the group; a mention is answered, and a channel posts the answer. */
async function receive(state: State, name: string, kind: ForgettingStep['kind']): Promise<void> {
  const { it, world } = state
  const id = String(state.count + 1)
  const text = say(state, name, 'message', id)
  const parent =
    kind === 'reply' || kind === 'mention-reply'
      ? state.spoken.findLast((one) => one.kind === 'message' && one.key !== id)
      : undefined
  const old =
    kind === 'old-parent' ? NAMES[(NAMES.indexOf(name as 'Ann') + 1) % NAMES.length] : undefined
  const copy = old === undefined ? (parent?.word ?? '') : say(state, old, 'copy', id)
  const message = incoming(name, text, {
    externalId: id,
    sentAt: world.now(),
    replyTo: old === undefined ? (parent?.key ?? null) : `old-${id}`,
    quote: copy === '' ? null : copy,
    contextSnapshot:
      old === undefined
        ? null
        : { text: copy, author: old, authorId: old.toLowerCase(), sentAt: null },
    raw: JSON.stringify({ text, parent: copy }),
  })
  await world.engine.receive(admin(it), { chat: TEAM, messages: [message] })
  if (kind !== 'mention' && kind !== 'mention-reply') return
  const { author, replyTo, quote } = message
  const question = {
    threadId: 'api:team',
    text,
    author,
    messageId: id,
    replyTo,
    quote,
    askedAt: null,
    budgetTokens: 3_000,
  }
  const answer = await world.engine.ask(admin(it), question, { sessionId: null, window: 5 })
  await postAnswer(state, answer.id, id)
}

/** A note as an earlier version stored it, or an update that waits in the inbox. */
async function storeForPerson(
  state: State,
  name: string,
  kind: 'old-note' | 'update',
): Promise<void> {
  const { it, world } = state
  const { workspaceId } = it
  const author = name.toLowerCase()
  const text = say(state, name, kind, '')
  const createdAt = world.now()
  const person = await personId(it, author)
  await it.database.asOwner(async (db) => {
    if (kind === 'update') {
      const by = { channel: TEAM.channel, bot: 'bot' }
      const place = { author, chat: TEAM.externalId, album: null }
      const update = {
        eventId: String(state.count),
        ordinal: null,
        payload: text,
        ...place,
        dueAt: createdAt,
      }
      return saveEvents(db, workspaceId, by, [update], createdAt)
    }
    // Of nobody who is not known yet.
    await db.query(
      `insert into notes (workspace_id, person_id, chat_id, text, created_at)
       select $1, id, null, $3, $4 from people where workspace_id = $1 and id = $2`,
      [workspaceId, person, text, createdAt.toISOString()],
    )
  })
}

async function list({ it }: State, sql: string): Promise<string[]> {
  const rows = await it.database.asOwner((db) => db.query<{ key: string }>(sql, [it.workspaceId]))
  return rows.map((row) => row.key)
}
