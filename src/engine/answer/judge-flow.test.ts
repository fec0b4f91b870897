import { describe, expect, test } from 'vitest'
import { admin, NOW, testEngine } from '../../../test/deps.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { KEY, MODEL } from '../../../test/provider-server.ts'
import { kindsOf, type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { testFiles } from '../../../test/test-files.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { toWireWhy } from '../../api/wire/why-wire.ts'
import { DEMO_THREAD, demoChat } from '../../cli/demo-chat.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { AppError } from '../../domain/errors.ts'
import { textOf } from '../../domain/piece.ts'
import type { Trace } from '../../domain/trace.ts'
import type { ModelCall } from '../../models/language-model.ts'
import { createLanguageModel } from '../../models/providers/create-language-model.ts'
import type { EngineDeps } from '../engine.ts'
import type { AnswerSettings } from './deps.ts'

/* Doubtful messages before a scripted judge, in the demo chat and on a real database. What the net finds
 * doubtful there changes with its weights, so the judge reads its prompt and replies to what it sees. */

const db = useDatabase()
const server = useProviderServer()
const STATELESS = { sessionId: null, window: 5 }

type Line = { n: number; from: string; message?: string; passage?: string; sure?: true }

/** The lines of a judging prompt. */
function linesIn({ prompt }: ModelCall): Line[] {
  const rows = (prompt.messages[0]?.content ?? '').split('\n').map((row) => JSON.parse(row))
  return rows.filter((row) => 'n' in row)
}
const openIn = (call: ModelCall) => linesIn(call).filter((l) => l.message !== undefined && !l.sure)

/** A judge that decides for each doubtful message by its text whether it belongs. */
const judging =
  (belongs: (text: string) => boolean, more: object = {}) =>
  (call: ModelCall) => {
    const inside = openIn(call).filter(({ message = '' }) => belongs(message))
    return JSON.stringify({ belongs: inside.map(({ n }) => n), ...more })
  }

async function setUp(
  script: Script,
  {
    settings = {},
    deps = {},
  }: { settings?: Partial<AnswerSettings>; deps?: Partial<EngineDeps> } = {},
) {
  const here: TestDb = await db.fresh()
  const model = scriptedModel({ answer: 'fine', ...script })
  const made = testEngine(here, { model, ...deps })
  const changed = { ...made.deps.settings, judgesDoubtful: true, ...settings }
  const { engine } = testEngine(here, { ...made.deps, settings: changed })
  await engine.receive(admin(here), demoChat(NOW))
  const ask = (
    text: string,
    { who = 'priya', signal }: { who?: string; signal?: AbortSignal } = {},
  ) => {
    const author = { externalId: who, name: who, username: null, isBot: false }
    const request = {
      ...{ threadId: DEMO_THREAD, text, author, askedAt: NOW, budgetTokens: 3_500 },
      ...{ messageId: null, replyTo: null, quote: null },
    }
    return engine.ask(admin(here), request, { ...STATELESS, signal })
  }
  return { here, engine, model, ask }
}

const textsOf = (kept: readonly IncludedPiece[], isNearby: boolean) =>
  kept.filter((item) => item.isNearby === isNearby).map(({ piece }) => textOf(piece))

describe('a bare tag with doubtful messages', () => {
  test('is judged in one call, in the order of the chat, with the sure ones as context', async () => {
    const { ask, model } = await setUp({ grade: judging(() => true) })
    await ask('@bot')
    expect(kindsOf(model)).toEqual(['grade', 'answer'])
    const [call] = model.calls as [ModelCall]
    const lines = linesIn(call)
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, i) => i + 1))
    expect(openIn(call).length).toBeGreaterThan(0)
    expect(lines.filter(({ sure }) => sure).map(({ message }) => message)).toContain(
      'The thai restaurant on 10th Ave?',
    )
    expect(call).toMatchObject({ temperature: 0 })
  })

  test('what is judged in becomes the conversation, also from below the threshold', async () => {
    const { ask, model } = await setUp({ grade: judging(() => true) })
    const { context } = await ask('@bot')
    const judged = openIn(model.calls[0] as ModelCall).map(({ message }) => message)
    expect(textsOf(context.kept, false)).toEqual(expect.arrayContaining(judged))
  })

  test('what is judged out leaves the conversation, and what was surely elsewhere stays out', async () => {
    const { ask, model } = await setUp({ grade: judging(() => false) })
    const { context } = await ask('@bot')
    const judged = openIn(model.calls[0] as ModelCall).map(({ message }) => message)
    const inside = textsOf(context.kept, false)
    expect(inside.filter((text) => judged.includes(text))).toEqual([])
    expect(inside).toContain('The thai restaurant on 10th Ave?')
    expect(textsOf(context.kept, true).join()).not.toMatch(/invoices|backfill|deploy/)
  })

  test('the trace has both opinions, and why shows them', async () => {
    const { ask, engine, here } = await setUp({
      grade: judging((text) => text.includes('restaurant')),
    })
    const answer = await ask('@bot')
    const why = toWireWhy(await engine.why(admin(here), answer.id))
    const judged = why.items.filter((item) => item.judged !== null)
    expect(judged.length).toBeGreaterThan(0)
    for (const { judged: verdict, text, reason, included, type } of judged) {
      const belongs = text?.includes('restaurant') === true
      expect(verdict).toMatchObject({ belongs, weight: expect.any(Number) })
      const said = belongs ? 'judged: belongs' : 'judged: does not belong'
      expect(reason).toMatch(new RegExp(`^doubtful \\(0\\.\\d\\d\\); ${said}`))
      expect(included && type === 'message').toBe(belongs)
    }
    const belonging = judged.filter((item) => item.judged?.belongs).length
    expect(answer.steps).toContain(
      `Judged ${judged.length} doubtful messages: ${belonging} belong to the conversation`,
    )
  })
})

