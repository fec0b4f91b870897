import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeats } from '../../test/depth.ts'
import { testApp } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'

/* Files, pins and messages of several owners, each marked with a word of its own. Ten thousand requests
 * of all kinds, by all kinds of callers, many of them the same question again within the cache's life:
 * none may be answered with a word its audience must not see. */

const db = useDatabase()

const QUERIES = repeats(1_000, 10_000)

/** Chats, their authors, and other readers. */
const CHATS = {
  red: { kind: 'group', members: ['ann', 'bob'] },
  green: { kind: 'group', members: ['ann', 'cat'] },
  'ann-alone': { kind: 'private', members: ['ann'] },
  'bob-alone': { kind: 'private', members: ['bob'] },
} as const
type Chat = keyof typeof CHATS
const PEOPLE = ['ann', 'bob', 'cat', 'dan'] as const
type Person = (typeof PEOPLE)[number]
const TENANTS = ['one', 'two'] as const

/** Ann pinned this file of hers to red: there, and only there, the others may see it. */
const SHARED = 'shared'
/** What can be seen, by its mark. */
const OWNERS = [
  ...Object.keys(CHATS).flatMap((chat) => [`said-${chat}`, `file-${chat}`]),
  ...PEOPLE.map((person) => `own-${person}`),
  SHARED,
  'workspace',
]
const markOf = (tenant: string, owner: string) => `mark${tenant}${owner.replaceAll('-', '')}x`
const MARKS = TENANTS.flatMap((tenant) =>
  OWNERS.map((owner) => ({ tenant, owner, mark: markOf(tenant, owner) })),
)

type Caller = Person | 'staff'

/** What an answer to this caller, given in this chat or in none, may show. */
function mayShow(who: Caller, chat: Chat | null): Set<string> {
  const shown = new Set(['workspace'])
  const isAlone = chat === null || CHATS[chat].kind === 'private'
  if (chat !== null) for (const owner of [`said-${chat}`, `file-${chat}`]) shown.add(owner)
  if (chat === 'red') shown.add(SHARED)
  if (isAlone && who !== 'staff') shown.add(`own-${who}`)
  if (isAlone && who === 'ann') shown.add(SHARED)
  return shown
}

/** What a caller may look at who lists or opens things, wherever they are. */
function maySee(who: Caller): Set<string> {
  if (who === 'staff') return new Set(OWNERS)
  const chats = (Object.keys(CHATS) as Chat[]).filter((chat) => isMember(who, chat))
  return new Set([null, ...chats].flatMap((chat) => [...mayShow(who, chat)]))
}

const isMember = (who: Caller, chat: Chat) =>
  who === 'staff' || (CHATS[chat].members as readonly string[]).includes(who)

/** The console's requests. */
const LOOKS = ['chats', 'timeline', 'message', 'find', 'find files', 'answers', 'talks', 'memory']

const word = fc.constantFrom('invoice', 'deploy', 'handbook', 'restaurant', 'invoces')
const call = fc.record({
  tenant: fc.constantFrom(...TENANTS),
  who: fc.constantFrom<Caller>(...PEOPLE, 'staff'),
  chat: fc.constantFrom<Chat>(...(Object.keys(CHATS) as Chat[])),
  text: fc.oneof(
    fc.constant('@bot'),
    fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => `@bot ${words.join(' ')}?`),
  ),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('build') },
    { weight: 1, arbitrary: fc.constantFrom('ask', 'ask alone', 'why', 'tool') },
    { weight: 2, arbitrary: fc.constantFrom(...LOOKS) },
    { weight: 2, arbitrary: fc.constantFrom('files', 'file', 'chunks', 'pins', 'feedback') },
  ),
  nth: fc.integer({ min: 0, max: 20 }),
})

