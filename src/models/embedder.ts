/** Turns texts into unit vectors. `id` changes whenever the vectors would: it is stored with them. */
export type Embedder = {
  readonly id: string
  readonly dimensions: number
  /** One vector a text, in order. Fails with AppError embedding_failed; never returns a bad vector. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}
