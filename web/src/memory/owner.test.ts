import { expect, test } from 'vitest'
import {
  confirmationText,
  fileNameOf,
  memoryPath,
  readOwner,
  readTags,
  unbuiltTags,
  writeOwner,
} from './owner.ts'

test.each([
  ['api:ann', { kind: 'person', id: 'api:ann' }, '/api/people/api%3Aann/memory'],
  ['chat=api:team:7', { kind: 'group', id: 'api:team:7' }, '/api/chats/api%3Ateam%3A7/memory'],
] as const)('%s is parsed and formatted as an owner', (part, owner, path) => {
  expect(readOwner(part)).toEqual(owner)
  expect(writeOwner(owner)).toBe(part)
  expect(memoryPath(owner)).toBe(path)
})

test('without a part there is no owner', () => {
  expect([readOwner(undefined), readOwner('')]).toEqual([null, null])
})

test.each([
  ['a, b ,a,, ', ['a', 'b']],
  ['', []],
  ['Net Days', ['Net Days']],
])('%j is parsed as tags', (typed, tags) => {
  expect(readTags(typed)).toEqual(tags)
})

test.each([
  ['Ann Lee', 'Ann-Lee'],
  ['../../etc', 'etc'],
  ['Łukasz 名', 'Łukasz-名'],
  ['***', 'person'],
])('%s in a file name is %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})

test('tags without a topic come most frequent first', () => {
  const session = (tags: string[]) => ({ tags }) as never
  const sessions = [session(['a', 'b']), session(['b', 'c']), session(['c', 'b'])]
  expect(unbuiltTags({ sessions, topics: [{ slug: 'c' }] } as never)).toEqual(['b', 'a'])
})

test.each([
  ['Ann Lee', 'Ann Lee'],
  [' Ann ', 'Ann'],
  ['a\u202Eb', 'api:x'],
  ['x'.repeat(61), 'api:x'],
  [' ', 'api:x'],
])('to forget %j the user types %j', (name, typed) => {
  expect(confirmationText(name, 'api:x')).toBe(typed)
})
