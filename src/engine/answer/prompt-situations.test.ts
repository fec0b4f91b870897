import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../../test/memory-world.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testFiles } from '../../../test/test-files.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { Author, IncomingMessage } from '../../domain/message.ts'
import type { ModelCall } from '../../models/language-model.ts'
import type { ContextRequest } from '../context/resolve-question.ts'

/* What a model is really sent, in twelve situations, as files that a person can read (test/fixtures/prompts). Each must
 * name what the question is about, the times, and the tools. */

const databases = useDatabase()
const NOBODY = { username: null, isBot: false }
const ANN: Author = { externalId: 'ann', name: 'Ann', ...NOBODY }
const BEN: Author = { externalId: 'ben', name: 'Ben', ...NOBODY }

type World = MemoryWorld & { readonly it: TestDb; readonly calls: readonly ModelCall[] }

type Situation = {
  readonly name: string
  readonly before: readonly IncomingMessage[]
  readonly prepare?: (world: World) => Promise<void>
  readonly question: Partial<ContextRequest> & { readonly text: string }
  /** How the question names its target, in the compact format. */
  readonly target: RegExp
}

const PICNIC = [
  incoming('Ann', 'Shall we have the picnic by the lake on Sunday?', {
    externalId: '1',
    minutesAgo: 60,
  }),
  incoming('Ben', 'Yes! I bring the blankets', { externalId: '2', minutesAgo: 58, replyTo: '1' }),
  incoming('Cyd', 'The invoice of the plumber is 80 euros too high', {
    externalId: '3',
    minutesAgo: 55,
  }),
  incoming('Ann', 'Forecast says rain until noon', { externalId: '4', minutesAgo: 50 }),
]
const PHOTO = incoming('Ben', '', { externalId: '5', minutesAgo: 20, media: [{ kind: 'photo' }] })
const OWN = incoming('Earshot', 'The picnic is on Sunday by the lake [1].', {
  externalId: '6',
  minutesAgo: 15,
  author: { externalId: 'bot', name: 'Earshot', username: null, isBot: true },
})

const withFile = async ({ it }: World) => {
  const text = '# Lake\n\nParking costs 5 euros a day.\n"Dogs" are allowed on the east shore.\n'
  const upload = { path: 'lake.md', bytes: Buffer.from(text), contentType: null }
  return testFiles(it).keep(admin(it), { threadId: 'api:team', author: null }, upload)
}

const SITUATIONS: readonly Situation[] = [
  {
    name: 'bare',
    before: PICNIC,
    question: { text: '@bot thoughts?' },
    target: / → probably \[\d+\]: "@bot thoughts\?"/,
  },
  {
    name: 'reply',
    before: [...PICNIC, OWN],
    question: { text: '@bot is that still true?', replyTo: '4' },
    target: / → \[\d+\]: "@bot is that still true\?"/,
  },
  {
    name: 'reply-to-a-photo',
    before: [...PICNIC, PHOTO],
    question: { text: '@bot what is this?', replyTo: '5' },
    target: / → \[\d+\]: "@bot what is this\?"/,
  },
  {
    name: 'quote',
    before: PICNIC,
    question: { text: '@bot until when?', replyTo: '4', quote: 'rain until noon' },
    target: / → \[\d+\] quoting "rain until noon": "@bot until when\?"/,
  },
  {
    name: 'content',
    before: PICNIC,
    question: { text: '@bot what is wrong with the invoice of the plumber?' },
    target: /Ann: "@bot what is wrong with the invoice/,
  },
  {
    name: 'files',
    before: PICNIC,
    prepare: async (world) => void (await withFile(world)),
    question: { text: '@bot what does parking at the lake cost?' },
    target: /Parking costs 5 euros a day\.\n"Dogs" are allowed/,
  },
  {
    name: 'pinned-file',
    before: PICNIC,
    prepare: async (world) => {
      const { file } = await withFile(world)
      const wanted = { fileId: file.id, line: null }
      await world.engine.addReference(admin(world.it), 'api:team', wanted)
    },
    question: { text: '@bot thoughts?' },
    target: /Parking costs[\s\S]* → probably \[\d+\]: "@bot thoughts\?"/,
  },
  {
    name: 'private',
    before: [],
    question: { text: 'Write a haiku about rain', threadId: null },
    target: /Ann: "Write a haiku about rain"/,
  },
  {
    name: 'memory',
    before: PICNIC,
    prepare: async (world) => {
      world.pass({ days: 2 })
      await world.upkeep()
    },
    question: { text: '@bot when was the picnic?' },
    target: /"about":"the last weeks","as_of":"[A-Z][a-z]+, \d+ [A-Z][a-z]+ \d{4}"/,
  },
  {
    name: 'long-chat',
    before: [
      ...PICNIC,
      ...Array.from({ length: 60 }, (_, i) =>
        incoming('Cyd', `Tile number ${i} of the bathroom is laid`, {
          externalId: `t${i}`,
          minutesAgo: 45 - i / 2,
        }),
      ),
      incoming('Ben', 'And who brings the salad for the picnic?', {
        externalId: '70',
        minutesAgo: 2,
      }),
    ],
    question: { text: '@bot what is still missing for the picnic?' },
    target: /\n…\n/,
  },
  {
    name: 'other-language',
    before: [
      incoming('Олена', 'Хто купить квитки на поїзд до Львова?', {
        externalId: '1',
        minutesAgo: 30,
      }),
      incoming('Ben', 'Я можу ввечері', { externalId: '2', minutesAgo: 28, replyTo: '1' }),
    ],
    question: { text: '@bot думки?' },
    target: / → probably \[\d+\]: "@bot думки\?"/,
  },
  {
    name: 'tools',
    before: [...PICNIC, OWN],
    question: { text: '@bot what did Ben write about blankets last year?' },
    target: /you: "The picnic is on Sunday/,
  },
]

