import { expect, test } from 'vitest'
import { makeZip, type ZipEntry } from '../../test/fixtures/import/make-zip.ts'
import { left, useFolder } from '../../test/fixtures/import/read-all.ts'
import { openZip, type Zip } from './open-zip.ts'

const write = useFolder()
const FINE: ZipEntry = { name: 'a.json', data: '[1]' }

async function open(entries: readonly ZipEntry[]): Promise<Zip> {
  return openZip(await write('x.zip', makeZip(entries)), 'x.zip')
}

test('files are found by name and read as they are; links and zips inside are passed over', async () => {
  const zip = await open([
    FINE,
    { name: 'folder/', data: '' },
    { name: 'link', data: '/etc/passwd', isLink: true },
    { name: 'inner.ZIP', data: 'x' },
  ])
  expect(zip.parts.map(({ name }) => name)).toEqual(['a.json'])
  expect(left(zip.ignored)).toEqual(['file_ignored: link', 'file_ignored: inner.ZIP'])
  const parts: Buffer[] = []
  for (const part of zip.parts) for await (const bytes of part.bytes()) parts.push(bytes)
  expect(String(Buffer.concat(parts))).toBe('[1]')
  zip.close()
})

const BOMB: ZipEntry = { name: 'b.json', data: Buffer.alloc(20 * 2 ** 20) }

test.each<[string, readonly ZipEntry[], RegExp]>([
  ['a name that climbs', [FINE, { name: '../a.json', data: '' }], /./],
  ['a name that climbs later', [FINE, { name: 'a/../../b.json', data: '' }], /./],
  ['a name with backslashes', [{ name: '..\\a.json', data: '' }], /./],
  ['an absolute name', [{ name: '/etc/a.json', data: '' }], /./],
  ['a drive', [{ name: 'C:/a.json', data: '' }], /./],
  ['a NUL in a name', [{ name: 'a\0.json', data: '' }], /outside/],
  ['a password', [FINE, { ...FINE, name: 'b', isEncrypted: true }], /password/],
  ['a bomb', [FINE, BOMB], /far larger unpacked/],
  ['sizes no chat has', [{ ...FINE, claims: 0xfffffff0 }], /far larger unpacked/],
])('%s is refused before anything is read', async (_name, entries, says) => {
  const opening = open(entries)
  await expect(opening).rejects.toMatchObject({ code: 'file_unreadable' })
  await expect(opening).rejects.toThrow(says)
})

test('a file that is larger than it claims is stopped', async () => {
  const zip = await open([{ ...BOMB, claims: 3 }])
  const read = async () => {
    for (const part of zip.parts) for await (const _ of part.bytes());
  }
  await expect(read()).rejects.toMatchObject({ code: 'file_unreadable' })
  zip.close()
})

test.each([
  ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['no zip at all', () => Buffer.from('PK, said nobody')],
])('%s is told as broken', async (_name, spoil) => {
  const path = await write('x.zip', spoil(makeZip([FINE, FINE])))
  await expect(openZip(path, 'x.zip')).rejects.toThrow(/not a readable zip file/)
})
