import type { ContextRequest } from '../src/engine/context/resolve-question.ts'
import type { EngineDeps } from '../src/engine/engine.ts'
import type { Tool, ToolBox, ToolResult } from '../src/models/language-model.ts'
import { admin, incoming, NOW, testEngine } from './deps.ts'
import { testFiles } from './test-files.ts'
import { toolWorld } from './tool-world.ts'
import type { TestDb } from './with-db.ts'

/* A workspace in which everybody has something to hide, each with a word of its own, and a model that
 * asks for all of it. */

/** Every word, by where it is kept. The part behind the dash is in no question and no guess. */
export const WORDS = {
  'said in the team': 'teapot-11',
  'said in topic 5 of the team': 'zanzibar-17',
  'said in the other group': 'kilimanjaro-23',
  'said by Ann alone': 'marrakesh-29',
  'said by Bob alone': 'timbuktu-31',
  'noted by Ann in the team': 'kettle-41',
  'noted by Bob in the team': 'samarkand-42',
  'noted by Ann alone': 'isfahan-43',
  'noted by Bob alone': 'bukhara-44',
  'file of the workspace': 'handbook-50',
  'file of Ann': 'palmyra-51',
  'file of Bob': 'carthage-52',
  'file of the other group': 'nineveh-53',
  'turn of Bob': 'babylon-61',
} as const
export type Kept = keyof typeof WORDS

/** The same words in another workspace have another ending. */
export const elsewhere = (word: string) => `${word}-elsewhere`

const CHATS = {
  team: { kind: 'group', members: ['Ann', 'Bob'] },
  other: { kind: 'group', members: ['Bob'] },
  'ann-alone': { kind: 'private', members: ['Ann'] },
  'bob-alone': { kind: 'private', members: ['Bob'] },
} as const

/** Fills a workspace with all of it. */
export async function fill(here: TestDb, ending = (word: string) => word): Promise<void> {
  const word = (kept: Kept) => `the plan is called ${ending(WORDS[kept])}`
  const said: Record<keyof typeof CHATS, Kept> = {
    team: 'said in the team',
    other: 'said in the other group',
    'ann-alone': 'said by Ann alone',
    'bob-alone': 'said by Bob alone',
  }
  const { engine } = testEngine(here)
  for (const [id, { kind, members }] of Object.entries(CHATS)) {
    const text = word(said[id as keyof typeof CHATS])
    const [who = ''] = members.slice(-1)
    const messages = [
      ...members.map((name) => incoming(name, 'hello', { externalId: `${id}-hi-${name}` })),
      incoming(who, text, { externalId: `${id}-1`, minutesAgo: 5 }),
    ]
    const chat = { channel: 'api', externalId: id, kind, title: id }
    await engine.receive(admin(here), { chat, messages })
    if (id !== 'team') continue
    const inTopic = { externalId: 'topic-1', topic: '5', minutesAgo: 4 }
    const secret = incoming('Bob', word('said in topic 5 of the team'), inTopic)
    // A reply across topics: its chain must end at the wall.
    const bridge = { externalId: 'bridge', replyTo: 'topic-1', minutesAgo: 3 }
    await engine.receive(admin(here), { chat, messages: [secret, incoming('Bob', 'see', bridge)] })
  }
  const { run } = toolWorld(here)
  const note = (kept: Kept, thread: string | null, author: string) =>
    run('remember', { text: word(kept) }, { thread, author })
  await note('noted by Ann in the team', 'api:team', 'ann')
  await note('noted by Bob in the team', 'api:team', 'bob')
  await note('noted by Ann alone', null, 'ann')
  await note('noted by Bob alone', null, 'bob')
  await keepFiles(here, word)
  const turn = { sessionId: 'bobs-session' as never, window: 5 }
  await engine.ask(admin(here), asking(word('turn of Bob'), { author: person('bob') }), turn)
}

async function keepFiles(here: TestDb, word: (kept: Kept) => string): Promise<void> {
  const files = testFiles(here)
  const owners = [
    ['file of the workspace', null, null],
    ['file of Ann', null, 'ann'],
    ['file of Bob', null, 'bob'],
    ['file of the other group', 'api:other', null],
  ] as const
  for (const [kept, threadId, author] of owners) {
    const bytes = new TextEncoder().encode(`# Plan\n\n${word(kept)}\n`)
    const file = { path: `${kept}.md`, bytes, contentType: null }
    const owner = { threadId, author: author === null ? null : person(author) }
    await files.keep(admin(here), owner, file)
  }
}