test.each(SITUATIONS)('$name: the target, the times and the tools are named', async (situation) => {
  const { system, text, call } = await promptOf(situation)
  expect(text).toMatch(situation.target)
  expect(text).toMatch(
    /Now: [A-Z][a-z]+, \d+ [A-Z][a-z]+ \d{4} at \d\d:\d\d \(UTC, as are all times here\)/,
  )
  for (const line of text.match(/^\[\d+\] .*: ".*$/gm) ?? [])
    expect(line).toMatch(/^\[\d+\] \d\d:\d\d /)
  expect(call.tools?.tools.length).toBeGreaterThan(0)
  expect(system).toContain('Look up what is missing before you say that it is missing.')
  expect(text).not.toMatch(/#\d|system\.user_profile/)
  const file = `../../../test/fixtures/prompts/${situation.name}.txt`
  await expect(`${system}\n\n${text}\n`).toMatchFileSnapshot(file)
})

test('a private session is not told that it is in a chat, and may use general knowledge', async () => {
  const situation = SITUATIONS.find(({ name }) => name === 'private') as Situation
  const { system } = await promptOf(situation)
  expect(system).not.toMatch(/group|chat|mentioned|lines/i)
  expect(system).toContain('otherwise from general knowledge')
})

async function promptOf({ before, prepare, question }: Situation) {
  const it = await databases.fresh()
  const model = scriptedModel({
    answer: 'On Sunday [1].',
    summarise: '- They plan a picnic by the lake on Sunday.',
    tag: '{"tags":[{"tag":"picnic"}]}',
    'match-topics': '{"candidates":[]}',
    grade: '{"relevant":[1,2,3,4,5,6,7,8,9]}',
    rewrite: '{"query":"picnic"}',
  })
  const world = { ...memoryWorld(it, model), it, calls: model.calls }
  if (before.length > 0) await world.engine.receive(admin(it), delivery(...before))
  await prepare?.(world)
  const asked = {
    threadId: 'api:team',
    author: question.replyTo === '4' ? BEN : ANN,
    messageId: null,
    replyTo: null,
    quote: null,
    askedAt: null,
    budgetTokens: 3_000,
    ...question,
  }
  await world.engine.ask(admin(it), asked, { sessionId: null, window: 5 })
  const call = model.calls.findLast(({ task }) => task.kind === 'answer') as ModelCall
  const { system, messages } = call.prompt
  const text = messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n')
  return { system, text, call }
}
