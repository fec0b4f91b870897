import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { WorkspaceId } from '../domain/ids.ts'
import { createLogger, safeError } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { createRecorder } from './recorder.ts'
import { toTerminalLine } from './terminal-line.ts'

function logTo(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
}

const DEBUG = 20
const INFO = 30
const WARN = 40

function answered(isFallback: boolean) {
  return {
    name: 'question.answered',
    workspaceId: 'w' as WorkspaceId,
    answerId: 'a' as never,
    model: 'm',
    isFallback,
    inputTokens: 5,
    outputTokens: 2,
    ms: 20,
  } as const
}

describe('an event', () => {
  test.each([
    [{ name: 'journal.checkpointed', ms: 1 } as const, DEBUG],
    [{ name: 'journal.replayed', entries: 3, torn: 0, failed: 0 } as const, INFO],
    [{ name: 'journal.replayed', entries: 3, torn: 0, failed: 1 } as const, WARN],
    [{ name: 'upkeep.failed', step: 'tidy', code: 'internal' } as const, WARN],
    [{ name: 'server.started', version: '1.2.3', url: 'http://localhost:1' } as const, INFO],
    [answered(false), INFO],
    // The provider failed, and the asker got quotes.
    [answered(true), WARN],
  ])('%j is logged at level %i', (event, level) => {
    const lines: Record<string, unknown>[] = []
    createRecorder(createLogger('debug', logTo(lines)), createMetrics())(event)
    expect(lines).toEqual([expect.objectContaining({ level, msg: event.name })])
  })

  test('of memory has the name of the source document too', () => {
    const lines: Record<string, unknown>[] = []
    const record = createRecorder(createLogger('info', logTo(lines)), createMetrics())
    record({ name: 'embedding.missed', workspaceId: 'w' as WorkspaceId, count: 2 })
    expect(lines[0]).toMatchObject({ event: 'EMBEDDING_MISS', msg: 'embedding.missed', count: 2 })
  })

  test('is counted', async () => {
    const metrics = createMetrics()
    const record = createRecorder(createLogger('silent'), metrics)
    record(answered(false))
    record(answered(true))
    const text = await metrics.render()
    expect(text).toContain('earshot_model_fallbacks_total 1')
    expect(text).toContain('earshot_model_tokens_total{model="m",direction="in"} 10')
    expect(text).toContain('earshot_answer_seconds_count{model="m"} 2')
  })

  test('that cannot be logged or counted is no one’s error', () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const metrics = { ...createMetrics(), count: broken }
    const record = createRecorder(createLogger('silent'), metrics)
    expect(() => record({ name: 'journal.checkpointed', ms: 1 })).not.toThrow()
  })
})

test('of an error its kind, code and place are logged, not its message', () => {
  const error = Object.assign(new Error('invalid input syntax: "my secret"'), { code: '22P02' })
  const shown = JSON.stringify(safeError(error))
  expect(shown).toContain('22P02')
  expect(shown).toContain('observe.test.ts')
  expect(shown).not.toContain('secret')
})

describe('a line on a terminal', () => {
  const entry = (fields: object) =>
    JSON.stringify({ level: WARN, time: '2026-11-18T06:27:31.597Z', msg: 'job.failed', ...fields })

  test('has the time, the level, the name and the fields', () => {
    const line = toTerminalLine(
      entry({ event: 'X', job: 'tag', isLast: true, personId: null, at: ['a'] }),
    )
    expect(line).toMatch(/^\d\d:\d\d:31 warn {2}job\.failed job=tag isLast=true at=\["a"\]\n$/)
  })

  test('cannot move the cursor or begin another line', () => {
    const line = toTerminalLine(entry({ problem: 'a\u001b[2Jb\nc\u202ed' }))
    expect(line).toMatch(/problem=a \[2Jb c d\n$/)
  })
})
