import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../test/fixtures/import/read-all.ts'
import { checkEncoding, openSource } from './open-source.ts'

const write = useFolder()
const TEXT = 'Привіт, 世界 😀 — hello\n'

async function textOf(path: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of (await openSource(path)).bytes()) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16, little end first', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['UTF-8 over several pieces', Buffer.from(TEXT.repeat(30_000))],
])('%s is read as it was written', async (_name, bytes) => {
  const path = await write('text', bytes)
  await checkEncoding(await openSource(path))
  expect(await textOf(path)).toBe(bytes.length > 1_000_000 ? TEXT.repeat(30_000) : TEXT)
})

test.each([
  ['a byte of Latin-1', Buffer.from('caf\xe9 au lait', 'latin1'), 3],
  [
    'a byte far behind',
    Buffer.concat([Buffer.from(TEXT.repeat(30_000)), Buffer.from([0xff])]),
    null,
  ],
  ['half a character at the end', Buffer.from(TEXT).subarray(0, 1), 0],
  ['a surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x61]), 1],
])('%s is refused with its place', async (_name, bytes, offset) => {
  const source = await openSource(await write('text', bytes))
  await expect(checkEncoding(source)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { offset: offset ?? bytes.length - 1 },
  })
})

test('what is no file is told so', async () => {
  const empty = await write('empty', '')
  await expect(openSource(empty)).rejects.toMatchObject({ code: 'file_empty' })
  const folder = join(dirname(empty), 'folder')
  await mkdir(folder)
  await expect(openSource(folder)).rejects.toThrow(/is not a file/)
  await expect(openSource(join(folder, 'nowhere'))).rejects.toMatchObject({
    code: 'file_unreadable',
  })
})
