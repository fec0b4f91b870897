import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type AnnotatedChat, readChats } from '../../src/eval/read-chats.ts'
import { readWrittenChats } from '../../src/eval/read-written.ts'
import { type Corpora, type Corpus, corpusOf, corpusOfSentences } from './estimate-tables.ts'

/* What is learned from. irc/dev and chats/dev are never among it. */

/** The community most of the annotated messages are from: it is rewritten, too. */
const BUSY = 'irc/train'
/** Everyday chats, written for this. */
const EVERYDAY = 'chats/train'
const FOREIGN = ['irc/newdomains', 'irc/channeltwo', 'gitter/gitter'] as const
const OWN_CHATS = 'train/chats'
const SENTENCES = 'parallel'

export type Sets = {
  readonly busy: readonly AnnotatedChat[]
  readonly foreign: readonly AnnotatedChat[]
  readonly written: readonly AnnotatedChat[]
}

/** Reads the sets below a directory, without those that are left out. */
export function readSets(dataDir: string, leftOut: readonly string[]): Sets {
  const read = (name: string) => readChats(join(dataDir, `${name}.jsonl.gz`))
  const learned = FOREIGN.filter((name) => !leftOut.includes(shortNameOf(name)))
  if (learned.length + leftOut.length !== FOREIGN.length) {
    const names = FOREIGN.map(shortNameOf).join(', ')
    throw new Error(`Not all of "${leftOut.join()}" can be left out: there are ${names}.`)
  }
  return {
    busy: read(BUSY),
    foreign: learned.flatMap(read),
    written: [...read(EVERYDAY), ...readWrittenChats(OWN_CHATS)],
  }
}

/** The path below the data of a set that can be left out. */
export function pathOfSet(dataDir: string, shortName: string): string {
  const name = FOREIGN.find((one) => shortNameOf(one) === shortName) ?? shortName
  return join(dataDir, `${name}.jsonl.gz`)
}

function shortNameOf(name: string): string {
  return name.split('/')[1] ?? name
}

/** What words are counted in: the chats, community by community and language by language, and sentences. */
export function corporaOf({ busy, written }: Sets, dataDir: string): Corpora {
  const languages = [...new Set(written.map(({ language }) => language))]
  const ofLanguage = (wanted: string | null) =>
    corpusOf(written.filter(({ language }) => language === wanted))
  const { english, others } = sentencesIn(join(dataDir, SENTENCES))
  return {
    english: [corpusOf(busy), ofLanguage('en'), ...english],
    others: [...languages.filter((language) => language !== 'en').map(ofLanguage), ...others],
  }
}

/** A corpus for each language, and one for English, which is on the left of every file. */
function sentencesIn(directory: string): Corpora {
  if (!existsSync(directory)) return { english: [], others: [] }
  const english = new Set<string>()
  const others: Corpus[] = readdirSync(directory)
    .toSorted()
    .map((file) => {
      const text = gunzipSync(readFileSync(join(directory, file))).toString('utf8')
      const rows = text.split('\n').map((row) => row.split('\t'))
      for (const [left] of rows) if (left) english.add(left)
      return corpusOfSentences(rows.flatMap(([, right]) => (right ? [right] : [])))
    })
  return { english: [corpusOfSentences([...english])], others }
}
