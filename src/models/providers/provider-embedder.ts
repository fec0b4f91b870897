import { embedMany } from 'ai'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { Embedder } from '../embedder.ts'
import { toModelError, unavailable } from '../model-error.ts'
import { truncateToTokens } from '../tokens/tokens.ts'
import { type Deadline, withDeadline } from '../wrap/with-deadline.ts'
import { withRetries } from '../wrap/with-retries.ts'
import type { ProviderName, ProviderSettings } from './provider-access.ts'
import { type ProviderEmbeddingModel, providerEmbeddingModel } from './providers.ts'

/** Google takes 100; small local servers are slow with more. A failed batch is retried alone. */
const BATCH = 96
/** Gemini reads 2,048 tokens, OpenAI 8,192 of an older, finer encoding; beyond that they refuse. */
const MAX_TOKENS = 2000
/** Providers refuse an empty text, and with it the whole batch. */
const NO_TEXT = '(no text)'

/** A vendor's embedding model, through the AI SDK; every vector is checked and normalised. */
export async function createProviderEmbedder(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<Embedder> {
  const model = await existingModel(provider, name, settings)
  const target = { provider, name }
  let dimensions: number | null = null

  const embedBatch = async (texts: readonly string[], deadline: Deadline) => {
    const values = texts.map((text) => truncateToTokens(text, MAX_TOKENS).trim() || NO_TEXT)
    const attempt = () => embedMany({ model, values, maxRetries: 0, abortSignal: deadline.signal })
    const { embeddings } = await withRetries(attempt, settings.maxRetries, deadline)
    if (embeddings.length !== texts.length) {
      throw unavailable(target, `sent ${embeddings.length} vectors for ${texts.length} texts`)
    }
    return embeddings.map((embedding) => {
      const vector = toUnitVector(embedding, dimensions)
      dimensions = vector.length
      return vector
    })
  }

  const embedOrFail = (texts: readonly string[], signal: AbortSignal | undefined) =>
    withDeadline(settings.timeoutMs, signal, (deadline) =>
      embedBatch(texts, deadline).catch((error) => {
        signal?.throwIfAborted()
        if (deadline.isOver()) throw failed(unavailable(target, 'did not answer in time'))
        throw failed(isAppError(error) ? error : toModelError(error, target))
      }),
    )

  return {
    id: `${provider}:${name}`,
    isRemote: true,
    get dimensions() {
      return dimensions
    },
    embed: (texts, signal) => inBatches(texts, (batch) => embedOrFail(batch, signal)),
  }
}

/**
 * A provider's numbers as a unit vector. Throws on what would corrupt a search: NaN, a zero vector, or another
 * dimension than the vectors before it (null: the first).
 */
export function toUnitVector(values: readonly number[], dimensions: number | null): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) {
    throw new AppError(
      'embedding_failed',
      'The embedding is zero or not finite. Check the embedding model.',
    )
  }
  if (dimensions !== null && values.length !== dimensions) {
    throw new AppError(
      'embedding_failed',
      `The embedding has ${values.length} dimensions, earlier ones had ${dimensions}. Check the embedding model.`,
    )
  }
  return Float32Array.from(values, (value) => value / length)
}

/** One after another: ten requests at once do not help a busy provider. */
async function inBatches(
  texts: readonly string[],
  embedBatch: (batch: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let i = 0; i < texts.length; i += BATCH) {
    vectors.push(...(await embedBatch(texts.slice(i, i + BATCH))))
  }
  return vectors
}

async function existingModel(
  provider: ProviderName,
  name: string,
  settings: ProviderSettings,
): Promise<ProviderEmbeddingModel> {
  const model = await providerEmbeddingModel(provider, name, settings)
  if (model !== null) return model
  throw new AppError(
    'model_unknown',
    `${provider} has no embedding models. Use builtin, none, google:…, openai:… or compatible:….`,
  )
}

/** One code for all failures of embedding: in every case the search continues with words alone. */
function failed(error: AppError): AppError {
  return new AppError('embedding_failed', error.message, {
    details: { ...error.details, reason: error.code },
  })
}
