/** Turns texts into unit vectors. `id` changes whenever the vectors would: it is stored with them. */
export type Embedder = {
  readonly id: string
  /** Null until the first vector: a provider's model does not report it beforehand. */
  readonly dimensions: number | null
  /** Its texts are sent to a provider. */
  readonly isRemote?: boolean
  /**
   * One vector a text, in order. Throws AppError embedding_failed, or the signal's own reason when the caller
   * aborts; never returns a bad vector.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}
