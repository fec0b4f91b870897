import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { problemOf, toAppError } from '../problem.ts'

/**
 * Streams an answer as server-sent events: `text` for each piece, then `answer` with the whole reply. An error
 * before the first piece is an ordinary error response with its status; afterwards the status has been sent,
 * and the error is an event too.
 */
export async function streamAnswer(
  c: Context,
  run: (onText: (piece: string) => void) => Promise<unknown>,
): Promise<Response> {
  const waiting: string[] = []
  let tell = (piece: string): void => {
    waiting.push(piece)
  }
  const began = new Promise<void>((resolve) => {
    tell = (piece) => {
      waiting.push(piece)
      resolve()
    }
  })
  const answer = run((piece) => tell(piece))
  await Promise.race([began, answer])
  return streamSSE(c, async (stream) => {
    let sent = Promise.resolve()
    const send = (event: string, data: unknown) => {
      sent = sent.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }))
    }
    for (const text of waiting) send('text', { text })
    tell = (text) => send('text', { text })
    try {
      send('answer', await answer)
    } catch (error) {
      send('error', problemOf(toAppError(error)))
    }
    await sent
  })
}
