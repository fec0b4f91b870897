import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { type CalledFrom, toolWorld } from '../../../test/tool-world.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { MAX_NOTES } from '../../db/sessions/notes.ts'

const db = useDatabase()
const OTHER_GROUP = { thread: 'api:other' }
const ALONE = { thread: null }
const PRIVATE = { thread: 'api:private' }

/** Ann and Bob, who are in two groups; Ann also writes to the bot in a chat of her own. */
async function withPeople() {
  const corner = await db.fresh()
  const world = toolWorld(corner)
  const said = delivery(incoming('Ann', 'hello'), incoming('Bob', 'hello'))
  for (const [externalId, kind] of [
    ['team', 'group'],
    ['other', 'group'],
    ['private', 'private'],
  ] as const) {
    const messages = kind === 'private' ? said.messages.slice(0, 1) : said.messages
    const chat = { ...said.chat, externalId, kind }
    await world.engine.receive(admin(corner), { chat, messages })
  }
  const remember = (text: string, from?: CalledFrom) => world.run('remember', { text }, from)
  const recall = async (args: object = {}, from?: CalledFrom) => {
    const { notes } = await world.run('recall', args, from)
    return (notes as { text: string }[]).map(({ text }) => text)
  }
  return { ...world, corner, remember, recall }
}

describe('remember and recall', () => {
  test('what was remembered is recalled, with when', async () => {
    const { run, remember } = await withPeople()
    expect(await remember('Ann takes tea without sugar')).toEqual({
      remembered: true,
      was_known: false,
    })
    expect(await run('recall', {})).toEqual({
      notes: [{ text: 'Ann takes tea without sugar', remembered_at: '2026-03-10T12:00:00.000Z' }],
      facts: [],
    })
  })

  test('the same twice is kept once', async () => {
    const { remember, recall } = await withPeople()
    await remember('tea')
    expect(await remember('  tea ')).toEqual({ remembered: true, was_known: true })
    expect(await recall()).toEqual(['tea'])
  })

  test('words in common come first, in whatever form; the rest newest first', async () => {
    const { remember, recall } = await withPeople()
    await remember('the dentist is on Tuesdays')
    await remember('allergic to nuts')
    await remember('likes walking the dog')
    expect(await recall()).toEqual([
      'likes walking the dog',
      'allergic to nuts',
      'the dentist is on Tuesdays',
    ])
    const asked = await recall({ query: 'when is the dentist, which Tuesday?' })
    expect(asked[0]).toBe('the dentist is on Tuesdays')
    expect(await recall({ query: 'what about a walk?', limit: 1 })).toEqual([
      'likes walking the dog',
    ])
  })

  test('what cannot be stored in a text is replaced', async () => {
    const { remember, recall } = await withPeople()
    await remember('a\0b \ud800')
    expect(await recall()).toEqual(['a\uFFFDb \uFFFD'])
  })

  test('someone who opted out is not written about, and that is said', async () => {
    const { corner, question, remember, recall } = await withPeople()
    const { personId } = await question()
    await corner.database.asOwner((tx) =>
      tx.write('update people set memory_opt_out = true where id = $1', [personId], 1),
    )
    expect(await remember('tea')).toEqual({
      remembered: false,
      reason: expect.stringContaining('opted out'),
    })
    expect(await recall()).toEqual([])
    expect(await remember('tea', { author: 'bob' })).toMatchObject({ remembered: true })
  })

  test('of too many the oldest goes, wherever it was made', async () => {
    const { corner, question, remember, recall } = await withPeople()
    const { workspaceId, personId } = await question()
    await corner.database.asOwner((tx) =>
      tx.query(
        `insert into notes (workspace_id, person_id, chat_id, text, created_at)
         select $1, $2, null, 'old ' || n, timestamptz '2026-01-01' + n * interval '1 minute'
           from generate_series(1, $3::int) n`,
        [workspaceId, personId, MAX_NOTES],
      ),
    )
    await remember('the newest')
    expect(await recall()).toEqual(['the newest'])
    const [row] = await corner.database.asOwner((tx) =>
      tx.query<{ n: number; oldest: string }>(
        `select count(*)::int as n, (array_agg(text order by created_at))[1] as oldest
           from notes where workspace_id = $1`,
        [workspaceId],
      ),
    )
    expect(row).toEqual({ n: MAX_NOTES, oldest: 'old 2' })
  })
})

describe('whose notes', () => {
  test('in a group only what was said there, alone all of one’s own', async () => {
    const { remember, recall } = await withPeople()
    await remember('said in the team')
    await remember('said in the other group', OTHER_GROUP)
    await remember('said in private', PRIVATE)
    await remember('said without a chat', ALONE)
    expect(await recall()).toEqual(['said in the team'])
    expect(await recall({}, OTHER_GROUP)).toEqual(['said in the other group'])
    const all = [
      'said without a chat',
      'said in private',
      'said in the other group',
      'said in the team',
    ]
    expect(await recall({}, PRIVATE)).toEqual(all)
    expect(await recall({}, ALONE)).toEqual(all)
  })

  test('nobody else’s, in the same group or alone, in this workspace or another', async () => {
    const here = await withPeople()
    const elsewhere = await withPeople()
    await here.remember('Ann in the team')
    await here.remember('Ann alone', ALONE)
    for (const from of [{ author: 'bob' }, { author: 'bob', thread: null }]) {
      expect(await here.recall({ query: 'Ann' }, from)).toEqual([])
    }
    expect(await elsewhere.recall({ query: 'Ann' })).toEqual([])
    expect(await elsewhere.recall({ query: 'Ann' }, ALONE)).toEqual([])
  })

  test.each([null, 'a-stranger'])(
    'of nobody (%j) there are none, and the error says why',
    async (author) => {
      const { run } = await withPeople()
      for (const [name, args] of [
        ['remember', { text: 'tea' }],
        ['recall', {}],
      ] as const) {
        await expect(run(name, args, { author })).rejects.toMatchObject({
          code: 'invalid_request',
          message: expect.stringMatching(/not known who asks/),
        })
      }
    },
  )
})

test.each([
  ['remember', {}, /text: .*expected string/],
  ['remember', { text: '' }, /text: Too small/],
  ['remember', { text: 'x'.repeat(1_001) }, /text: Too big/],
  ['remember', { text: 'tea', person: 'bob' }, /"person"/],
  ['recall', { query: 7 }, /query: .*expected string/],
  ['recall', { limit: 51 }, /limit: Too big/],
])('%s with %j is refused: %s', async (name, args, why) => {
  const { run } = await withPeople()
  await expect(run(name, args)).rejects.toThrow(why)
})
