import { openAiRefusal } from './chat.ts'
import { KEY, MODEL, type Protocol } from './protocol.ts'

const VECTOR = [3, 4, 0, 0]
const inputs = (input: unknown): unknown[] => (Array.isArray(input) ? input : [])

const embeddings: Omit<Protocol, 'path' | 'isKeyRight'> = {
  keyRefusal: openAiRefusal,
  model: ({ body }) => body.model,
  isWellFormed: ({ input }) =>
    inputs(input).length > 0 && inputs(input).every((text) => text !== ''),
  reply: (_, { input }) => ({
    object: 'list',
    data: inputs(input).map((__, index) => ({ object: 'embedding', index, embedding: VECTOR })),
    model: MODEL,
    usage: { prompt_tokens: 3, total_tokens: 3 },
  }),
}

export const openAiEmbeddings: Protocol = {
  ...embeddings,
  path: /^\/openai\/v1\/embeddings$/,
  isKeyRight: (headers) => headers.authorization === `Bearer ${KEY}`,
}

export const compatibleEmbeddings: Protocol = {
  ...embeddings,
  path: /^\/compatible\/v1\/embeddings$/,
  isKeyRight: () => true,
}
