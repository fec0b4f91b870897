import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Journal, openJournal as open } from './journal.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'earshot-journal-'))
})
afterEach(async () => {
  // Closing a journal that the test has closed already fails; ignore that.
  await Promise.allSettled(opened.map((journal) => journal.close()))
  opened.length = 0
  await rm(directory, { recursive: true, force: true })
})

const opened: Journal[] = []
async function openJournal(path: string) {
  const result = await open(path)
  opened.push(result.journal)
  return result
}

const nothing = async () => undefined

describe('the journal', () => {
  test('gives back what was recorded, in order, after the process died', async () => {
    const { journal } = await openJournal(directory)
    await journal.record({ n: 1 }, nothing)
    await journal.record({ n: 2, text: 'two\nlines' }, nothing)
    const { recovered } = await openJournal(directory)
    expect(recovered).toEqual({ entries: [{ n: 1 }, { n: 2, text: 'two\nlines' }], torn: 0 })
  })

  test('has the entry on disk before it is applied', async () => {
    const { journal } = await openJournal(directory)
    await journal.record({ n: 1 }, async () => {
      const [name] = await readdir(directory)
      expect(await readFile(join(directory, name ?? ''), 'utf8')).toContain('{"n":1}')
    })
  })

  test('keeps all of many writers that come at once', async () => {
    const { journal } = await openJournal(directory)
    await Promise.all(Array.from({ length: 200 }, (_, n) => journal.record({ n }, nothing)))
    const { recovered } = await openJournal(directory)
    expect(recovered.entries).toEqual(Array.from({ length: 200 }, (_, n) => ({ n })))
  })

  test('passes over a line that a crash tore, and keeps the rest', async () => {
    const { journal } = await openJournal(directory)
    await journal.record({ n: 1 }, nothing)
    const [name = ''] = await readdir(directory)
    await appendFile(join(directory, name), '0badc0de {"n":2,"te')
    await journal.record({ n: 3 }, nothing)
    const { recovered } = await openJournal(directory)
    expect(recovered).toEqual({ entries: [{ n: 1 }, { n: 3 }], torn: 1 })
  })

  test('does not believe a line whose checksum is wrong', async () => {
    await writeFile(join(directory, '000001.jsonl'), '00000000 {"n":1}\n')
    expect((await openJournal(directory)).recovered).toEqual({ entries: [], torn: 1 })
  })

  test('tells the caller what applying said, also when it failed', async () => {
    const { journal } = await openJournal(directory)
    expect(await journal.record({}, async () => 'kept')).toBe('kept')
    await expect(journal.record({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  test('says what to do when it cannot be written', async () => {
    const { journal } = await openJournal(directory)
    await journal.close()
    const writing = journal.record({}, nothing)
    await expect(writing).rejects.toMatchObject({ code: 'journal_failed' })
  })
})

describe('a checkpoint', () => {
  test('forgets what the database now holds, and nothing that came after', async () => {
    const { journal } = await openJournal(directory)
    await journal.record({ n: 1 }, nothing)
    expect(journal.size()).toBe(1)
    await journal.checkpoint(async () => {
      await journal.record({ n: 2 }, nothing)
    })
    expect((await openJournal(directory)).recovered.entries).toEqual([{ n: 2 }])
  })

  test('waits for what is recorded but not yet applied', async () => {
    const { journal } = await openJournal(directory)
    const steps: string[] = []
    let finish = () => {}
    const applied = journal.record({ n: 1 }, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      steps.push('applied')
    })
    await Promise.resolve()
    const done = journal.checkpoint(async () => {
      steps.push('flushed')
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    finish()
    await Promise.all([applied, done])
    expect(steps).toEqual(['applied', 'flushed'])
  })

  test('keeps everything when the database could not be flushed', async () => {
    const { journal } = await openJournal(directory)
    await journal.record({ n: 1 }, nothing)
    await expect(journal.checkpoint(() => Promise.reject(new Error('disk')))).rejects.toThrow(
      'disk',
    )
    expect((await openJournal(directory)).recovered.entries).toEqual([{ n: 1 }])
  })

  test('empty files of starts without a message do not pile up', async () => {
    for (let i = 0; i < 5; i += 1) await (await openJournal(directory)).journal.close()
    expect(await readdir(directory)).toHaveLength(1)
  })
})
