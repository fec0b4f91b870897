import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { hasUsualName, type Pair, readPairs } from './read-pairs.ts'

const home = mkdtempSync(join(tmpdir(), 'earshot-pairs-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function write(file: string, rows: readonly string[]): void {
  mkdirSync(join(home, 'parallel'), { recursive: true })
  writeFileSync(join(home, 'parallel', file), gzipSync(rows.join('\n')))
}

const sentences = Array.from({ length: 400 }, (_, i) => `Sentence number ${i} is here.`)

test('an English sentence is on one side with all its translations, and few are kept', () => {
  write('en-de.tsv.gz', [
    '../deu-eng/a.eng\t../deu-eng/a.deu',
    ...sentences.map((s, i) => `${s}\tSatz ${i}`),
  ])
  write('en-fr.tsv.gz', [...sentences.map((s, i) => `${s}\tPhrase ${i}`), '', 'only English'])
  const { learned, kept } = readPairs(home)
  expect(learned.length + kept.length).toBe(800)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(80)
  const englishOf = (pairs: readonly Pair[], language: string) =>
    pairs.filter((pair) => pair.language === language).map(({ english }) => english)
  expect(englishOf(kept, 'de')).toEqual(englishOf(kept, 'fr'))
  const measured = new Set(englishOf(kept, 'de'))
  expect(englishOf(learned, 'fr').some((english) => measured.has(english))).toBe(false)
})

test('a sentence with a usual name is told from one without', () => {
  const pair = (english: string) => ({ language: 'de', english, other: '' })
  expect(hasUsualName(pair('I think Tom is here.'))).toBe(true)
  expect(hasUsualName(pair('Tomorrow is a holiday.'))).toBe(false)
})
