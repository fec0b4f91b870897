import { APICallError, InvalidResponseDataError, type LanguageModelMiddleware } from 'ai'

type WrapGenerate = NonNullable<LanguageModelMiddleware['wrapGenerate']>
/** A step that is still being streamed. */
export type Streamed = Awaited<ReturnType<Parameters<WrapGenerate>[0]['doStream']>>
/** A complete step of a model: the SDK's own shape. */
export type StreamStep = Awaited<ReturnType<WrapGenerate>>

type StreamPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never
type Finish = Extract<StreamPart, { type: 'finish' }>
type Written = Extract<StreamStep['content'][number], { type: 'text' | 'reasoning' }>

const NO_TOKENS = { total: undefined, noCache: undefined, cacheRead: undefined }
/** For a stream we stopped reading, the vendor has reported no usage. */
const STOPPED: Finish = {
  type: 'finish',
  finishReason: { unified: 'length', raw: undefined },
  usage: {
    inputTokens: { ...NO_TOKENS, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
}

/**
 * Reads a stream to its end, emits each piece of text on the way, and returns what a call without a stream
 * would have returned. A stream that ends without a finish reason was truncated.
 */
export async function readStream(
  { stream }: Streamed,
  onText: (piece: string) => void,
  maxCharacters: number,
): Promise<StreamStep> {
  const content: StreamStep['content'] = []
  const open = new Map<string, Written>()
  const warnings: StreamStep['warnings'] = []
  let finish: Finish | undefined
  let characters = 0
  for await (const part of stream) {
    // One of the SDK's packages reports by this error what the others leave to isCut.
    if (part.type === 'error' && InvalidResponseDataError.isInstance(part.error)) break
    if (part.type === 'error') throw streamError(part.error)
    if (part.type === 'stream-start') warnings.push(...part.warnings)
    else if (part.type === 'finish') finish = part
    else collect(part, content, open)
    if (part.type === 'text-delta' && part.delta !== '') onText(part.delta)
    if ('delta' in part) characters += part.delta.length
    if (characters > maxCharacters) {
      finish = STOPPED
      break
    }
  }
  if (finish === undefined || isCut(finish)) throw streamError(null)
  const { finishReason, usage, providerMetadata } = finish
  return { content, finishReason, usage, warnings, ...(providerMetadata && { providerMetadata }) }
}

/** Pieces go to the part they belong to; a part's last metadata is used, as it carries the signature. */
function collect(
  part: StreamPart,
  content: StreamStep['content'],
  open: Map<string, Written>,
): void {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start':
    case 'text-delta':
    case 'reasoning-delta':
    case 'text-end':
    case 'reasoning-end': {
      const kind = part.type.startsWith('text') ? 'text' : 'reasoning'
      const key = `${kind} ${part.id}`
      const written: Written = open.get(key) ?? { type: kind, text: '' }
      if (!open.has(key)) content.push(written)
      open.set(key, written)
      if ('delta' in part) written.text += part.delta
      if (part.providerMetadata) written.providerMetadata = part.providerMetadata
      if (part.type.endsWith('-end')) open.delete(key)
      return
    }
    case 'tool-call':
    case 'tool-result':
    case 'file':
    case 'source':
      content.push(part)
  }
}

function isCut({ finishReason: { unified, raw } }: Finish): boolean {
  return raw === undefined && unified !== 'length' && unified !== 'content-filter'
}

/**
 * An error within a stream, as a call without a stream would have thrown it: vendors send theirs as plain data
 * under a status of 200. Null for a stream that just ended: a lost connection.
 */
function streamError(error: unknown): unknown {
  if (error instanceof Error) return error
  const code = Number(error !== null && typeof error === 'object' && 'code' in error && error.code)
  const told = code >= 400 && code < 600 ? code : 500
  const statusCode = error === null ? 200 : told
  return new APICallError({
    message: 'The stream failed.',
    url: '',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify({ error }),
    data: { error },
    isRetryable: error === null || told === 429 || told >= 500,
  })
}
