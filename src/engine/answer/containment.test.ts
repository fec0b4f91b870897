import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../test/deps.ts'
import {
  askEverything,
  asking,
  elsewhere,
  engineWith,
  fill,
  GUESSES_AT_ONCE,
  guessArgs,
  guessFactIds,
  type Kept,
  person,
  WORDS,
} from '../../../test/hostile-world.ts'
import { addedTo, personId, rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { findSpent } from '../../db/answers/spend.ts'
import type { SessionId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { LanguageModel, ModelCall, ToolResult } from '../../models/language-model.ts'
import { countPromptTokens, countTokens } from '../../models/tokens/tokens.ts'
import { MAX_OUTPUT_TOKENS } from '../tools/fit-output.ts'

/* A fully injected model. It calls every tool it can think of, writes where it can, repeats everything it
 * has seen, and never stops. What it cannot reach does not depend on what it tries. */

const db = useDatabase()
/** Its replies as a judge: unreadable. */
const JUDGES = { grade: 'all of them', rewrite: 'no' }
const STATELESS = { sessionId: null, window: 5 }

async function twoWorlds(): Promise<{ here: TestDb; there: TestDb }> {
  const [here, there] = [await db.fresh(), await db.fresh()]
  await fill(here)
  await fill(there, elsewhere)
  return { here, there }
}

describe('a model that asks for everything', () => {
  const places: [string, string | null, readonly Kept[]][] = [
    [
      'in the group',
      'api:team',
      ['said in the team', 'noted by Ann in the team', 'noted by Bob in the team'],
    ],
    ['in a topic of it', 'api:team:5', ['said in topic 5 of the team', 'noted by Ann in the team']],
    [
      'alone with Ann, in a chat',
      'api:ann-alone',
      ['said by Ann alone', 'noted by Ann alone', 'noted by Ann in the team', 'file of Ann'],
    ],
    [
      'alone with Ann, without one',
      null,
      ['noted by Ann alone', 'noted by Ann in the team', 'file of Ann'],
    ],
  ]
  test.each(places)('%s gets what may be shown there and no more', async (_, threadId, own) => {
    const { here } = await twoWorlds()
    const seen: ToolResult[] = []
    let asked = 0
    let isDone = false
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => {
        const { results, isAll } = await askEverything(boxOf(call), asked, GUESSES_AT_ONCE)
        asked += GUESSES_AT_ONCE
        isDone = isAll
        seen.push(...results)
        return JSON.stringify([results, call.prompt])
      },
    })
    const engine = engineWith(here, { model })
    const session = { sessionId: 's1' as SessionId, window: 5 }
    const question = asking('@bot what is the plan called?', { threadId })
    const told: unknown[] = []
    while (!isDone) {
      const answer = await engine.ask(admin(here), question, session)
      told.push(answer, (await engine.why(admin(here), answer.id)).record)
    }
    expect(seen.filter(({ failed }) => failed === 'no_room')).toEqual([])
    expect(seen.length).toBeGreaterThan(50)
    const all = JSON.stringify([seen, model.calls, told])
    const may = new Set<string>(['file of the workspace', ...own])
    for (const [kept, word] of Object.entries(WORDS)) {
      expect(all.includes(word), `${kept}: ${word}`).toBe(may.has(kept))
    }
    expect(all).not.toContain('-elsewhere')
  })

  test('cannot go on from a session that is not the asker’s', async () => {
    const { here } = await twoWorlds()
    const model = scriptedModel({ answer: (call) => JSON.stringify(call.prompt) })
    const bobs = { sessionId: 'bobs-session' as SessionId, window: 5 }
    const asked = engineWith(here, { model }).ask(admin(here), asking('and?'), bobs)
    await expect(asked).rejects.toMatchObject({ code: 'session_not_found' })
    expect(model.calls).toEqual([])
  })
})

