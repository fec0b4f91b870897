import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { admin, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { testFiles } from '../../../test/test-files.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import type { SharedFilesAudience } from '../../domain/file.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'
import { isAbout } from './file-merit.ts'

const db = useOwnDatabase()
/** The documents that the bounds were measured with: how rare a word is changes with each further one. */
const DECISIONS = 'docs/decisions'
const MEASURED = readdirSync(DECISIONS).filter((path) => path < '0031')

/** Asked in a family's chat; each shares a word with some of the documents. */
const EVERYDAY = `
what do we still need for Sunday? | which one is cheaper per person? | can we keep it? | can it be saved?
how long does wholemeal flour keep in a garage? | what are the rules for a paddling pool in the garden?
is there a lifeguard at the pool on Sunday? | what are the odds, say 60% a question? | who drove last time?
what day is the 14th of March 2026? | скільки квартир ще не здали гроші? | ideas for a leaving present under 50?
does the lotion actually work or do we need the comb? | how many hours before the party do we start?`
  .split(/[|\n]/)
  .map((question) => question.trim())
  .filter((question) => question !== '')

const ABOUT_THE_DOCUMENTS = [
  'how are backups verified?',
  'why is pg-boss bundled?',
  'how does the queue retry?',
  'why do we keep two database engines?',
  'what happens to a message when its author is forgotten?',
]

describe('the files of a workspace in a group', () => {
  test('are used for questions about them, and for no other', async () => {
    const { filesFor } = await groupWithDocuments('all')
    for (const question of EVERYDAY)
      expect([question, await filesFor(question)]).toEqual([question, []])
    for (const question of ABOUT_THE_DOCUMENTS) {
      expect([question, (await filesFor(question)).length > 0]).toEqual([question, true])
    }
  })

  test.each([
    ['none', new Set<string>(), false, true],
    ['other groups', new Set(['api:office']), false, true],
    ['this group', new Set(['api:family']), true, true],
  ])(
    'are for %s, and always for who is alone with the bot',
    async (_who, audience, group, alone) => {
      const { filesFor } = await groupWithDocuments(audience)
      const [question = ''] = ABOUT_THE_DOCUMENTS
      expect((await filesFor(question)).length > 0).toBe(group)
      expect((await filesFor(question, null)).length > 0).toBe(alone)
    },
  )
})

describe('a chunk is about a question', () => {
  const corpus = { size: 300, averageLength: 200, documentFrequencies: new Map([['keep', 90]]) }
  const chunk = (words: readonly string[], similarity: number | null = null) => ({
    bag: { length: 200, frequencies: new Map(words.map((word) => [word, 1])) },
    similarity,
  })
  const subject = {
    terms: ['keep', 'flour'],
    corrected: new Set<string>(),
    leansOnConversation: false,
  }

  test('by half of what it asks about, a rare word counting more', () => {
    expect(isAbout(subject, chunk(['flour']), corpus)).toBe(true)
    expect(isAbout(subject, chunk(['keep']), corpus)).toBe(false)
    expect(isAbout(subject, chunk([]), corpus)).toBe(false)
  })

  test('by its meaning, and by fewer words where the meaning is near', () => {
    const fresh = { ...subject, terms: ['keep', 'flour', 'fresh'] }
    expect(isAbout(fresh, chunk([], 0.6), corpus)).toBe(true)
    expect(isAbout(fresh, chunk(['flour'], 0.45), corpus)).toBe(true)
    expect(isAbout(fresh, chunk(['flour'], 0.44), corpus)).toBe(false)
    expect(isAbout(subject, chunk([], 0.59), corpus)).toBe(false)
  })

  test('by a corrected word half as much', () => {
    const corrected = { ...subject, corrected: new Set(['flour']) }
    expect(isAbout(corrected, chunk(['flour']), corpus)).toBe(false)
    expect(isAbout(corrected, chunk(['flour', 'keep']), corpus)).toBe(true)
  })

  test('not by the one word of a question that leans on the conversation', () => {
    const leaning = { ...subject, terms: ['flour'], leansOnConversation: true }
    expect(isAbout(leaning, chunk(['flour']), corpus)).toBe(false)
  })
})

async function groupWithDocuments(sharedFiles: SharedFilesAudience) {
  const it = await db.fresh()
  const { assembly } = testEngine(it).deps
  const { engine, deps } = testEngine(it, { assembly: { ...assembly, sharedFiles } })
  const me = admin(it)
  for (const path of MEASURED) {
    const bytes = readFileSync(`${DECISIONS}/${path}`)
    await testFiles(it).keep(
      me,
      { threadId: null, author: null },
      { path, bytes, contentType: null },
    )
  }
  const chat = { channel: 'api', externalId: 'family', kind: 'group', title: null } as const
  const messages = [
    incoming('Ann', 'Who brings what on Sunday?', { sentAt: minutesAgo(30) }),
    incoming('Bob', 'I can do the salad, somebody needs to get charcoal', {
      sentAt: minutesAgo(29),
    }),
    incoming('Cat', 'The pool opens at ten', { sentAt: minutesAgo(20) }),
  ]
  await engine.receive(me, { chat, messages })
  if (deps.embedder !== null) await embedMissing({ ...deps, embedder: deps.embedder }, new Map())
  return {
    filesFor: async (text: string, threadId: string | null = 'api:family') => {
      const { context } = await engine.buildContext(me, {
        threadId,
        text: `@bot ${text}`,
        author: null,
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: NOW,
        budgetTokens: 3_500,
      })
      return context.kept.flatMap(({ piece }) => (piece.kind === 'chunk' ? [piece.chunk.path] : []))
    },
  }
}
