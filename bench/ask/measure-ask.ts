import { readFile } from 'node:fs/promises'
import { DEMO_THREAD } from '../../src/cli/demo-chat.ts'
import type { ModelServer } from './model-server.ts'

/** One question, end to end over HTTP: milliseconds, and those of them that were the model's. */
export type AskTime = { readonly wholeMs: number; readonly modelMs: number; readonly calls: number }

const POINTING = { query: '@bot thoughts?', author: { id: 'ann' } }
const WITH_SUBJECT = { query: '@bot does the backfill need a maintenance window?' }

/** Asks the demo chat, one question after another, half of them pointing, half with a subject. */
export async function measureAsking(
  url: string,
  rounds: number,
  model: ModelServer | null,
): Promise<AskTime[]> {
  const times: AskTime[] = []
  for (let i = 0; i < rounds; i += 1) {
    model?.taken()
    // Each is asked at a moment of its own, or the context would come out of the cache.
    const sent_at = new Date(Date.now() - i * 1_000).toISOString()
    const asked = i % 2 === 0 ? POINTING : WITH_SUBJECT
    const began = performance.now()
    await ask(url, { ...asked, sent_at })
    const wholeMs = performance.now() - began
    const taken = model?.taken() ?? []
    times.push({ wholeMs, modelMs: taken.reduce((sum, ms) => sum + ms, 0), calls: taken.length })
  }
  return times
}

export type Crowd = {
  readonly count: number
  readonly errors: number
  readonly traces: number
  readonly wholeMs: number
  readonly peakMb: number
  readonly idleMb: number
}

/** Asks everything at once, and looks afterwards whether every trace is there. */
export async function measureCrowd(url: string, pid: number, count: number): Promise<Crowd> {
  const idleMb = await memoryMb(pid)
  let peakMb = idleMb
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await memoryMb(pid))
  }, 100)
  const began = performance.now()
  const replies = await Promise.allSettled(
    Array.from({ length: count }, (_, i) =>
      ask(url, { ...POINTING, session_id: `crowd-${i % 50}` }),
    ),
  )
  const wholeMs = performance.now() - began
  clearInterval(watch)
  const ids = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
  let traces = 0
  for (const id of ids) {
    const why = await fetch(`${url}/api/answers/${id}/why`)
    await why.arrayBuffer()
    if (why.ok) traces += 1
  }
  return { count, errors: count - ids.length, traces, wholeMs, peakMb, idleMb }
}

async function ask(url: string, body: object): Promise<string> {
  const reply = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: DEMO_THREAD, ...body }),
  })
  const answered = (await reply.json()) as { answer_id?: string; detail?: string }
  if (answered.answer_id === undefined) throw new Error(`not answered: ${answered.detail}`)
  return answered.answer_id
}

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
