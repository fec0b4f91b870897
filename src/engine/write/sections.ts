import { encodeObject } from './encode.ts'

/* Parts of the last message of a prompt, each a pure function. User texts are encoded as JSON. */

export type ToolOutputSection = { readonly tool: string; readonly output: unknown }

/** Passages of files, one per line; null if there are none. */
export function passagesSection(passages: readonly string[]): string | null {
  return passages.length === 0 ? null : ['Passages of files:', ...passages].join('\n')
}

/** Session summaries, one per line; null if there are none. */
export function talksSection(talks: readonly string[]): string | null {
  return talks.length === 0 ? null : ['What earlier talks came to:', ...talks].join('\n')
}

/** A sentence of ours about this question; never user text. */
export function noteSection(note: string): string {
  return `Note: ${note}`
}

/** Outputs of tools; null if none was called. */
export function toolResultsSection(results: readonly ToolOutputSection[]): string | null {
  if (results.length === 0) return null
  return ['Tool results:', ...results.map((result) => encodeObject(result))].join('\n')
}
