import { expect, test } from 'vitest'
import { readEvents, type StreamEvent } from './events.ts'

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(chunks.join(''))
  // In chunks of three bytes: events, lines and characters are split anywhere.
  return new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < bytes.length; i += 3) controller.enqueue(bytes.slice(i, i + 3))
      controller.close()
    },
  })
}

async function all(...chunks: string[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEvents(streamOf(chunks))) events.push(event)
  return events
}

test('events arrive whole, however they are split', async () => {
  const text = 'event: text\ndata: {"text":"привіт 👋"}\n\nevent: answer\ndata: {}\n\n'
  expect(await all(text)).toEqual([
    { event: 'text', data: '{"text":"привіт 👋"}' },
    { event: 'answer', data: '{}' },
  ])
})

test('lines of one event are joined, comments and empty events are skipped', async () => {
  expect(await all(': hello\n\ndata: a\ndata: b\r\n\r\nevent: x\n\n')).toEqual([
    { event: 'message', data: 'a\nb' },
  ])
})

test('leaving the loop ends the stream', async () => {
  let isEnded = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isEnded = true
    },
  })
  for await (const event of readEvents(endless)) {
    expect(event.data).toBe('x')
    break
  }
  expect(isEnded).toBe(true)
})
