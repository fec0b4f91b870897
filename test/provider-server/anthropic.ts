import {
  asObject,
  type Body,
  halves,
  isObject,
  isToolName,
  KEY,
  list,
  MODEL,
  type Protocol,
  type Said,
} from './protocol.ts'

type Event = { readonly type: string; readonly [field: string]: unknown }
const event = (value: Event) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const stopReason = ({ calls }: Said) => (calls.length > 0 ? 'tool_use' : 'end_turn')

export const anthropicMessages: Protocol = {
  path: /^\/anthropic\/v1\/messages$/,
  isKeyRight: (headers) => headers['x-api-key'] === KEY,
  keyRefusal: {
    status: 401,
    body: { type: 'error', error: { type: 'authentication_error', message: KEY } },
  },
  model: ({ body }) => body.model,
  isWellFormed,
  reply: (said) => ({
    id: 'msg-1',
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [
      ...said.pieces.slice(0, 1).map(() => ({ type: 'text', text: said.pieces.join('') })),
      ...said.calls.map(({ name, args }, i) => toolUse(i, name, asObject(args))),
    ],
    stop_reason: stopReason(said),
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  }),
  stream: (said) => ({
    start: [start, ...textBlock(said), ...said.calls.flatMap(toolBlock)],
    end: [
      event({
        type: 'message_delta',
        delta: { stop_reason: stopReason(said), stop_sequence: null },
        usage: { output_tokens: 7 },
      }),
      event({ type: 'message_stop' }),
    ],
  }),
  errorEvent: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }),
  tooLong: {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
    },
  },
}

const toolUse = (index: number, name: string, input: unknown) => ({
  type: 'tool_use',
  id: `toolu_${index}`,
  name,
  input,
})

const start = [
  event({
    type: 'message_start',
    message: {
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model: MODEL,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 1 },
    },
  }),
  event({ type: 'ping' }),
].join('')

const block = (index: number, content_block: unknown, deltas: readonly unknown[]) => [
  event({ type: 'content_block_start', index, content_block }),
  ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
  event({ type: 'content_block_stop', index }),
]

function textBlock({ pieces }: Said): string[] {
  const deltas = pieces.map((text) => ({ type: 'text_delta', text }))
  return pieces.length === 0 ? [] : block(0, { type: 'text', text: '' }, deltas)
}

function toolBlock({ name, args }: Said['calls'][number], i: number): string[] {
  const deltas = halves(args).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return block(i + 1, toolUse(i, name, {}), deltas)
}

/** Whoever speaks of tools must declare them, and each one asked for is answered in the next message. */
function isWellFormed({ messages, max_tokens, tools }: Body): boolean {
  const all = list(messages)
  const blocks = all.flatMap(({ content }) => list(content))
  const isToolTalk = blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result')
  const isDeclared = list(tools).every((t) => isToolName(t.name) && isObject(t.input_schema))
  if (all.length === 0 || !(Number(max_tokens) > 0) || !isDeclared) return false
  if (isToolTalk && list(tools).length === 0) return false
  return [...all, {}].every((message, i) => {
    const uses = list(all[i - 1]?.content).filter(({ type }) => type === 'tool_use')
    const results = list(message.content).filter(({ type }) => type === 'tool_result')
    const answered = JSON.stringify(results.map(({ tool_use_id }) => tool_use_id).sort())
    const isAnswered = answered === JSON.stringify(uses.map(({ id }) => id).sort())
    return isAnswered && uses.every(({ input, name }) => isObject(input) && isToolName(name))
  })
}
