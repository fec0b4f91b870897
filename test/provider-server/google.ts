import {
  asObject,
  type Body,
  data,
  isObject,
  isToolName,
  KEY,
  list,
  PLAIN_MODELS,
  type Protocol,
  type Said,
} from './protocol.ts'

const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 }

const google: Omit<Protocol, 'path' | 'isWellFormed' | 'reply'> = {
  isKeyRight: (headers) => headers['x-goog-api-key'] === KEY,
  keyRefusal: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
  },
  model: ({ path }) => /models\/([^:]+):/.exec(path)?.[1],
}

export const googleContent: Protocol = {
  ...google,
  path: /^\/google\/v1beta\/models\/[^:]+:(generateContent|streamGenerateContent\?alt=sse)$/,
  isWellFormed,
  reply: (said) => {
    const text = { text: said.pieces.join('') }
    return candidate([...(said.pieces.length > 0 ? [text] : []), ...callParts(said)], 'STOP')
  },
  stream: (said) => ({
    start: [...said.pieces.map((text) => ({ text })), ...callParts(said)].map((part) =>
      data(candidate([part])),
    ),
    end: [data(candidate([{ text: '' }], 'STOP'))],
  }),
  errorEvent: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  tooLong: {
    error: {
      code: 400,
      message:
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      status: 'INVALID_ARGUMENT',
    },
  },
}

const VECTOR = [3, 4, 0, 0]
export const googleEmbeddings: Protocol = {
  ...google,
  path: /^\/google\/v1beta\/models\/[^:]+:(embedContent|batchEmbedContents)$/,
  isWellFormed: ({ requests, content }) => list(requests).length > 0 || content !== undefined,
  reply: (_, { requests }) =>
    requests === undefined
      ? { embedding: { values: VECTOR } }
      : { embeddings: list(requests).map(() => ({ values: VECTOR })) },
}

const callParts = ({ calls }: Said) =>
  calls.map(({ name, args }, i) => ({
    functionCall: { name, args: asObject(args) },
    // Gemini signs its thoughts, and refuses a conversation in which the signature is lost.
    thoughtSignature: `signature-${i}`,
  }))

const candidate = (parts: readonly unknown[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
  usageMetadata,
})

/** Each function the model called is answered in the next message, and its signature is kept. */
function isWellFormed({ contents, tools, systemInstruction }: Body, model: string): boolean {
  const all = list(contents)
  const declared = list(tools).flatMap(({ functionDeclarations }) => list(functionDeclarations))
  if (all.length === 0 || !declared.every(({ name }) => isToolName(name))) return false
  if (PLAIN_MODELS.includes(model) && systemInstruction !== undefined) return false
  return all.every(({ parts }, i) => {
    const calls = list(parts).filter(({ functionCall }) => functionCall !== undefined)
    const answers = list(all[i + 1]?.parts).filter((part) => part.functionResponse !== undefined)
    const isKept = calls.every(
      ({ functionCall, thoughtSignature }) =>
        isObject(functionCall) &&
        isToolName(functionCall.name) &&
        isObject(functionCall.args) &&
        thoughtSignature !== undefined,
    )
    return isKept && (calls.length === 0 || answers.length === calls.length)
  })
}
