import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A sentence in English and in another language. */
export type Pair = {
  readonly language: string
  readonly english: string
  readonly other: string
}

const PAIRS = 'parallel'
const FILE_NAME = /^en-(\w+)\.tsv\.gz$/
/** One English sentence in this many, with all its translations, is kept for measuring. */
const KEPT_OUT_OF = 40

/** The sentence pairs below a data directory, split into those to learn from and those to measure on. */
export function readPairs(dataDir: string): { readonly learned: Pair[]; readonly kept: Pair[] } {
  const directory = join(dataDir, PAIRS)
  const pairs = readdirSync(directory)
    .toSorted()
    .flatMap((file) => readFile(directory, file))
  return {
    learned: pairs.filter(({ english }) => !isKept(english)),
    kept: pairs.filter(({ english }) => isKept(english)),
  }
}

function readFile(directory: string, file: string): Pair[] {
  const language = FILE_NAME.exec(file)?.[1]
  if (language === undefined) return []
  const rows = gunzipSync(readFileSync(join(directory, file)))
    .toString('utf8')
    .split('\n')
  const seen = new Set<string>()
  return rows.flatMap((row): Pair[] => {
    const [english, other] = row.split('\t')
    // The first rows name the files that the sentences are from.
    if (!english || !other || english.startsWith('../') || seen.has(row)) return []
    seen.add(row)
    return [{ language, english, other }]
  })
}

/** Names of people that Tatoeba's sentences have again and again: Tom and Mary alone are in one of six. */
const NAMES =
  /\b(Tom|Mary|John|Sami|Layla|Maria|Ziri|Yanni|Jane|Bob|Alice|Mike|Jim|Ken|Bill|Jack|Nancy|Dan|Linda|Paul|George|Fadil|Emily|Lucy|Susan|Kate|Peter|Betty|Jimmy|Dick|Fred|Meg)\b/

/**
 * Whether a sentence has one of the usual names. The teacher lets a name decide where a sentence points, and names are
 * the same in all languages: fitted to such sentences, every name comes to outweigh what is said.
 */
export function hasUsualName({ english }: Pair): boolean {
  return NAMES.test(english)
}

/** By the letters of the sentence, so that its translations into all languages fall on the same side. */
function isKept(english: string): boolean {
  let hash = 0
  for (let i = 0; i < english.length; i++) hash = (Math.imul(hash, 31) + english.charCodeAt(i)) | 0
  return Math.abs(hash) % KEPT_OUT_OF === 0
}
