import { AppError } from '../../src/domain/errors.ts'
import type { ModelCall, ToolBox, ToolResult } from '../../src/models/language-model.ts'
import {
  createLanguageModel,
  type ModelSettings,
} from '../../src/models/providers/create-language-model.ts'
import { KEY, MODEL, type ProviderServer } from '../provider-server.ts'

export const PROVIDERS = ['google', 'openai', 'anthropic', 'compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

export const SYSTEM = 'Answer from the context.'
export const QUESTION = '[1] Ann: the-secret-plan\n@bot thoughts?'

/** A call a test changes where it matters. */
export const call = (changes: Partial<ModelCall> = {}): ModelCall => ({
  prompt: { system: SYSTEM, messages: [{ role: 'user', content: QUESTION }] },
  task: {
    kind: 'answer',
    question: '@bot thoughts?',
    lines: [{ number: 1, speaker: 'Ann', sentAt: null, text: 'The thai restaurant on 10th Ave' }],
  },
  maxOutputTokens: 500,
  temperature: 0.2,
  ...changes,
})

/** The provider's model at the test server, with the offline model behind it as in production. */
export const modelAt = (
  server: Omit<ProviderServer, 'close'>,
  provider: Provider,
  { name = MODEL, ...changes }: Partial<ModelSettings> & { name?: string } = {},
) =>
  createLanguageModel({
    model: `${provider}:${name}`,
    keys: { [provider]: KEY },
    baseUrls: { [provider]: server.baseUrl(provider) },
    // Long enough for a busy machine; what hangs on purpose sets its own.
    timeoutMs: 30_000,
    maxRetries: 1,
    ...changes,
  })

/** Collects what a watching reader is told. */
export function reader(): { pieces: string[]; onText: (piece: string) => void } {
  const pieces: string[] = []
  return { pieces, onText: (piece) => pieces.push(piece) }
}

/** Two tools, one that looks up a word, and whatever a test makes of them; remembers its runs. */
export function toolBox(
  run: ToolBox['run'] = async (_, args) => found({ seen: args }),
  limits: Partial<ToolBox> = {},
): ToolBox & { runs: [name: string, args: unknown][] } {
  const runs: [string, unknown][] = []
  const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  return {
    runs,
    tools: [
      { name: 'look_up', description: 'Looks up a word.', parameters: schema },
      { name: 'get_time', description: 'Tells the time.', parameters: { type: 'object' } },
    ],
    maxRounds: 2,
    timeoutMs: 1000,
    maxTokens: 1000,
    ...limits,
    run: (name, args, signal) => {
      runs.push([name, args])
      return run(name, args, signal)
    },
  }
}
export const found = (output: unknown): ToolResult => ({ output, failed: null })

/** The error a call ends with, which must be ours. */
export async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('expected an AppError', { cause: error })
  return error
}