test('a model has its tools where nobody set a limit', async () => {
  const model = scriptedModel({ ...JUDGES, answer: 'fine' })
  const here = await db.fresh()
  const { spending } = testEngine(here).deps
  await engineWith(here, { model, spending }).ask(admin(here), asking('hello?'), STATELESS)
  expect(model.calls.at(-1)?.tools).toBeDefined()
})

describe('a model that writes', () => {
  test('changes nothing but the answer, and the facts of the one who asks', async () => {
    const { here, there } = await twoWorlds()
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => `${JSON.stringify(await askEverything(boxOf(call)))} [1]`,
    })
    const engine = engineWith(here, { model })
    const before = { ours: await rowsOf(here), theirs: await rowsOf(there) }
    const session = { sessionId: 's1' as SessionId, window: 5 }
    await engine.ask(admin(here), asking('@bot plan?', { threadId: 'api:team' }), session)
    const after = { ours: await rowsOf(here), theirs: await rowsOf(there) }
    expect(after.theirs).toEqual(before.theirs)
    const added = addedTo(before.ours, after.ours)
    // data_versions counts changes, so that stale cache entries are recognised.
    const mayChange = ['answers', 'facts', 'sessions', 'spend', 'turns', 'usage', 'data_versions']
    expect(mayChange).toEqual(expect.arrayContaining([...added.keys()]))
    expect(added.get('turns')).toHaveLength(1)
    expect(added.get('answers')).toHaveLength(1)
    const ann = await personId(here, 'ann')
    const facts = (added.get('facts') ?? []).map(
      (row) => JSON.parse(row) as Record<string, unknown>,
    )
    expect(facts.map(({ text }) => text).toSorted()).toEqual([
      'a note by the model',
      'for Bob: a note by the model',
    ])
    for (const fact of facts) {
      expect(fact).toMatchObject({ said_by: ann, subject_id: ann, attribute: 'note' })
    }
    for (const [table, rows] of before.ours) {
      if (table === 'data_versions') continue
      const gone = rows.filter((row) => !after.ours.get(table)?.includes(row))
      expect(gone, `rows of ${table} were changed`).toEqual([])
    }
  })

  test('cannot change or erase a fact of another person or chat, whichever id it guesses', async () => {
    const { here } = await twoWorlds()
    const ids = await guessFactIds(here)
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => {
        const box = boxOf(call)
        for (const id of ids) {
          await box.run('update_fact', { id, text: 'taken over' }, AbortSignal.timeout(10_000))
          await box.run('forget_fact', { id }, AbortSignal.timeout(10_000))
        }
        return 'done'
      },
    })
    const before = (await rowsOf(here)).get('facts') ?? []
    const question = asking('plan?', { threadId: 'api:team' })
    await engineWith(here, { model }).ask(admin(here), question, STATELESS)
    const after = (await rowsOf(here)).get('facts') ?? []
    const changed = before.filter((row) => !after.includes(row))
    expect(changed).toHaveLength(1)
    expect(changed[0]).toContain(WORDS['noted by Ann in the team'])
  })

  test('writes nothing about someone who opted out', async () => {
    const { here } = await twoWorlds()
    const ann = await personId(here, 'ann')
    await here.database.asOwner((tx) =>
      tx.write('update people set memory_opt_out = true where id = $1', [ann], 1),
    )
    const before = await rowsOf(here)
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => JSON.stringify(await askEverything(boxOf(call))),
    })
    await engineWith(here, { model }).ask(admin(here), asking('plan?'), STATELESS)
    expect((await rowsOf(here)).get('facts')).toEqual(before.get('facts'))
  })

  test('nothing it could say names whom or where: each such field is refused', async () => {
    const { here } = await twoWorlds()
    const refused: string[] = []
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => {
        const box = boxOf(call)
        for (const tool of box.tools) {
          for (const args of guessArgs(tool).filter(
            (one) => 'thread_id' in one || 'person' in one,
          )) {
            const { failed } = await box.run(tool.name, args, AbortSignal.timeout(10_000))
            if (failed === 'invalid_request') refused.push(tool.name)
          }
        }
        return 'done'
      },
    })
    const question = asking('plan?', { threadId: 'api:team' })
    const engine = engineWith(here, { model })
    await engine.ask(admin(here), question, STATELESS)
    const offered = model.calls.at(-1)?.tools?.tools.length ?? 0
    expect(offered).toBeGreaterThan(8)
    expect(refused).toHaveLength(2 * offered)
  })
})

