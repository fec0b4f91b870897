import { encodeObject } from './encode.ts'

/* Parts of the last message of a prompt, each a pure function. User texts are encoded as JSON. */

export type ToolOutputSection = { readonly tool: string; readonly output: unknown }

/** Session summaries, one per line; null if there are none. */
export function summariesSection(lines: readonly string[]): string | null {
  if (lines.length === 0) return null
  return ['Summaries of earlier conversations, by the day they ended:', ...lines].join('\n')
}

/** Facts that were found for the question. */
export function factsSection(lines: readonly string[]): string | null {
  if (lines.length === 0) return null
  return [
    'Facts that people stated, with who said it and when; one with "until" no longer holds:',
    ...lines,
  ].join('\n')
}

/** The chat, and the assistant's name in it; both are typed by people. */
export function chatSection(chat: {
  readonly title: string | null
  readonly yourName: string | null
}): string | null {
  if (chat.title === null && chat.yourName === null) return null
  const known = {
    ...(chat.title === null ? {} : { title: chat.title }),
    ...(chat.yourName === null ? {} : { your_name: chat.yourName }),
  }
  return `The chat: ${encodeObject(known)}`
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