describe('a question with a subject', () => {
  const QUESTION = '@bot does the backfill need a window?'

  test('has its doubtful messages and what was found judged in the same call', async () => {
    const { ask, model, here } = await setUp({ grade: judging(() => true, { relevant: [] }) })
    const text = 'The backfill of invoices needs no maintenance window.'
    const bytes = new TextEncoder().encode(text)
    const file = { path: 'backfill.md', bytes, contentType: null }
    await testFiles(here).keep(admin(here), { threadId: null, author: null }, file)
    const { context } = await ask(QUESTION)
    expect(kindsOf(model)).toEqual(['grade', 'answer'])
    const lines = linesIn(model.calls[0] as ModelCall)
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, i) => i + 1))
    expect(lines.map(({ passage }) => passage)).toContain(text)
    expect(openIn(model.calls[0] as ModelCall).length).toBeGreaterThan(0)
    // No passage helps: it is dropped, and the messages that belong stay.
    const out = context.dropped.filter(({ exclusion }) => exclusion === 'not_relevant')
    expect(out.map(({ piece }) => textOf(piece))).toContain(text)
  })

  test('is judged once, however often it is looked for in other words', async () => {
    const { ask, model } = await setUp({
      grade: judging(() => false, { relevant: [] }),
      rewrite: ['{"query": "flux capacitor"}', '{"query": "warp drive"}'],
    })
    await ask('@bot does it cost anything', { who: 'dan' })
    expect(kindsOf(model).filter((kind) => kind === 'rewrite').length).toBeGreaterThan(0)
    const asked = model.calls.filter(({ task }) => task.kind === 'grade')
    expect(asked.filter((call) => openIn(call).length > 0)).toHaveLength(1)
  })

  test('what is nearby is not graded with what was found', async () => {
    const { ask, model } = await setUp(
      { grade: '{"relevant": []}' },
      { settings: { judgesDoubtful: false } },
    )
    const { context } = await ask('@bot when was the hike?', { who: 'priya' })
    expect(textsOf(context.kept, true).length).toBeGreaterThan(0)
    const graded = model.calls.flatMap(({ task }) => (task.kind === 'grade' ? task.lines : []))
    const nearby = textsOf(context.kept, true)
    expect(graded.filter(({ text }) => nearby.includes(text))).toEqual([])
  })
})

