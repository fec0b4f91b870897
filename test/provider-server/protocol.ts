import type { IncomingMessage } from 'node:http'

export const KEY = 'sk-test-key-1234567890'
export const MODEL = 'test-model'
/** Models that know no system instructions, and refuse them as their vendors do. */
export const PLAIN_MODELS = ['gemma-3-27b-it', 'o1-mini', 'o1-preview-2024-09-12']

export type Body = Record<string, unknown>
export type Headers = IncomingMessage['headers']
export type Call = { readonly path: string; readonly headers: Headers; readonly body: Body }

/** What the model says in one reply: text in pieces, then the tools it asks for. */
export type Said = {
  readonly pieces: readonly string[]
  /** `args` is text as the model wrote it, which need not be JSON. */
  readonly calls: readonly { readonly name: string; readonly args: string }[]
}

/** One vendor's way to speak. */
export type Protocol = {
  readonly path: RegExp
  readonly isKeyRight: (headers: Headers) => boolean
  readonly keyRefusal: { readonly status: number; readonly body: unknown }
  readonly model: (call: Call) => unknown
  readonly isWellFormed: (body: Body, model: string) => boolean
  readonly reply: (said: Said, body: Body) => unknown
  /** The events of a streamed reply as they go over the wire; the last few say that it is whole. */
  readonly stream?: (said: Said, body: Body) => Streamed
  readonly errorEvent?: (message: string) => string
  readonly tooLong?: unknown
}
export type Streamed = { readonly start: readonly string[]; readonly end: readonly string[] }

export const list = (value: unknown): Body[] => (Array.isArray(value) ? value : [])
export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** What vendors allow a tool to be called. */
export const isToolName = (name: unknown) => /^[a-zA-Z_][\w-]{0,63}$/.test(String(name))
export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
export const halves = (text: string) => {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}
/** The arguments as an object, for vendors whose replies carry no other. */
export const asObject = (args: string): unknown => {
  try {
    return JSON.parse(args)
  } catch {
    return null
  }
}