test(`no mark of another owner or audience is in any of ${QUERIES} replies`, async () => {
  const tenants = { one: await makeTenant('one'), two: await makeTenant('two') }
  const last = { answer: 'none', by: 'staff' as Caller }
  const seen = { answered: 0, cached: 0, marks: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(call, async ({ tenant: name, who, chat, text, kind, nth }) => {
      const { send, keys, fileIds } = tenants[name]
      const thread_id = `api:${chat}`
      const file = fileIds[nth % fileIds.length]
      const request = {
        build: ['POST', '/api/context/build', { thread_id, message: text }],
        ask: ['POST', '/api/ask', { thread_id, query: text }],
        'ask alone': ['POST', '/api/ask', { query: text }],
        why: ['GET', `/api/answers/${last.answer}/why`],
        tool: ['POST', '/api/tools/get_smart_context', { thread_id, arguments: {} }],
        files: ['GET', `/api/files${inThread(nth, '?', thread_id)}`],
        file: ['GET', `/api/files/${file}?include=content`],
        chunks: ['GET', `/api/files/${file}`],
        pins: ['GET', `/api/references?thread_id=${thread_id}`],
        chats: ['GET', '/api/chats'],
        timeline: ['GET', `/api/chats/${thread_id}/messages?index=${nth % 6}`],
        message: ['GET', `/api/chats/${thread_id}/messages/${nth % 7}`],
        find: ['GET', `/api/chats/${thread_id}/search?q=invoice`],
        'find files': ['GET', `/api/files/search?q=deploy${inThread(nth, '&', thread_id)}`],
        answers: ['GET', `/api/answers${inThread(nth, '?', thread_id)}`],
        talks: ['GET', '/api/conversations'],
        memory: ['GET', `/api/chats/${thread_id}/memory`],
        feedback: [
          'POST',
          '/api/context/feedback',
          { context_item_id: `${nth % 2 === 0 ? 'chunk' : 'message'}:${nth + 1}`, useful: true },
        ],
      }[kind] as [string, string, unknown?]
      const [method, path, body] = request
      const reply = await send(method, path, body, {
        Authorization: `Bearer ${keys.get(who) ?? ''}`,
      })
      const said = JSON.stringify(reply.body)
      const isInChat = ['build', 'ask', 'tool', 'timeline', 'message', 'find'].includes(kind)
      const allowed = isInChat
        ? isMember(who, chat)
          ? mayShow(who, chat)
          : new Set<string>()
        : kind === 'ask alone'
          ? mayShow(who, null)
          : maySee(who)
      const hidden = MARKS.filter(({ tenant, owner }) => tenant !== name || !allowed.has(owner))
      expect(hidden.filter(({ mark }) => said.includes(mark))).toEqual([])
      if (kind === 'ask' && reply.status === 200) last.answer = String(reply.body.answer_id)
      if (reply.status !== 200) return
      seen.answered += 1
      if (said.includes('"cached":true')) seen.cached += 1
      for (const [mark] of said.matchAll(/mark(?:one|two)\w+?x/g)) seen.marks.add(mark)
    }),
    { numRuns: QUERIES, seed: 7 },
  )
  // A test in which nothing is shown would prove nothing.
  expect(seen.answered).toBeGreaterThan(QUERIES / 3)
  expect(seen.cached).toBeGreaterThan(QUERIES / 20)
  expect(seen.marks.size).toBe(TENANTS.length * OWNERS.length)
}, 900_000)

function inThread(nth: number, joint: string, thread: string): string {
  return nth % 2 === 0 ? '' : `${joint}thread_id=${thread}`
}

async function makeTenant(name: (typeof TENANTS)[number]) {
  const test = await db.fresh()
  const app = await testApp(test, { api: { ratePerMinute: 10_000_000 } })
  const mark = (owner: string) => markOf(name, owner)
  for (const [chat, { kind, members }] of Object.entries(CHATS)) {
    const messages = Array.from({ length: 6 }, (_, i) => ({
      id: String(i + 1),
      author: { id: members[i % members.length] },
      sent_at: `2026-03-10T11:${10 + i}:00Z`,
      text: `the invoice of the restaurant, deploy ${i} ${mark(`said-${chat}`)}`,
    }))
    await app.send('POST', '/api/messages', { chat: { channel: 'api', id: chat, kind }, messages })
  }
  const fileIds: string[] = []
  const keep = async (owner: string, more: object) => {
    const content = `# Handbook\n\nHow to deploy, and where the invoice goes. ${mark(owner)}`
    const path = `handbook-${owner}.md`
    const { body } = await app.send('POST', '/api/files', { path, content, ...more })
    const [kept] = body.files as { id: string }[]
    fileIds.push(kept?.id ?? '')
    return kept?.id
  }
  await keep('workspace', {})
  for (const chat of Object.keys(CHATS)) await keep(`file-${chat}`, { thread_id: `api:${chat}` })
  for (const person of PEOPLE) await keep(`own-${person}`, { author: { id: person } })
  const shared = await keep(SHARED, { author: { id: 'ann' } })
  await app.send('POST', '/api/references', { thread_id: 'api:red', file_id: shared })
  const keys = new Map<Caller, string>([['staff', await app.keyFor('staff')]])
  for (const who of PEOPLE) keys.set(who, await app.keyFor('member', `api:${who}`))
  return { send: app.send, keys, fileIds }
}