describe('a model that never ends', () => {
  test('gets no more from its thousandth call than from its first', async () => {
    const { here } = await twoWorlds()
    const long = Array.from({ length: 30 }, (_, i) => incoming('Bob', `the plan ${i} `.repeat(300)))
    await testEngine(here).engine.receive(admin(here), delivery(...long))
    const sizes: number[] = []
    const model = scriptedModel({
      ...JUDGES,
      answer: async (call) => {
        const { tools, run } = boxOf(call)
        const signal = AbortSignal.timeout(100_000)
        const calls = tools.flatMap((tool) =>
          guessArgs(tool).map((args) => [tool.name, args] as const),
        )
        for (let i = 0; i < 1_000; i += 1) {
          const [name, args] = calls[i % calls.length] ?? ['', {}]
          const { output } = await run(name, args, signal)
          sizes.push(countTokens(JSON.stringify(output)))
        }
        return 'done'
      },
    })
    const question = asking('@bot plan?', { threadId: 'api:team' })
    const answer = await engineWith(here, { model }).ask(admin(here), question, STATELESS)
    expect(answer.text).toBe('done')
    expect(sizes).toHaveLength(1_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_OUTPUT_TOKENS)
    expect(Math.max(...sizes)).toBeGreaterThan(MAX_OUTPUT_TOKENS / 2)
    const facts = (await rowsOf(here)).get('facts') ?? []
    expect(facts.filter((row) => row.includes('note by the model')).length).toBeLessThan(3)
  })

  test('spends no more than the day allows, however many ask at once', async () => {
    const here = await db.fresh()
    const limit = 5_000
    let most = 0
    const greedy: LanguageModel = {
      ...scriptedModel({}),
      complete: async (call) => {
        most = Math.max(most, (await spentOf(here)).tokens)
        const once = countPromptTokens(call.prompt) + call.maxOutputTokens
        const rounds = call.tools === undefined ? 1 : call.tools.maxRounds + 1
        const usage = { inputTokens: once * rounds, outputTokens: 0 }
        return { ...(await scriptedModel({ answer: 'fine' }).complete(call)), ...usage }
      },
    }
    const limits = { workspace: limit, chat: null, person: null }
    const spending = { limits, prices: { input: 1, output: 1 } }
    const engine = engineWith(here, { model: greedy, spending }, { maxOutputTokens: 300 })
    const asked = Array.from({ length: 50 }, (_, i) =>
      engine.ask(admin(here), asking('hello?', { author: person(`u${i}`) }), STATELESS),
    )
    const texts = (await Promise.all(asked)).map(({ text }) => text)
    const refused = texts.filter((text) => text !== 'fine')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(50)
    for (const text of refused) expect(text).toMatch(/limit for language models is reached/)
    const { tokens } = await spentOf(here)
    expect(tokens).toBeLessThanOrEqual(limit)
    expect(tokens).toBeGreaterThan(limit / 2)
    expect(most).toBeLessThanOrEqual(limit)
  })
})

function boxOf({ tools }: ModelCall) {
  if (tools === undefined) throw new Error('the model was given no tools')
  return tools
}

async function spentOf({ database, workspaceId }: TestDb) {
  const day = NOW.toISOString().slice(0, 10)
  const payer = { kind: 'workspace', id: 0 } as const
  return database.within(workspaceScope(workspaceId), (one) =>
    findSpent(one, workspaceId, day, payer),
  )
}
