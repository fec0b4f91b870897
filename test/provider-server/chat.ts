import {
  type Body,
  data,
  type Headers,
  halves,
  isObject,
  isToolName,
  KEY,
  list,
  MODEL,
  PLAIN_MODELS,
  type Protocol,
  type Said,
} from './protocol.ts'

/* OpenAI's chat completions, which half the world's servers speak. */

const isBearer = (headers: Headers) => headers.authorization === `Bearer ${KEY}`
export const openAiRefusal = {
  status: 401,
  body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'invalid_request_error' } },
}
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }

const chat: Omit<Protocol, 'path' | 'isKeyRight'> = {
  keyRefusal: openAiRefusal,
  model: ({ body }) => body.model,
  isWellFormed,
  reply: (said) => ({
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message: messageOf(said), finish_reason: finishReason(said) }],
    usage,
  }),
  stream: (said, body) => {
    const isUsageAsked = isObject(body.stream_options) && body.stream_options.include_usage === true
    const end = [chunk({}, finishReason(said)), ...(isUsageAsked ? [usageChunk] : [])]
    return { start: startOf(said), end: [...end, 'data: [DONE]\n\n'] }
  },
  errorEvent: (message) => data({ error: { message, type: 'server_error', code: 500 } }),
  tooLong: {
    error: {
      message: "This model's maximum context length is 128000 tokens.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  },
}

export const openAiChat: Protocol = {
  ...chat,
  path: /^\/openai\/v1\/chat\/completions$/,
  isKeyRight: isBearer,
}

/** As vLLM answers: no code, only words. A server that wants no key must not be sent an empty one. */
export const compatibleChat: Protocol = {
  ...chat,
  path: /^\/compatible\/v1\/chat\/completions$/,
  isKeyRight: (headers) => headers.authorization === undefined || isBearer(headers),
  tooLong: {
    error: {
      message:
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  },
}

const callsOf = ({ calls }: Said) =>
  calls.map(({ name, args }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: args },
  }))

function messageOf(said: Said) {
  const content = said.pieces.join('')
  return said.calls.length === 0
    ? { role: 'assistant', content }
    : { role: 'assistant', content: content || null, tool_calls: callsOf(said) }
}

const finishReason = ({ calls }: Said) => (calls.length > 0 ? 'tool_calls' : 'stop')

const chunk = (delta: unknown, reason: string | null = null) =>
  data({
    id: 'chat-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
const usageChunk = data({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: MODEL,
  choices: [],
  usage,
})

/** A tool's name comes first and its arguments after, in pieces. */
function startOf(said: Said): string[] {
  const calls = callsOf(said).flatMap((call) => [
    chunk({ tool_calls: [{ ...call, function: { ...call.function, arguments: '' } }] }),
    ...halves(call.function.arguments).map((piece) =>
      chunk({ tool_calls: [{ index: call.index, function: { arguments: piece } }] }),
    ),
  ])
  const texts = said.pieces.map((content) => chunk({ content }))
  return [chunk({ role: 'assistant', content: '' }), ...texts, ...calls]
}

/** Each tool the model asked for must be answered, right after it asked. */
function isWellFormed({ messages, tools }: Body, model: string): boolean {
  const all = list(messages)
  const roles = all.map(({ role }) => role)
  if (all.length === 0) return false
  if (PLAIN_MODELS.includes(model) && roles.some((r) => r === 'system' || r === 'developer')) {
    return false
  }
  const isDeclared = list(tools).every(
    ({ type, function: fn }) =>
      type === 'function' && isObject(fn) && isToolName(fn.name) && isObject(fn.parameters),
  )
  return isDeclared && all.every((message, i) => isAnswered(message, all.slice(i + 1)))
}

function isAnswered({ tool_calls }: Body, after: readonly Body[]): boolean {
  const ids = list(tool_calls).map(({ id }) => id)
  const names = list(tool_calls).map(({ function: fn }) => isObject(fn) && fn.name)
  if (!names.every(isToolName)) return false
  const answers = after.slice(0, ids.length).map(({ role, tool_call_id }) => [role, tool_call_id])
  return JSON.stringify(answers) === JSON.stringify(ids.map((id) => ['tool', id]))
}