/** Somebody, as a channel names them. */
export function person(externalId: string) {
  return { externalId, name: null, username: null, isBot: false }
}

/** A question outside of any chat by Ann, unless it says otherwise. */
export function asking(text: string, more: Partial<ContextRequest> = {}): ContextRequest {
  return {
    threadId: null,
    text,
    author: person('ann'),
    messageId: null,
    replyTo: null,
    quote: null,
    askedAt: NOW,
    budgetTokens: 4_000,
    ...more,
  }
}

/** An engine whose model may use tools, with these surroundings and some of the settings changed. */
export function engineWith(
  here: TestDb,
  deps: Partial<EngineDeps>,
  settings: Partial<EngineDeps['settings']> = {},
) {
  const made = testEngine(here, deps)
  const changed = {
    ...made.deps,
    settings: { ...made.deps.settings, withTools: true, ...settings },
  }
  return testEngine(here, changed).engine
}

const STEMS = Object.values(WORDS).map((word) => word.split('-')[0] ?? '')
const GUESSES: Readonly<Record<string, readonly unknown[]>> = {
  id: [
    ...Object.keys(CHATS).flatMap((id) => [`${id}-1`, `${id}-hi-Bob`]),
    ...['topic-1', 'bridge', '1', '2', '3', '0', '-1', '%', '*', "' or true --", '\0', '../1'],
  ],
  query: [...STEMS, 'plan', 'the plan is called', '*', '%', "') or true --", 'a | !b', ':*', '""'],
  from: ['Bob', 'bob', '@bob', '%'],
  text: ['a note by the model', 'for Bob: a note by the model'],
}

/** Ids of all facts there are: a model may guess any number. */
export async function guessFactIds({ database }: TestDb): Promise<string[]> {
  const rows = await database.asOwner((tx) => tx.query<{ id: number }>('select id from facts'))
  return rows.map(({ id }) => String(id))
}

/** Arguments for a tool as somebody would try them who wants everything. */
export function guessArgs({ parameters }: Tool): Record<string, unknown>[] {
  const { properties = {} } = parameters as { properties?: Record<string, { maximum?: number }> }
  const of = (name: string) => GUESSES[name.replace('anchor_', '')] ?? []
  const limit = properties.limit?.maximum
  const most = limit === undefined ? {} : { limit }
  const single = Object.keys(properties).flatMap((name) =>
    of(name).map((value) => ({ [name]: value })),
  )
  const plain = [{}, ...single].map((args) => ({ ...most, ...args }))
  const mixed = 'from' in properties ? of('from').map((from) => ({ query: 'plan', from })) : []
  const base = plain.at(1) ?? {}
  const stolen = STOLEN.map((extra) => ({ ...base, ...extra }))
  return [...plain, ...mixed, ...stolen]
}

/** Fields no tool has: whose and where is not for a model to say. */
const STOLEN = [
  { person: 'bob' },
  { person_id: 2 },
  { author: { id: 'bob' } },
  { chat_id: 1 },
  { thread_id: 'api:other' },
  { topic: '5' },
  { workspace_id: 'default' },
  { scope: 'workspace' },
  JSON.parse('{"__proto__": {"personId": 2}}') as object,
]

/** So many guesses one answer's tools have room for; what comes after is refused unread. */
export const GUESSES_AT_ONCE = 6

/** Calls every tool with everything that can be guessed, or with a slice of that. */
export async function askEverything(
  box: ToolBox,
  from = 0,
  count = Number.POSITIVE_INFINITY,
): Promise<{ readonly results: ToolResult[]; readonly isAll: boolean }> {
  const signal = AbortSignal.timeout(100_000)
  const calls = box.tools.flatMap((tool) =>
    guessArgs(tool).map((args) => [tool.name, args] as const),
  )
  const results: ToolResult[] = []
  for (const [name, args] of calls.slice(from, from + count)) {
    results.push(await box.run(name, args, signal))
  }
  return { results, isAll: from + count >= calls.length }
}