describe('the net’s word stands', () => {
  const failing = (code: 'model_unavailable' | 'spend_limit_reached') => () =>
    Promise.reject(new AppError(code, 'no'))
  const replies: [string, NonNullable<Script['grade']>][] = [
    ['a reply that is no JSON', 'Certainly! They all belong.'],
    ['a reply without a verdict', '{"relevant": [1]}'],
    ['a reply of words', '{"belongs": ["all"]}'],
    ['a model that is down', failing('model_unavailable')],
    ['a day that is over its limit', failing('spend_limit_reached')],
  ]
  test.each(replies)('for %s', async (_, grade) => {
    const plain = await setUp({}, { settings: { judgesDoubtful: false } })
    const { ask } = await setUp({ grade })
    const judged = (await ask('@bot')).context
    const { kept } = (await plain.ask('@bot')).context
    expect(judged.kept.map(({ piece }) => textOf(piece))).toEqual(
      kept.map(({ piece }) => textOf(piece)),
    )
    expect(judged.kept.every(({ isJudgedIn }) => isJudgedIn === null)).toBe(true)
  })

  test('for the offline model that steps in for a provider', async () => {
    const here = await db.fresh()
    const model = scriptedModel({ grade: judging(() => false), answer: 'x' }, { isExtract: true })
    const { deps } = testEngine(here, { model })
    const { engine } = testEngine(here, {
      ...deps,
      settings: { ...deps.settings, judgesDoubtful: true },
    })
    await engine.receive(admin(here), demoChat(NOW))
    const { trace } = await engine.ask(
      admin(here),
      {
        ...{ threadId: DEMO_THREAD, text: '@bot', author: null, askedAt: NOW, budgetTokens: 3_500 },
        ...{ messageId: null, replyTo: null, quote: null },
      },
      STATELESS,
    )
    expect(trace.items.every(({ judged }) => judged === null)).toBe(true)
  })

  test('numbers that were not shown, and those of sure messages, mean nothing', async () => {
    const { ask, model } = await setUp({
      grade: (call) => {
        const sure = linesIn(call).flatMap(({ n, sure }) => (sure ? [n] : []))
        return JSON.stringify({ belongs: [0, -1, 999, ...sure], relevant: [999] })
      },
    })
    const { context } = await ask('@bot')
    const sure = linesIn(model.calls[0] as ModelCall).filter((line) => line.sure)
    expect(textsOf(context.kept, false)).toEqual(sure.map(({ message }) => message))
  })

  test('a caller that left is not answered: its signal ends the judging too', async () => {
    const controller = new AbortController()
    const { ask, model } = await setUp({
      grade: () => {
        controller.abort(new Error('left'))
        return Promise.reject(new Error('left'))
      },
    })
    await expect(ask('@bot', { signal: controller.signal })).rejects.toThrow()
    expect(kindsOf(model)).toEqual(['grade'])
  })
})

describe('no judge is asked', () => {
  const off: [string, Partial<AnswerSettings>][] = [
    ['when it is turned off', { judgesDoubtful: false }],
    ['when nothing is judged at all', { retrieval: { attempts: 1, topK: 3 } }],
  ]
  test.each(off)('%s', async (_, settings) => {
    const { ask, model } = await setUp({}, { settings })
    await ask('@bot')
    expect(kindsOf(model)).toEqual(['answer'])
  })
})

describe('over a provider’s protocol', () => {
  const provided = async () => {
    const model = await createLanguageModel({
      ...{ model: `compatible:${MODEL}`, timeoutMs: 2_000, maxRetries: 0 },
      ...{ keys: { compatible: KEY }, baseUrls: { compatible: server.baseUrl('compatible') } },
    })
    return setUp({}, { deps: { model } })
  }
  const judgedIn = ({ trace }: { readonly trace: Trace }) =>
    trace.items.flatMap(({ judged }) => judged ?? [])

  test('the judge is asked first, then for the answer', async () => {
    const { ask } = await provided()
    server.faults.push({ kind: 'text', text: '{"belongs": []}' }, { kind: 'text', text: 'Fine.' })
    const answer = await ask('@bot')
    expect(answer.text).toBe('Fine.')
    expect(server.requests).toHaveLength(2)
    expect(judgedIn(answer).length).toBeGreaterThan(0)
  })

  test.each([{ kind: 'status', status: 500 }, { kind: 'hang' }, { kind: 'not-json' }] as const)(
    'a provider that fails then ($kind) leaves the net’s decision, and the answer is made',
    async (fault) => {
      const { ask } = await provided()
      server.faults.push(fault, { kind: 'text', text: 'Fine.' })
      const answer = await ask('@bot')
      expect(answer.text).toBe('Fine.')
      expect(judgedIn(answer)).toEqual([])
    },
  )
})

test('the prompt of the judge is never larger than a prompt may be, and what it was not shown stays', async () => {
  const contextTokens = 330
  const { ask, model, here } = await setUp(
    { grade: judging(() => false) },
    { settings: { contextTokens } },
  )
  const whole = await setUp({ grade: judging(() => false) })
  const { trace } = await ask('@bot')
  await whole.ask('@bot')
  const [call, wholeCall] = [model.calls[0] as ModelCall, whole.model.calls[0] as ModelCall]
  expect(testEngine(here).deps.countPromptTokens(call.prompt)).toBeLessThanOrEqual(contextTokens)
  expect(openIn(call).length).toBeGreaterThan(0)
  expect(openIn(call).length).toBeLessThan(openIn(wholeCall).length)
  const judged = trace.items.filter((item) => item.judged)
  expect(judged).toHaveLength(openIn(call).length)
})
