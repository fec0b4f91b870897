import { encodeObject } from './encode.ts'

/* Parts of the last message of a prompt, each a pure function. What strangers typed goes in as JSON. */

export type ToolOutputSection = { readonly tool: string; readonly output: unknown }

/** Passages of files, each already on its line; null if there are none. */
export function passagesSection(passages: readonly string[]): string | null {
  return passages.length === 0 ? null : ['Passages of files:', ...passages].join('\n')
}

/** What is remembered of talks, each already on its line; null if there are none. */
export function talksSection(talks: readonly string[]): string | null {
  return talks.length === 0 ? null : ['What earlier talks came to:', ...talks].join('\n')
}

/** A sentence of ours about this question; never anything a stranger typed. */
export function noteSection(note: string): string {
  return `Note: ${note}`
}

/** What tools said; null if none was used. */
export function toolResultsSection(results: readonly ToolOutputSection[]): string | null {
  if (results.length === 0) return null
  return ['Tool results:', ...results.map((result) => encodeObject(result))].join('\n')
}
