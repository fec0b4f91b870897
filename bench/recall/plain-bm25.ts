import type { Bag, Corpus } from '../../src/domain/ranking.ts'
import { bm25QueryOf, bm25Share, countsOf, relativeLength } from '../../src/engine/score/bm25.ts'
import type { Scratch } from '../../src/eval/scratch.ts'
import { termsOf } from '../../src/text/terms.ts'

/* The baseline: BM25 of each text by itself, in memory. It has our words and our stemmer, knows who
 * speaks and what a picture shows, and knows nothing of what was said before or after, of sessions, of
 * dates or of meaning. */

/** What most programs use. */
const USUAL = { k1: 1.2, b: 0.75 }

type Text = { readonly id: string; readonly bag: Bag }
type Collection = { readonly texts: Text[]; readonly holding: Map<string, number>; length: number }

/** Something that is filled and asked like an Earshot, and is none. */
export function createPlainBm25(): Scratch {
  const chats = new Map<string, Collection>()
  const files = emptyCollection()
  const chatOf = (externalId: string) => {
    const known = chats.get(externalId) ?? emptyCollection()
    chats.set(externalId, known)
    return known
  }
  return {
    deliver: async ({ chat, messages }) => {
      for (const { externalId, author, text, media } of messages) {
        const shown = media.map(({ name }) => name ?? '')
        add(chatOf(chat.externalId), externalId, [author.name ?? '', text, ...shown].join(' '))
      }
    },
    addFile: async (path, text) => add(files, path, text),
    embed: async () => undefined,
    readFacts: async () => 0,
    findThroughFacts: async () => [],
    findInChat: async (chat, text, limit) => find(chatOf(chat.externalId), text, limit),
    // It has no look back.
    buildContext: async () => [],
    findInFiles: async (text, limit) => find(files, text, limit),
  }
}

function emptyCollection(): Collection {
  return { texts: [], holding: new Map(), length: 0 }
}

function add(collection: Collection, id: string, text: string): void {
  const terms = termsOf(text)
  const frequencies = new Map<string, number>()
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  collection.texts.push({ id, bag: { frequencies, length: terms.length } })
  collection.length += terms.length
  for (const term of frequencies.keys()) {
    collection.holding.set(term, (collection.holding.get(term) ?? 0) + 1)
  }
}

function find({ texts, holding, length }: Collection, asked: string, limit: number): string[] {
  const size = texts.length
  const corpus: Corpus = { size, averageLength: length / size, documentFrequencies: holding }
  const query = bm25QueryOf(new Map(termsOf(asked).map((term) => [term, 1])), corpus)
  return texts
    .map(({ id, bag }) => {
      const share = relativeLength(bag.length, corpus)
      return { id, score: bm25Share(query, countsOf(query, bag), share, USUAL) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ id }) => id)
}
