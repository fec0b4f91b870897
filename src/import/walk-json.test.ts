import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Choice, type Met, walkJson } from './walk-json.ts'

const choose = (path: string): Choice =>
  path === '/list/*' || path === '/name'
    ? 'take'
    : path === '' || path === '/list'
      ? 'enter'
      : 'pass'

async function walk(text: string, size = 7, by = choose): Promise<Met[]> {
  const met: Met[] = []
  for await (const one of walkJson(pieces(Buffer.from(text), size), by)) met.push(one)
  return met
}

async function* pieces(bytes: Buffer, size: number) {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

function values(met: readonly Met[]): unknown[] {
  return met.flatMap((one) => (one.type === 'taken' ? [one.value] : []))
}

test('whatever the pieces, the wanted values come out as JSON.parse gives them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.jsonValue(),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(undefined, 1, '\t'),
      async (list, other, size, indent) => {
        const text = JSON.stringify({ other, list, name: 'x', last: other }, null, indent)
        const parsed = JSON.parse(text)
        expect(values(await walk(text, size))).toEqual([...parsed.list, 'x'])
      },
    ),
  )
})

test('one broken value costs that value', async () => {
  const met = await walk('{"list": [1, {"a": }, {"b" 2}, nul, "\\x", 5]}')
  expect(values(met)).toEqual([1, 5])
  expect(met.filter((one) => one.type === 'spoilt').map((one) => one.why)).toEqual([
    'not_json',
    'not_json',
    'not_json',
    'not_json',
  ])
})

test.each([
  ['too_deep', `${'['.repeat(65)}${']'.repeat(65)}`],
  ['too_deep', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['too_large', JSON.stringify('x'.repeat(1 << 20))],
  ['not_utf8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1')],
])('a value that is %s is passed over with its place', async (why, value) => {
  const bytes = Buffer.from(`{"list": [1, ${value}, 2]}`, 'latin1')
  const met: Met[] = []
  for await (const one of walkJson(pieces(bytes, 65_536), choose)) met.push(one)
  expect(values(met)).toEqual([1, 2])
  expect(met.find((one) => one.type === 'spoilt')).toMatchObject({ why, at: 13 })
})

test('64 levels are not too deep', async () => {
  const value = `${'['.repeat(64)}${']'.repeat(64)}`
  expect(values(await walk(`{"list": [${value}]}`))).toHaveLength(1)
})

test.each([
  ['', true, 0],
  ['{"list": [1, 2', true, 13],
  ['{"list": [1, {"a": "', true, 13],
  ['{"list": [1, 2]', true, 15],
  ['{"list": [1 2]}', false, 12],
  ['{"list": [1, 2}}', false, 14],
  ['{"list" [1]}', false, 8],
  ['{list: [1]}', false, 1],
  ['{"list": [1]} {"list": [2]}', false, 14],
  ['{"list": [1,, 2]}', false, 12],
])('%s is broken, cut off: %s, at byte %i', async (text, isCut, at) => {
  await expect(walk(text)).rejects.toMatchObject({ code: 'malformed_json', details: { isCut, at } })
})

test('what comes before the end of a cut file is given out', async () => {
  const met: Met[] = []
  const reading = async () => {
    const chunks = pieces(Buffer.from('{"list": [1, 2, {"a"'), 3)
    for await (const one of walkJson(chunks, choose)) met.push(one)
  }
  await expect(reading()).rejects.toMatchObject({ details: { isCut: true } })
  expect(values(met)).toEqual([1, 2])
})

test('a key with a slash is not a path', async () => {
  expect(values(await walk('{"list/*": 1, "x": {"list": [2]}, "list": [3]}'))).toEqual([3])
})
