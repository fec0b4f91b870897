import { termsOf } from '../../text/terms.ts'

/** The words of a text as PostgreSQL keeps them. */
export type TermsVector = {
  /** A tsvector as it is written: 'word':1,4 'other':2. Terms are letters and digits, so it is safe. */
  readonly vector: string
  readonly length: number
}

/** The words of a message: who says it is a part of what is found. */
export function messageTerms(message: {
  readonly authorName: string
  readonly text: string
  readonly media: readonly { readonly name?: string | undefined }[]
}): TermsVector {
  const names = message.media.flatMap(({ name }) => name ?? [])
  return termsVector([message.authorName, message.text, ...names])
}

/** The words of a part of a file. What it is called counts three times (bench/recall: Cranfield). */
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
