import { withScratch } from '../../src/app/scratch-instance.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Scratch } from '../../src/eval/scratch.ts'
import { createPlainBm25 } from './plain-bm25.ts'

/** Somebody who can be filled with data and asked. Each use begins empty. */
export type Contender = {
  readonly name: string
  within<T>(work: (scratch: Scratch) => Promise<T>): Promise<T>
}

/** Ours comes last: the others are compared with it. */
export const CONTENDERS: readonly Contender[] = [
  { name: 'plain BM25 (baseline)', within: (work) => work(createPlainBm25()) },
  { name: 'ours, words alone', within: (work) => ours({ EARSHOT_EMBEDDINGS: 'none' }, work) },
  { name: '**ours**', within: (work) => ours({}, work) },
]

function ours<T>(
  settings: Record<string, string>,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  // Nothing of this machine's environment: the defaults are what is measured.
  return withScratch(readConfig(settings, null), work)
}

/** The same scratch, noting how many milliseconds each search takes. */
export function timing(scratch: Scratch, searchMs: number[]): Scratch {
  const timed = async <T>(find: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const found = await find()
    searchMs.push(performance.now() - began)
    return found
  }
  return {
    ...scratch,
    findInChat: (chat, text, limit) => timed(() => scratch.findInChat(chat, text, limit)),
    findInFiles: (text, limit) => timed(() => scratch.findInFiles(text, limit)),
  }
}
