import { expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../test/deps.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { answering } from '../../app/answer-deps.ts'
import { readConfig } from '../../config/config.ts'
import { countPromptTokens, countTokens } from '../../models/tokens/tokens.ts'

const db = useDatabase()

/** Asks in a chat with more to say than fits, and returns what the model is sent. */
async function sentWith(env: Record<string, string>) {
  const it = await db.fresh()
  const model = scriptedModel({ answer: 'In the cellar.', grade: 'all of them' })
  const config = answering(readConfig({ EARSHOT_SOURCE_DEADLINE_MS: '10000', ...env }, null))
  const { engine } = testEngine(it, { model, ...config })
  const messages = Array.from({ length: 60 }, (_, i) =>
    incoming('Ann', `${i}: the tent of team ${i} is ${'very '.repeat(60)}wet`, {
      minutesAgo: 90 - i,
    }),
  )
  await engine.receive(admin(it), delivery(...messages))
  await engine.ask(
    admin(it),
    {
      threadId: 'api:team',
      text: '@bot where is the tent of the team?',
      author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
      messageId: null,
      replyTo: null,
      quote: null,
      askedAt: NOW,
      budgetTokens: 100_000,
    },
    { sessionId: null, window: 5 },
  )
  const call = model.calls.find(({ task }) => task.kind === 'answer')
  if (call === undefined) throw new Error('the model was not asked')
  const declared = call.tools === undefined ? 0 : countTokens(JSON.stringify(call.tools.tools))
  return { prompt: countPromptTokens(call.prompt), declared, system: call.prompt.system }
}

test('prompt and declarations of tools together keep the budget, and use it', async () => {
  const { prompt, declared } = await sentWith({})
  expect(declared).toBeGreaterThan(500)
  expect(prompt + declared).toBeLessThanOrEqual(4_000)
  expect(prompt + declared).toBeGreaterThan(3_500)
})

test('a small budget is the conversation’s: no tools are declared or mentioned', async () => {
  const { prompt, declared, system } = await sentWith({ EARSHOT_CONTEXT_TOKENS: '1500' })
  expect(declared).toBe(0)
  expect(prompt).toBeLessThanOrEqual(1_500)
  expect(prompt).toBeGreaterThan(1_000)
  expect(system).not.toContain('tools')
})

test.each([
  ['openai:any', 4_000],
  ['google:any', 3_478],
  ['anthropic:any', 3_076],
  ['compatible:any', 3_076],
  ['offline', 4_000],
])('the budget of %s is %s of our tokens', (model, tokens) => {
  const { settings } = answering(readConfig({ EARSHOT_MODEL: model }, null))
  expect(settings.contextTokens).toBe(tokens)
})
