import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW } from '../../../test/deps.ts'
import { type CalledFrom, toolWorld } from '../../../test/tool-world.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { insertFacts } from '../../db/facts/facts.ts'
import type { PersonId } from '../../domain/ids.ts'
import { personMemory } from '../../domain/memory.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { MAX_REMEMBERED } from '../../memory/facts/asker-facts.ts'
import { identityOf } from '../../memory/facts/fact-identity.ts'
import { noteAbout } from '../../memory/facts/state-text.ts'

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
    const { facts } = await world.run('recall', args, from)
    return (facts as { text: string }[]).map(({ text }) => text)
  }
  const idOf = async (text: string, from?: CalledFrom) => {
    const { facts } = await world.run('recall', { query: text }, from)
    return (facts as { id: string; text: string }[]).find((one) => one.text === text)?.id ?? '0'
  }
  return { ...world, corner, remember, recall, idOf }
}

describe('remember and recall', () => {
  test('what was remembered is recalled, with when', async () => {
    const { run, remember } = await withPeople()
    expect(await remember('Ann takes tea without sugar')).toEqual({
      remembered: true,
      was_known: false,
      id: expect.stringMatching(/^\d+$/),
    })
    expect(await run('recall', {})).toEqual({
      facts: [
        {
          id: expect.stringMatching(/^\d+$/),
          text: 'Ann takes tea without sugar',
          said_by: 'Ann',
          said_at: '2026-03-10T12:00:00.000Z',
        },
      ],
    })
  })

  test('the same twice is kept once', async () => {
    const { remember, recall } = await withPeople()
    await remember('tea')
    expect(await remember('  tea ')).toMatchObject({ remembered: true, was_known: true })
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
    const ann = { id: personId as PersonId, name: 'Ann', username: null }
    const old = Array.from({ length: MAX_REMEMBERED }, (_, n) => {
      const saidAt = new Date(Date.UTC(2026, 0, 1, 0, n + 1))
      const note = noteAbout({ text: `old ${n + 1}`, saidBy: ann, saidAt })
      return {
        ...note,
        identity: identityOf(note),
        modelId: 'remembered',
        status: 'active' as const,
      }
    })
    await corner.database.within(workspaceScope(workspaceId), (tx) =>
      insertFacts(tx, workspaceId, personMemory(ann.id), old, NOW),
    )
    await remember('the newest')
    expect(await recall()).toEqual(['the newest'])
    const [row] = await corner.database.asOwner((tx) =>
      tx.query<{ n: number; oldest: string }>(
        `select count(*)::int as n, (array_agg(text order by said_at))[1] as oldest
           from facts where workspace_id = $1`,
        [workspaceId],
      ),
    )
    expect(row).toEqual({ n: MAX_REMEMBERED, oldest: 'old 2' })
  })

  test('what a rule understands closes what it replaces; other sentences stand side by side', async () => {
    const { remember, recall } = await withPeople()
    await remember('I live in Rome')
    await remember('my locker is number 12')
    await remember('my locker is number 13, upstairs')
    await remember('I moved to Lisbon')
    expect(await recall()).toEqual([
      'I moved to Lisbon',
      'my locker is number 13, upstairs',
      'my locker is number 12',
    ])
    // A value that comes back holds again.
    expect(await remember('I live in Rome')).toMatchObject({ was_known: false })
    expect((await recall())[0]).toBe('I live in Rome')
    expect(await recall()).not.toContain('I moved to Lisbon')
  })

  test('personal data is removed, and the model is told what is stored', async () => {
    const { remember, recall } = await withPeople()
    const done = await remember('write to ann@example.com about the rent')
    expect(done).toMatchObject({
      stored_without_personal_data: expect.not.stringContaining('ann@example.com'),
    })
    expect(JSON.stringify(await recall())).not.toContain('ann@example.com')
  })
})

