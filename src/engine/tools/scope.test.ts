import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admin, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { findChat } from '../../db/messages/chats.ts'
import { findPerson } from '../../db/messages/people.ts'
import type { PersonId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { storeFile } from '../../files/store-file.ts'

/* Every text carries a mark of its chat and its author. For any caller, tool and chat, no mark of another
 * chat or person may be in the result; and everything that may be shown is. */

const db = useDatabase()

const CHATS = {
  red: { kind: 'group', members: ['ann', 'bob'] },
  green: { kind: 'group', members: ['ann', 'cat'] },
  own: { kind: 'private', members: ['ann'] },
} as const
type Chat = keyof typeof CHATS
const CHAT_NAMES = Object.keys(CHATS) as Chat[]
const PEOPLE = ['ann', 'bob', 'cat'] as const
type Person = (typeof PEOPLE)[number]
const TENANTS = ['one', 'two'] as const
const LIMITS = {
  maxBytes: 100_000,
  maxText: 100_000,
  maxChunks: 100,
  maxPages: 10,
  maxReadMs: 20_000,
  maxFilesPerOwner: 100,
}

const markOf = (tenant: string, what: string) => `mark${tenant}${what}x`
const members = (chat: Chat): readonly string[] => CHATS[chat].members
const isIn = (who: Person, chat: Chat | null) => chat === null || members(chat).includes(who)

/** What may be shown to a person who asks in a chat, or in none. */
function mayShow(who: Person, chat: Chat | null): string[] {
  if (!isIn(who, chat)) return []
  const here = chat === null ? [] : [`said${chat}`, `file${chat}`]
  // What was remembered in a group is the group's.
  if (chat !== null && CHATS[chat].kind === 'group') {
    return [...here, ...members(chat).map((one) => `note${one}${chat}`)]
  }
  const notes = [null, ...CHAT_NAMES].filter((some) => isIn(who, some))
  return [...here, `file${who}`, ...notes.map((some) => `note${who}${groupOf(some)}`)]
}

/** Notes made in private are the same as those made without a chat. */
const groupOf = (chat: Chat | null) => (chat === 'own' || chat === null ? 'alone' : chat)

test('no tool shows what is of another chat, person or tenant, and each shows all it may', async () => {
  const tenants = { one: await makeTenant('one'), two: await makeTenant('two') }
  const seen = new Set<string>()
  const calls = fc.record({
    tenant: fc.constantFrom(...TENANTS),
    who: fc.constantFrom(...PEOPLE),
    chat: fc.constantFrom(null, ...CHAT_NAMES),
    call: fc.constantFrom<readonly [string, object]>(
      ['search_messages', { query: 'invoice of the printer', limit: 20 }],
      ['search_messages', { query: 'mark', from: 'ann' }],
      ['search_files', { query: 'invoice of the printer', limit: 20 }],
      ['recall', { limit: 50 }],
      ['recall', { query: 'printer invoice' }],
      ['get_smart_context', {}],
      ['get_message', { id: '1' }],
      ['get_reply_chain', { id: '2' }],
    ),
  })
  await fc.assert(
    fc.asyncProperty(calls, async ({ tenant, who, chat, call: [name, args] }) => {
      const result = await tenants[tenant].run(who, chat, name, args).catch(String)
      const shown = [...JSON.stringify(result).matchAll(/mark\w+?x/g)].map(([mark]) => mark)
      const allowed = mayShow(who, chat).map((what) => markOf(tenant, what))
      expect(allowed).toEqual(expect.arrayContaining(shown))
      for (const mark of shown) seen.add(`${mark} to ${who} in ${chat}`)
    }),
    { numRuns: 1_500, seed: 11 },
  )
  const all = TENANTS.flatMap((tenant) =>
    PEOPLE.flatMap((who) =>
      [null, ...CHAT_NAMES].flatMap((chat) =>
        mayShow(who, chat).map((what) => `${markOf(tenant, what)} to ${who} in ${chat}`),
      ),
    ),
  )
  expect([...seen].toSorted()).toEqual([...new Set(all)].toSorted())
})

async function makeTenant(tenant: string) {
  const corner = await db.fresh()
  const { database, workspaceId } = corner
  const { engine } = testEngine(corner)
  const mark = (what: string) => `the invoice of the printer ${markOf(tenant, what)}`
  for (const externalId of CHAT_NAMES) {
    const messages = [1, 2, 3].map((n) =>
      incoming(
        members(externalId)[n % members(externalId).length] ?? '',
        mark(`said${externalId}`),
        {
          externalId: String(n),
          replyTo: n === 1 ? null : '1',
          sentAt: minutesAgo(10 - n),
        },
      ),
    )
    const chat = { channel: 'api', externalId, kind: CHATS[externalId].kind, title: null }
    await engine.receive(admin(corner), { chat, messages })
  }
  const inWorkspace = workspaceScope(workspaceId)
  const idOf = (who: string) =>
    database.within(inWorkspace, async (tx) => {
      return (await findPerson(tx, workspaceId, 'api', who))?.id as PersonId
    })
  const keep = async (what: string, owner: { chat?: Chat; person?: Person }) => {
    const ref = { channel: 'api', externalId: owner.chat ?? '' }
    const chat = await database.within(inWorkspace, (tx) => findChat(tx, workspaceId, ref))
    const personId = owner.person === undefined ? null : await idOf(owner.person)
    const file = { path: `${what}.md`, bytes: Buffer.from(mark(what)), contentType: null }
    const deps = { database, now: () => NOW, limits: LIMITS, record: () => undefined }
    await storeFile(workspaceId, { chatId: chat?.id ?? null, personId }, file, deps)
  }
  for (const chat of CHAT_NAMES) await keep(`file${chat}`, { chat })
  for (const person of PEOPLE) await keep(`file${person}`, { person })

  const run = async (who: Person, chat: Chat | null, name: string, args: object) => {
    const principal = { workspaceId, role: 'member', personId: await idOf(who), name: who } as const
    const threadId = chat === null ? null : `api:${chat}`
    return engine.runTool(principal, { threadId, author: null, name, args })
  }
  for (const who of PEOPLE) {
    for (const chat of [null, ...CHAT_NAMES].filter((some) => isIn(who, some))) {
      await run(who, chat, 'remember', { text: mark(`note${who}${groupOf(chat)}`) })
    }
  }
  return { run }
}
