import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { kindsOf, type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { testFiles } from '../../../test/test-files.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import { countPromptTokens } from '../../models/tokens/tokens.ts'
import type { ContextRequest } from '../context/resolve-question.ts'
import type { EngineDeps } from '../engine.ts'
import type { AnswerRequest, AnswerSettings } from './deps.ts'

const db = useDatabase()
const SCOPE = 'Cooking: recipes, kitchens, what to eat'
const STATELESS: AnswerRequest = { sessionId: null, window: 5 }

const asking = (text: string, more: Partial<ContextRequest> = {}): ContextRequest => ({
  threadId: null,
  text,
  author: { externalId: 'u1', name: 'Uma', username: null, isBot: false },
  messageId: null,
  replyTo: null,
  quote: null,
  askedAt: NOW,
  budgetTokens: 4_000,
  ...more,
})

/** An engine with a scripted model, some settings, and files of the workspace. */
async function setUp(
  script: Script,
  {
    settings = {},
    files = {},
    deps = {},
  }: {
    settings?: Partial<AnswerSettings>
    files?: Record<string, string>
    deps?: Partial<EngineDeps>
  } = {},
) {
  const here = await db.fresh()
  const model = scriptedModel(script)
  const made = testEngine(here, { model, ...deps })
  const changed = { ...made.deps, settings: { ...made.deps.settings, ...settings } }
  const { engine } = testEngine(here, changed)
  const keeper = testFiles(here)
  for (const [path, text] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(text)
    const file = { path, bytes, contentType: null }
    await keeper.keep(admin(here), { threadId: null, author: null }, file)
  }
  const ask = (
    text: string,
    asked: AnswerRequest = STATELESS,
    more: Partial<ContextRequest> = {},
  ) => engine.ask(admin(here), asking(text, more), asked)
  return { here, model, engine, events: made.events, ask }
}

describe('the guardrail', () => {
  const settings = { scope: SCOPE }

  test('lets a question within the scope through, and says how far within', async () => {
    const { ask, model } = await setUp(
      { 'check-scope': '{"score": 90, "reason": "It is about food."}', answer: 'Soup.' },
      { settings },
    )
    const answer = await ask('what shall we eat?')
    expect(answer).toMatchObject({ text: 'Soup.', verdict: { score: 90 } })
    expect(answer.steps[0]).toBe('Purpose: 90 of 100, within. It is about food.')
    expect(kindsOf(model)).toEqual(['check-scope', 'answer'])
  })

  test('declines what is outside: briefly, warmly, without looking for an answer', async () => {
    const { ask, model } = await setUp(
      { 'check-scope': '{"score": 10, "reason": "Cars."}', decline: 'I am here for cooking.' },
      { settings },
    )
    const answer = await ask('which car shall I buy?')
    expect(answer).toMatchObject({ text: 'I am here for cooking.', verdict: { score: 10 } })
    expect(model.calls[1]).toMatchObject({ temperature: 0.7, maxOutputTokens: 300 })
    expect(answer.context.kept).toEqual([])
  })

  test('has a sentence of its own when the model cannot decline', async () => {
    const fails = () => Promise.reject(new AppError('model_unavailable', 'It is down.'))
    const { ask } = await setUp(
      { 'check-scope': '{"score": 0, "reason": ""}', decline: fails },
      { settings },
    )
    expect((await ask('which car?')).text).toBe(
      'I am not here for that. Ask me about what this chat is for.',
    )
  })

  test('a judge that cannot be understood forbids nothing', async () => {
    const { ask } = await setUp({ 'check-scope': 'Certainly!', answer: 'Soup.' }, { settings })
    expect(await ask('what shall we eat?')).toMatchObject({ text: 'Soup.', verdict: null })
  })

  test('is off where there is no scope, and asks while the first look is under way', async () => {
    const off = await setUp({ answer: 'yes' })
    await off.ask('anything?')
    expect(kindsOf(off.model)).toEqual(['answer'])
    let judge: (verdict: string) => void = () => undefined
    const verdict = new Promise<string>((resolve) => {
      judge = resolve
    })
    const { ask, events } = await setUp(
      { 'check-scope': () => verdict, answer: 'yes' },
      { settings },
    )
    const answer = ask('what shall we eat?')
    // If they ran one after the other, the context would wait for the verdict, and this loop for ever.
    while (!events.some(({ name }) => name === 'context.assembled')) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    judge('{"score": 80, "reason": "food"}')
    expect((await answer).text).toBe('yes')
  })
})

describe('looking again', () => {
  const files = {
    'wifi.md': 'The wireless network password is under the router.',
    'cats.md': 'Our cat sleeps on the router, and its name is nobody’s password.',
  }

  test('what is judged: not relevant is left out, and why says so', async () => {
    const { ask, engine, here } = await setUp(
      { grade: ({ task }) => graded(task, /wireless/), answer: 'Under the router [1][2].' },
      { files },
    )
    const answer = await ask('where is the router password?')
    expect(
      answer.context.kept.map(({ piece }) => piece.kind === 'chunk' && piece.chunk.path),
    ).toEqual(['wifi.md'])
    const why = await engine.why(admin(here), answer.id)
    const out = why.record.trace.items.filter(({ exclusion }) => exclusion === 'not_relevant')
    expect(out).toHaveLength(1)
    expect(answer.citations).toHaveLength(1)
  })

  test('finding nothing of use it looks in other words, at most three times', async () => {
    const { ask, model, here } = await setUp(
      {
        grade: ({ task }) => graded(task, /wireless/),
        rewrite: ['{"query": "internet code"}', 'In other words: {"query": "wireless password"}'],
        answer: 'Under the router.',
      },
      { files },
    )
    const session = { sessionId: 's1' as SessionId, window: 5 }
    const answer = await ask('how do I get online?', session)
    expect(kindsOf(model).filter((kind) => kind === 'rewrite')).toHaveLength(2)
    expect(answer.context.kept).toHaveLength(1)
    expect(answer.steps).toContain('Retrieval attempts: 3; query rewritten: wireless password')
    expect(JSON.stringify(model.calls.at(-1)?.prompt)).toContain('Few sources were found')
    const turns = await here.database.asOwner((one) =>
      one.query(
        'select retrieval_attempts as n, rewritten_query as q from turns where workspace_id = $1',
        [here.workspaceId],
      ),
    )
    expect(turns).toEqual([{ n: 3, q: 'wireless password' }])
  })

  test('gives up when the model repeats itself, and answers all the same', async () => {
    const { ask, model } = await setUp(
      {
        rewrite: '{"query": "modem manual"}',
        answer: 'I do not know.',
        grade: '{"relevant": []}',
      },
      { files },
    )
    expect((await ask('how do I get online?')).text).toBe('I do not know.')
    expect(kindsOf(model).filter((kind) => kind !== 'grade')).toEqual([
      'rewrite',
      'rewrite',
      'answer',
    ])
  })

  test('with nothing to look through it does not look twice', async () => {
    const { ask, model } = await setUp({ answer: 'I do not know.' })
    await ask('how do I get online?')
    expect(kindsOf(model)).toEqual(['answer'])
  })

  test('once allowed, it judges nothing', async () => {
    const { ask, model } = await setUp(
      { answer: 'Under the router.' },
      { files, settings: { retrieval: { attempts: 1, topK: 3 } } },
    )
    await ask('where is the router password?')
    expect(kindsOf(model)).toEqual(['answer'])
  })
})

/** The numbers of the matching lines, as a judge replies. */
function graded(task: { kind: string }, matching: RegExp): string {
  const { lines } = task as { kind: string; lines: { number: number; text: string }[] }
  const relevant = lines.filter(({ text }) => matching.test(text)).map(({ number }) => number)
  return `\`\`\`json\n${JSON.stringify({ relevant })}\n\`\`\``
}

describe('a session', () => {
  test('none named, nothing is kept but the trace', async () => {
    const { ask, here } = await setUp({ answer: 'hello' })
    const answer = await ask('anybody there?')
    expect(answer).toMatchObject({ sessionId: null, turnNumber: 0 })
    const counts = await here.database.asOwner((one) =>
      one.query(
        `select (select count(*) from sessions where workspace_id = $1)::int as sessions,
                (select count(*) from turns where workspace_id = $1)::int as turns,
                (select count(*) from answers where workspace_id = $1)::int as answers`,
        [here.workspaceId],
      ),
    )
    expect(counts).toEqual([{ sessions: 0, turns: 0, answers: 1 }])
  })
})

describe('the provider', () => {
  test('finding the prompt too long, it gets half of it, once', async () => {
    const lengths: number[] = []
    const { ask, engine, here } = await setUp({
      answer: ({ prompt }) => {
        lengths.push(countPromptTokens(prompt))
        if (lengths.length === 2) return 'short enough'
        throw new AppError('model_prompt_too_long', 'too long')
      },
    })
    const talk = Array.from({ length: 40 }, (_, i) =>
      incoming(
        i % 2 ? 'Ann' : 'Ben',
        `${i} tents, ${i * 7} stoves: ${'who brings them all? '.repeat(12)}`,
        {
          sentAt: minutesAgo(60 - i),
        },
      ),
    )
    await engine.receive(admin(here), delivery(...talk))
    const author = { externalId: 'ann', name: 'Ann', username: null, isBot: false }
    const answer = await ask('@bot', STATELESS, { threadId: 'api:team', author })
    expect([answer.text, lengths.length]).toEqual(['short enough', 2])
    expect(lengths[0]).toBeGreaterThan(2_000)
    expect(lengths[1]).toBeLessThanOrEqual(2_000)
    expect(answer.context.kept.length).toBeGreaterThan(0)
    expect(answer.context.dropped.some((d) => d.exclusion === 'over_budget')).toBe(true)
  })
})
