import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { EXIT } from './command.ts'
import { memoryFilesCommand } from './commands/memory.ts'

const db = useDatabase()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-memories-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function setUp() {
  const world = await cliWorld(await db.fresh())
  await world.app.send(
    'POST',
    '/api/messages',
    wireMessages({ author: { id: 'ann', name: 'Ann' } }),
  )
  const file = async (content: string | Buffer, name = 'memories.txt') => {
    const path = join(folder, `${Math.random()}-${name}`)
    await writeFile(path, content)
    return path
  }
  const run = (args: readonly string[], options = {}) =>
    world.run(memoryFilesCommand, args, options)
  return { ...world, file, run }
}

test('imports a file and says what became of it, exports it to a file of its owner', async () => {
  const { file, run } = await setUp()
  const path = await file('- Likes tea\n- Has a dog\n- Likes tea\n')
  expect(await run(['import', path], { person: 'ann', 'dry-run': true })).toEqual({
    exitCode: EXIT.ok,
    printed: 'chatgpt: 2 memories would be added, 1 known.',
  })
  expect((await run(['import', path], { person: 'ann' })).printed).toBe(
    'chatgpt: 2 memories added, 1 known.',
  )
  expect((await run(['import', path])).printed).toBe(
    'chatgpt: 0 memories added, 0 known.\n3 skipped: the file does not say whose it is: name one with --person (number 1, 2, 3)',
  )
  const out = join(folder, 'out.json')
  expect((await run(['export'], { person: 'ann', out })).printed).toBe(`${out}: 2 memories.`)
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ version: 1 })
  await expect(run(['export'], { out })).rejects.toThrow(/--force/)
  const again = await run(['import', out], { json: true })
  expect(JSON.parse(again.printed)).toMatchObject({ format: 'earshot', added: 0, known: 2 })
})

test('reads UTF-16 with its mark, and refuses other encodings, large files and what is no file', async () => {
  const { file, run } = await setUp()
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Mag Tee, öfter', 'utf16le')])
  expect((await run(['import', await file(utf16)], { person: 'ann' })).printed).toContain(
    '1 memory',
  )
  for (const [content, why] of [
    [Buffer.from('Mag öfter Tee', 'latin1'), /not UTF-8/],
    [Buffer.alloc(50 * 1_048_576, 'tea\n'), /larger than 6 MB/],
    ['', /empty/],
  ] as const) {
    await expect(run(['import', await file(content)], { person: 'ann' })).rejects.toThrow(why)
  }
  await expect(run(['import', folder])).rejects.toThrow(/not a file/)
})

test.each([[[]], [['import']], [['import', 'a', 'b']], [['export', 'a']], [['list']]])(
  '%j is refused with the usage',
  async (args) => {
    const { run } = await setUp()
    await expect(run(args)).rejects.toThrow(/Usage: earshot memory export/)
  },
)
