import { describe, expect, test } from 'vitest'
import { admin, NOW, testEngine } from '../../../test/deps.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { findSpent, type Payer } from '../../db/answers/spend.ts'
import { AppError } from '../../domain/errors.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { SpendLimits } from './deps.ts'

const db = useDatabase()
const NO_LIMITS: SpendLimits = { workspace: null, chat: null, person: null }
const PRICES = { input: 2, output: 10 }
const TODAY = NOW.toISOString().slice(0, 10)
const WORKSPACE: Payer = { kind: 'workspace', id: 0 }

async function setUp(limits: Partial<SpendLimits>, answer: string | (() => never) = 'fine') {
  const here = await db.fresh()
  const model = scriptedModel({ answer })
  const spending = { limits: { ...NO_LIMITS, ...limits }, prices: PRICES }
  const { engine } = testEngine(here, { model, spending })
  const ask = (who = 'u1') =>
    engine.ask(
      admin(here),
      {
        threadId: null,
        text: 'hello?',
        author: { externalId: who, name: null, username: null, isBot: false },
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: NOW,
        budgetTokens: 4_000,
      },
      { sessionId: null, window: 5 },
    )
  const spent = (payer: Payer) =>
    here.database.within(workspaceScope(here.workspaceId), (one) =>
      findSpent(one, here.workspaceId, TODAY, payer),
    )
  return { ask, spent, engine, here, model }
}

describe('spend', () => {
  test('tokens and cost are kept with the answer and summed by the day', async () => {
    const { ask, spent, engine, here } = await setUp({})
    const answer = await ask()
    // 100 tokens at $2 and 10 at $10 a million.
    expect(answer.trace.model).toMatchObject({
      inputTokens: 100,
      outputTokens: 10,
      costUsd: 0.0003,
    })
    const why = await engine.why(admin(here), answer.id)
    expect(why.record.trace.model?.costUsd).toBe(0.0003)
    await ask()
    expect(await spent(WORKSPACE)).toEqual({ tokens: 220, costUsd: 0.0006 })
  })

  test('the offline model costs nothing', async () => {
    const here = await db.fresh()
    const { engine } = testEngine(here)
    const question = {
      threadId: null,
      text: 'hello?',
      author: null,
      messageId: null,
      replyTo: null,
    }
    const answer = await engine.ask(
      admin(here),
      { ...question, quote: null, askedAt: NOW, budgetTokens: 100 },
      { sessionId: null, window: 5 },
    )
    expect(answer.trace.model?.costUsd).toBe(0)
  })

  test.each(['workspace', 'person'] as const)(
    'a limit of the %s that is reached is a clear answer, not an error',
    async (kind) => {
      const { ask, model, spent } = await setUp({ [kind]: 3_000 })
      const texts: string[] = []
      for (let i = 0; i < 30; i += 1) texts.push((await ask()).text)
      expect(texts[0]).toBe('fine')
      expect(texts.at(-1)).toMatch(/limit for language models is reached.*midnight UTC/)
      expect((await spent(WORKSPACE)).tokens).toBeLessThanOrEqual(3_000)
      expect(model.calls).toHaveLength(texts.filter((text) => text === 'fine').length)
      // Another person still has tokens, the workspace has none.
      expect((await ask('u2')).text === 'fine').toBe(kind === 'person')
    },
  )

  test('a limit of nothing allows nothing', async () => {
    const { ask, model } = await setUp({ workspace: 0 })
    expect((await ask()).text).toMatch(/limit/)
    expect(model.calls).toHaveLength(0)
  })

  test('a call that fails gives back what was taken for it', async () => {
    const { ask, spent } = await setUp({ workspace: 10_000 }, () => {
      throw new AppError('model_key_rejected', 'no')
    })
    await expect(ask()).rejects.toThrow('no')
    expect(await spent(WORKSPACE)).toEqual({ tokens: 0, costUsd: 0 })
  })

  test('many at once cannot spend what each alone would be allowed', async () => {
    const { ask, spent } = await setUp({ workspace: 4_000 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    const fine = answers.filter(({ text }) => text === 'fine').length
    expect(fine).toBeGreaterThan(0)
    expect(fine).toBeLessThan(20)
    expect((await spent(WORKSPACE)).tokens).toBe(fine * 110)
  })
})