describe('update_fact and forget_fact', () => {
  test('correct and erase what the asker had remembered', async () => {
    const { run, remember, recall, idOf, corner } = await withPeople()
    await remember('the locker is number 12')
    await remember('the bike is blue')
    const updated = await run('update_fact', {
      id: await idOf('the locker is number 12'),
      text: 'the locker is number 14',
    })
    expect(updated).toMatchObject({ updated: true, fact: { text: 'the locker is number 14' } })
    expect(await run('forget_fact', { id: await idOf('the bike is blue') })).toEqual({
      forgotten: true,
    })
    expect(await recall()).toEqual(['the locker is number 14'])
    const rows = await corner.database.asOwner((tx) =>
      tx.query('select 1 from facts where workspace_id = $1 and text like $2', [
        corner.workspaceId,
        '%bike%',
      ]),
    )
    expect(rows).toEqual([])
  })

  test('what was erased can be remembered again', async () => {
    const { run, remember, recall, idOf } = await withPeople()
    await remember('tea')
    await run('forget_fact', { id: await idOf('tea') })
    expect(await remember('tea')).toMatchObject({ remembered: true, was_known: false })
    expect(await recall()).toEqual(['tea'])
  })

  test('not what others stated, not in another chat, not in another workspace', async () => {
    const here = await withPeople()
    const elsewhere = await withPeople()
    await here.remember('of Ann in the team')
    await here.remember('of Ann alone', ALONE)
    await here.remember('of Bob in the team', { author: 'bob' })
    await here.remember('of Bob alone', { author: 'bob', thread: null })
    const bob = { author: 'bob' }
    const bobAlone = { author: 'bob', thread: null }
    const places: readonly (readonly [string, CalledFrom, readonly CalledFrom[]])[] = [
      ['of Ann in the team', {}, [bob, bobAlone, OTHER_GROUP]],
      ['of Ann alone', ALONE, [{}, OTHER_GROUP, bob, bobAlone]],
      ['of Bob in the team', bob, [{}, ALONE, PRIVATE, { author: 'bob', ...OTHER_GROUP }]],
      ['of Bob alone', bobAlone, [{}, ALONE, PRIVATE, bob]],
    ]
    for (const [text, at, others] of places) {
      const id = await here.idOf(text, at)
      expect(id).not.toBe('0')
      for (const from of others) {
        for (const [name, args] of [
          ['update_fact', { id, text: 'taken over' }],
          ['forget_fact', { id }],
        ] as const) {
          await expect(here.run(name, args, from)).rejects.toMatchObject({ code: 'fact_not_found' })
          await expect(elsewhere.run(name, args, from)).rejects.toMatchObject({
            code: 'fact_not_found',
          })
        }
      }
      expect(await here.recall({ query: text }, at)).toContain(text)
    }
  })

  test('nothing for one who opted out, and nothing in a workspace without memory', async () => {
    const { corner, question, run, remember, idOf } = await withPeople()
    await remember('tea')
    const id = await idOf('tea')
    const { personId } = await question()
    await corner.database.asOwner((tx) =>
      tx.write('update people set memory_opt_out = true where id = $1', [personId], 1),
    )
    await expect(run('forget_fact', { id })).rejects.toMatchObject({ code: 'fact_not_found' })
    await expect(run('update_fact', { id, text: 'x' })).rejects.toMatchObject({
      code: 'fact_not_found',
    })
  })
})

describe('whose facts', () => {
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

  test('what was remembered in a group is the group’s; what was remembered alone is nobody else’s', async () => {
    const here = await withPeople()
    const elsewhere = await withPeople()
    await here.remember('Ann in the team')
    await here.remember('Ann alone', ALONE)
    const bob = { author: 'bob' }
    expect(await here.recall({}, bob)).toEqual([])
    expect(await here.recall({ query: 'Ann' }, bob)).toEqual(['Ann in the team'])
    for (const thread of [null, 'api:other']) {
      expect(await here.recall({ query: 'Ann' }, { ...bob, thread })).toEqual([])
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
        ['update_fact', { id: '1', text: 'tea' }],
        ['forget_fact', { id: '1' }],
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
  ['update_fact', { id: 'x', text: 'tea' }, /id: must be the id/],
  ['update_fact', { id: '1' }, /text: .*expected string/],
  ['forget_fact', { id: "1' or true" }, /id: must be the id/],
  ['forget_fact', { id: '1', person: 'bob' }, /"person"/],
])('%s with %j is refused: %s', async (name, args, why) => {
  const { run } = await withPeople()
  await expect(run(name, args)).rejects.toThrow(why)
})
