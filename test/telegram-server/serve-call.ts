import type { Faults, Hit } from './faults.ts'
import { type Flood, floodKey } from './flood.ts'
import type { MethodCall } from './method.ts'
import { METHODS } from './methods/methods.ts'
import { badRequest, Refusal } from './refusal.ts'

/* One call of the bot, from its arrival to its answer, with everything that may go wrong between. */

/** A call as tests look at it. */
export type Call = {
  /** As the bot wrote it. */
  readonly method: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly chatId: number | null
  readonly at: Date
  /** The status it was answered with, 'cut' if it never was; null while it is under way. */
  status: number | 'cut' | null
  /** Telegram's words, if it was refused. */
  description: string | null
}

export type Reply = { readonly status: number; readonly body: unknown } | 'cut'

/** What the calls of one server have in common. */
export type CallDeps = { readonly faults: Faults; readonly flood: Flood }

const GARBAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

/** Does what a call asks, unless a fault is waiting for it. */
export async function serveCall(
  call: Call,
  methodCall: MethodCall,
  { faults, flood }: CallDeps,
): Promise<Reply> {
  const name = call.method.toLowerCase()
  const hasMarkup = call.parameters.parse_mode !== undefined
  const fault = faults.take({ method: name, chatId: call.chatId, hasMarkup })
  try {
    if (fault?.kind === 'cut-before') return 'cut'
    if (fault?.kind === 'garbage') return { status: 502, body: GARBAGE }
    if (fault && 'when' in fault && fault.when === 'before') await fault.wait()
    const key = floodKey(name, call.chatId)
    flood.check({ method: name, key, chatId: call.chatId })
    refuseBy(fault, () => flood.block(key, fault?.kind === 'flood' ? fault.retryAfter : 0))
    const method = METHODS.get(name)
    if (!method) throw new Refusal(404, 'Not Found: method not found')
    const result = await method(methodCall)
    if (fault?.kind === 'cut-after') return 'cut'
    if (fault && 'when' in fault && fault.when === 'after') await fault.wait()
    return { status: 200, body: { ok: true, result } }
  } catch (error) {
    if (error instanceof Refusal) return replyOf(error)
    throw error
  }
}

function refuseBy(fault: Hit | null, block: () => Refusal): void {
  switch (fault?.kind) {
    case 'flood':
      throw block()
    case 'parse-error':
      throw badRequest('can\'t parse entities: Unsupported start tag "x" at byte offset 0')
    case 'status':
      throw new Refusal(fault.status, fault.description ?? STATUS_WORDS[fault.status] ?? 'Error')
    default:
      return
  }
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden: bot was kicked from the supergroup chat',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
}

/** A refusal as it goes over the wire. */
export function replyOf({ code, message, parameters }: Refusal): Exclude<Reply, 'cut'> {
  const isTold = Object.keys(parameters).length > 0
  return {
    status: code,
    body: { ok: false, error_code: code, description: message, ...(isTold && { parameters }) },
  }
}
