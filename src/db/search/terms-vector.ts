import { termsOf } from '../../text/terms.ts'

/** The terms of a text as PostgreSQL stores them. */
export type TermsVector = {
  /** A tsvector literal: 'word':1,4 'other':2. Terms are letters and digits, so it is safe. */
  readonly vector: string
  readonly length: number
}

/** The terms of a message, including its author's name. */
export function messageTerms(message: {
  readonly authorName: string
  readonly text: string
  readonly media: readonly { readonly name?: string | undefined }[]
}): TermsVector {
  const names = message.media.flatMap(({ name }) => name ?? [])
  return termsVector([message.authorName, message.text, ...names])
}

/** The terms of a chunk. Those of its name count three times (bench/recall: Cranfield). */
export function chunkTerms(chunk: {
  readonly path: string
  readonly title: string
  readonly heading: string
  readonly text: string
}): TermsVector {
  const called = `${chunk.title} ${chunk.heading}`
  return termsVector([chunk.path, called, called, called, chunk.text])
}

function termsVector(texts: readonly string[]): TermsVector {
  const terms = texts.flatMap(termsOf)
  const places = new Map<string, number[]>()
  terms.forEach((term, i) => {
    const known = places.get(term)
    if (known === undefined) places.set(term, [i + 1])
    else known.push(i + 1)
  })
  const vector = [...places].map(([term, at]) => `'${term}':${at.join(',')}`).join(' ')
  return { vector, length: terms.length }
}
