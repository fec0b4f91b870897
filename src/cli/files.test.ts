import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePdf } from '../../test/fixtures/files/make-pdf.ts'
import { testApp } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { readConfig } from '../config/config.ts'
import { AppError, type ErrorCode } from '../domain/errors.ts'
import type { Call, Options, Terminal } from './command.ts'
import { filesCommand } from './commands/files.ts'
import { findFiles } from './find-files.ts'

const db = useDatabase()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-files-'))
  const put = async (path: string, content: string | Uint8Array) => {
    await mkdir(join(folder, 'docs', path, '..'), { recursive: true })
    await writeFile(join(folder, 'docs', path), content)
  }
  await put('b.md', '# B\n\nSecond.')
  await put('a.txt', 'First.')
  await put('deep/план.txt', 'Third.')
  await put('deep/book.pdf', makePdf([['Hello there']]))
  await put('empty.txt', '')
  await put('picture.png', new Uint8Array([137, 80, 78, 71, 0, 0, 0]))
  await put('old.txt', new Uint8Array([0xef, 0xf0, 0xe8]))
  await put('.git/config', 'x')
  await put('node_modules/x/index.js', 'x')
  await put('large.txt', 'x'.repeat(2_000_000))
  await symlink(join(folder, 'docs'), join(folder, 'docs', 'round'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A terminal on a test's own API; it records what it prints. */
async function terminalOn(app: Awaited<ReturnType<typeof testApp>>) {
  const printed: string[] = []
  const bars: string[] = []
  const call: Call = async (path, init = {}) => {
    const { status, body } = await app.send(init.method ?? 'GET', path, init.body)
    if (status < 400) return body
    throw new AppError(body.code as ErrorCode, String(body.detail))
  }
  const terminal: Terminal = {
    config: readConfig({ EARSHOT_FILE_MEGABYTES: '1' }, null),
    serve: () => Promise.reject(new Error('not here')),
    withCall: (work) => work(call),
    withScratch: () => Promise.reject(new Error('not here')),
    saveBackup: () => Promise.reject(new Error('not here')),
    restoreBackup: () => Promise.reject(new Error('not here')),
    examine: () => {
      throw new Error('not here')
    },
    print: (line) => printed.push(line),
    progress: (line) => bars.push(line),
    stopSignal: () => new Promise(() => undefined),
  }
  const run = async (args: readonly string[], options: Options = {}) => {
    printed.length = 0
    const exitCode = await filesCommand.run(args, options, terminal)
    return { exitCode, printed: printed.join('\n') }
  }
  return { run, bars }
}

describe('earshot files', () => {
  test('adds a folder, tells what it left out, and changes nothing the second time', async () => {
    const { run, bars } = await terminalOn(await testApp(await db.fresh()))
    const first = await run(['add', join(folder, 'docs')])
    expect(first.exitCode).toBe(0)
    expect(first.printed).toMatch(/^4 added, 0 replaced, 0 unchanged, 7 skipped\.\n/)
    for (const reason of [
      /docs\/\.git: hidden/,
      /docs\/empty\.txt: empty/,
      /docs\/picture\.png: not text/,
      /docs\/large\.txt: larger than 1 MB/,
      /docs\/node_modules: installed packages/,
      /docs\/round: a symbolic link/,
      /docs\/old\.txt: .*UTF-8/,
    ]) {
      expect(first.printed).toMatch(reason)
    }
    expect(bars.some((bar) => /^\[#+\.*\] \d+% {2}\d of 5 files/.test(bar))).toBe(true)
    const again = JSON.parse((await run(['add', join(folder, 'docs')], { json: true })).printed)
    expect(again).toMatchObject({ added: 0, replaced: 0, unchanged: 4 })
  })

  test('lists and removes, by path and by id', async () => {
    const { run } = await terminalOn(await testApp(await db.fresh()))
    expect((await run(['list'])).printed).toContain('earshot files add')
    await run(['add', join(folder, 'docs', 'deep'), join(folder, 'docs', 'a.txt')])
    const { files } = JSON.parse((await run(['list'], { json: true })).printed) as {
      files: { id: string; path: string }[]
    }
    expect(files.map((file) => file.path)).toEqual(['deep/book.pdf', 'deep/план.txt', 'a.txt'])
    expect((await run(['list'])).printed).toMatch(/1 chunks {2}deep\/план\.txt/)
    expect((await run(['remove', './deep/план.txt'])).exitCode).toBe(0)
    expect((await run(['remove', files[0]?.id ?? ''])).exitCode).toBe(0)
    expect((await run(['list'])).printed).toMatch(/^\s+\d+ .* a\.txt$/)
    await expect(run(['remove', 'deep/план.txt'])).rejects.toMatchObject({ code: 'file_not_found' })
  })

  test('keeps the files of a person apart', async () => {
    const { run } = await terminalOn(await testApp(await db.fresh()))
    await run(['add', join(folder, 'docs', 'a.txt')], { as: 'ann' })
    await run(['add', join(folder, 'docs', 'a.txt')])
    expect((await run(['list'])).printed).toContain('a.txt  (api:ann)')
    await run(['remove', 'a.txt'])
    expect((await run(['list'])).printed).toContain('a.txt  (api:ann)')
    await run(['remove', 'a.txt'], { as: 'ann' })
    expect((await run(['list'])).printed).toContain('No files')
  })

  test.each([
    ['picture.png', 'The file is neither text nor in a supported format'],
    ['large.txt', 'larger than 1 MB'],
  ])('%s was named and cannot be kept: a failure', async (name, reason) => {
    const { run } = await terminalOn(await testApp(await db.fresh()))
    const { exitCode, printed } = await run(['add', join(folder, 'docs', name)])
    expect(exitCode).toBe(1)
    expect(printed).toContain(`${name}: ${reason}`)
  })

  test('what is wrong with the server ends it, and says how far it came', async () => {
    const app = await testApp(await db.fresh(), { files: { maxFilesPerOwner: 2 } })
    const { run } = await terminalOn(app)
    await expect(run(['add', join(folder, 'docs')])).rejects.toMatchObject({
      code: 'too_many_files',
      message: expect.stringMatching(/2 files before it are stored; run the same command again/),
    })
  })

  test.each([[[]], [['add']], [['remove']], [['list', 'x']], [['sell']]])(
    '%j is refused with the usage',
    async (args) => {
      const { run } = await terminalOn(await testApp(await db.fresh()))
      await expect(run(args)).rejects.toThrow('Usage: earshot files add')
    },
  )

  test('a place that is not there is told', async () => {
    await expect(findFiles([join(folder, 'nothing')], 1_000)).rejects.toMatchObject({
      code: 'file_unreadable',
    })
  })
})
