/** A spoken message. */
export type Recording = { readonly bytes: Uint8Array; readonly signal?: AbortSignal | undefined }

/** Writes down what is said in a recording; empty for silence. */
export type Transcribe = (recording: Recording) => Promise<string>
