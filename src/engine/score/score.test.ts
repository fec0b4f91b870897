import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chat } from '../../../test/messages.ts'
import type { Candidate, Finding } from '../../domain/candidate.ts'
import type { ChunkId, FileId } from '../../domain/ids.ts'
import { queryTermsOf } from '../../text/terms.ts'
import { keywordsOf } from '../../text/words.ts'
import { DEFAULT_WEIGHTS, type ScoredQuestion, scoreCandidates } from './score.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const FOUND: Finding = {
  by: 'messages',
  part: 'search',
  weight: 0.5,
  reason: 'keyword match',
}
const PLAIN = {
  alike: null,
  membership: null,
  isAnchor: false,
  isPinned: false,
  quoted: null,
  fromSnapshot: false,
}

function said(text: string, more: Partial<Candidate> = {}): Candidate {
  const [message] = chat([['Ann', 10, text]])
  if (message === undefined) throw new Error('no message')
  const piece = { kind: 'message', message: { ...message, sentAt: NOW } } as const
  return { piece, findings: [FOUND], ...PLAIN, ...more }
}

function written(text: string, isWhole = false): Candidate {
  const chunk = {
    id: 1 as ChunkId,
    fileId: 1 as FileId,
    path: 'a.md',
    heading: '',
    startLine: 1,
    endLine: 1,
    page: null,
    text,
    updatedAt: NOW,
    isWhole,
    isShared: false,
  }
  return { piece: { kind: 'chunk', chunk }, findings: [{ ...FOUND, by: 'files' }], ...PLAIN }
}

function asking(question: string, more: Partial<ScoredQuestion> = {}): ScoredQuestion {
  return {
    keywords: keywordsOf(question),
    terms: queryTermsOf(question),
    askedAt: NOW,
    rarities: new Map(),
    used: new Map(),
    ...more,
  }
}

describe('a score', () => {
  test('is the sum of its parts, each times its weight', () => {
    const [scored] = scoreCandidates(
      [said('the visa photo')],
      asking('visa photo?'),
      DEFAULT_WEIGHTS,
    )
    const names = Object.keys(DEFAULT_WEIGHTS) as (keyof typeof DEFAULT_WEIGHTS)[]
    const sum = names.reduce((s, name) => s + DEFAULT_WEIGHTS[name] * (scored?.parts[name] ?? 0), 0)
    expect(scored?.relevance).toBeCloseTo(sum)
    expect(scored?.matchedKeywords).toEqual(['visa', 'photo'])
  })

  test('grows with the weight of any source, by the part that the source names', () => {
    const finding = { by: 'a new source', weight: 0.8, reason: 'it said so' } as const
    const relevanceBy = (part: Finding['part'], weight: number) => {
      const found = said('the visa photo', { findings: [{ ...finding, part, weight }] })
      const [scored] = scoreCandidates([found], asking('visa photo?'), DEFAULT_WEIGHTS)
      return scored?.relevance ?? 0
    }
    const grown = (part: Finding['part']) => relevanceBy(part, 0.8) - relevanceBy(part, 0.3)
    expect(grown('search')).toBeCloseTo(0.5 * DEFAULT_WEIGHTS.search)
    expect(grown('conversation')).toBeCloseTo(0.5 * DEFAULT_WEIGHTS.conversation)
    expect(grown('none')).toBe(0)
  })

  test('counts a rare word for more than a common one', () => {
    const rarities = new Map([
      ['visa', 5],
      ['photo', 1],
    ])
    const [rare, common] = scoreCandidates(
      [said('the visa'), said('the photo')],
      asking('visa photo', { rarities }),
      DEFAULT_WEIGHTS,
    )
    expect(rare?.parts.keywords).toBeCloseTo(5 / 6)
    expect(rare?.parts.text).toBeGreaterThan(common?.parts.text ?? 1)
  })

  test('puts what is pinned before a file, a file before a part of one, that before a message', () => {
    const candidates = [
      said('visa', { isPinned: true }),
      written('visa', true),
      written('visa'),
      said('visa'),
    ]
    const scored = scoreCandidates(candidates, asking('visa'), DEFAULT_WEIGHTS)
    expect(scored.map(({ parts }) => parts.source)).toEqual([1, 0.7, 0.6, 0.5])
  })

  test.each([
    [{ cited: 3, useful: 0, useless: 0 }, 0.3],
    [{ cited: 0, useful: 4, useless: 0 }, 0.8],
    [{ cited: 50, useful: 0, useless: 0 }, 1],
    [{ cited: 1, useful: 0, useless: 2 }, -0.3],
  ])('knows how it did before: %j counts %d', (used, usage) => {
    const candidate = said('visa')
    const key = `message:${candidate.piece.kind === 'message' ? candidate.piece.message.externalId : ''}`
    const asked = asking('visa', { used: new Map([[key, used]]) })
    expect(scoreCandidates([candidate], asked, DEFAULT_WEIGHTS)[0]?.parts.usage).toBeCloseTo(usage)
  })

  test('fades with age by a third in about four days', () => {
    const piece = said('visa').piece
    if (piece.kind !== 'message') throw new Error('no message')
    const old = new Date(NOW.getTime() - 100 * 3_600_000)
    const aged = said('visa', { piece: { ...piece, message: { ...piece.message, sentAt: old } } })
    const [scored] = scoreCandidates([aged], asking('visa'), DEFAULT_WEIGHTS)
    expect(scored?.parts.recency).toBeCloseTo(Math.exp(-1))
  })

  test('of what was replied to is the highest there is', () => {
    const [scored] = scoreCandidates([said('x', { isAnchor: true })], asking(''), DEFAULT_WEIGHTS)
    expect(scored?.relevance).toBe(1)
  })

  test('is a number in [0, 1] for any texts and question, none of them too', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (texts, question) => {
        const candidates = texts.map((t) => said(t))
        for (const { relevance, parts } of scoreCandidates(
          candidates,
          asking(question),
          DEFAULT_WEIGHTS,
        )) {
          expect(relevance).toBeGreaterThanOrEqual(0)
          expect(relevance).toBeLessThanOrEqual(1)
          for (const part of Object.values(parts)) expect(Number.isFinite(part)).toBe(true)
        }
      }),
    )
  })
})
