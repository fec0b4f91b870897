import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../test/deps.ts'
import { runs } from '../../../test/depth.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { answering } from '../../app/answer-deps.ts'
import { readConfig } from '../../config/config.ts'
import type { SessionId } from '../../domain/ids.ts'
import { HISTORY_FORMATS } from '../../domain/prompt-history.ts'
import { countPromptTokens } from '../../models/tokens/tokens.ts'

/* For any messages, questions, answers and formats: no prompt of any step exceeds its limit. */

const db = useDatabase()

const NASTY = [
  'x'.repeat(9_000),
  '漢字かな'.repeat(900),
  '👩‍👩‍👧‍👦'.repeat(400),
  '"\\\n\t'.repeat(900),
  '\u202e\u200b'.repeat(900),
  '``` [RESPOND] '.repeat(300),
  'The tent is in the cellar. '.repeat(200),
]
const words = fc.constantFrom(
  'tent',
  'cellar',
  'stove',
  'who',
  'brings',
  'the',
  '漢字',
  '👩‍👩‍👧‍👦',
  'x'.repeat(300),
)
const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.array(words, { minLength: 1, maxLength: 400 }).map((all) => all.join(' ')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 2_000 }),
)

describe.each(HISTORY_FORMATS)('the prompts of the format %s', (format) => {
  test.each(['user', 'system'])('a block in the %s part', async (placement) => {
    const here = await db.fresh()
    const model = scriptedModel({
      'check-scope': '{"score": 100, "reason": ""}',
      grade: 'all of them',
      rewrite: '{"query": "tent cellar"}',
      answer: ({ prompt }) => `It is there. ${prompt.system.repeat(3)}`,
    })
    await testEngine(here).engine.receive(
      admin(here),
      delivery(
        ...NASTY.flatMap((said, i) => [
          incoming('Ann', said, { externalId: `a${i}`, minutesAgo: 90 - i }),
          incoming('Ben', `${i}: the stove`, { replyTo: `a${i}`, minutesAgo: 60 - i }),
        ]),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.option(text),
        fc.integer({ min: 1_000, max: 6_000 }),
        fc.option(fc.integer({ min: 0, max: NASTY.length - 1 })),
        async (question, quote, contextTokens, target) => {
          const config = readConfig(
            {
              EARSHOT_HISTORY_FORMAT: format,
              EARSHOT_BLOCK_PLACEMENT: placement,
              EARSHOT_CONTEXT_TOKENS: String(contextTokens),
              EARSHOT_SCOPE: 'Camping',
            },
            null,
          )
          const { engine } = testEngine(here, { model, ...answering(config) })
          model.calls.length = 0
          const { trace } = await engine.ask(
            admin(here),
            {
              threadId: 'api:team',
              text: question,
              author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
              messageId: null,
              replyTo: target === null ? null : `a${target}`,
              quote,
              askedAt: NOW,
              budgetTokens: Number.MAX_SAFE_INTEGER,
            },
            { sessionId: `s-${format}-${placement}` as SessionId, window: 10 },
          )
          expect(model.calls.length).toBeGreaterThan(0)
          expect(trace.budgetTokens).toBeLessThanOrEqual(contextTokens)
          for (const { prompt, task } of model.calls) {
            expect([task.kind, countPromptTokens(prompt) <= contextTokens]).toEqual([
              task.kind,
              true,
            ])
          }
        },
      ),
      runs(4, 12),
    )
  })
})
