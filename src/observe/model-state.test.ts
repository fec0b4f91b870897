import { expect, test } from 'vitest'
import type { EngineEvent } from '../domain/events.ts'
import { type AnswerId, DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { createModelState } from './model-state.ts'
import { createRecorder } from './recorder.ts'

const AT = new Date('2026-03-10T12:00:00Z')

const answered = (isFallback: boolean, tokens = 10): EngineEvent => ({
  name: 'question.answered',
  workspaceId: DEFAULT_WORKSPACE,
  answerId: 'a1' as AnswerId,
  model: 'm',
  isFallback,
  inputTokens: tokens,
  outputTokens: 0,
  ms: 1,
})
const failed = (code: 'model_key_rejected' | 'chat_not_found'): EngineEvent => ({
  name: 'question.failed',
  workspaceId: DEFAULT_WORKSPACE,
  code,
})

const problemOf = ({ check }: ReturnType<typeof createModelState>) =>
  check.run().then(
    () => null,
    (error: Error) => error.message,
  )

test('a model that failed is a problem until it answers again', async () => {
  const state = createModelState(() => AT)
  expect(await problemOf(state)).toBeNull()
  state.record(answered(true))
  expect(await problemOf(state)).toMatch(
    /at 2026-03-10T12:00:00.000Z \(model_unavailable\).*doctor/,
  )
  state.record(answered(false, 0))
  state.record(failed('chat_not_found'))
  expect(await problemOf(state)).not.toBeNull()
  state.record(answered(false))
  expect(await problemOf(state)).toBeNull()
  state.record(failed('model_key_rejected'))
  expect(await problemOf(state)).toContain('model_key_rejected')
})

test('a fallback is counted among the failures, and reaches the state of the model', async () => {
  const metrics = createMetrics()
  const state = createModelState(() => AT)
  createRecorder(createLogger('silent'), metrics, state)(answered(true))
  expect(await metrics.render()).toContain(
    'earshot_failures_total{what="model",code="model_unavailable"} 1',
  )
  expect(await problemOf(state)).not.toBeNull()
})
