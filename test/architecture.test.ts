import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/* Who may import whom. The table is STYLE's, and ARCHITECTURE.md prints it; where it turns out wrong,
 * both change in the same commit. Types count: a type is knowledge too. Tests may import anything. */

/** What a flow is made of: none of these imports another. */
const STEPS = ['engine/link', 'engine/recall', 'engine/score', 'engine/trim', 'engine/write']
/** What the engine does for its callers. */
const FLOWS = ['engine/access', 'engine/receive', 'engine/context', 'engine/answer', 'engine/views']

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['text'],
  // Words, stems, queries, Markdown, where the subject changes.
  text: ['domain'],
  // Programs of a few instructions that take many numbers at once; they know nothing of what the numbers mean.
  wasm: [],
  db: ['domain', 'text', 'wasm'],
  models: ['domain', 'text'],
  observe: ['domain'],
  // The built-in embedder is a table and no provider: what two messages mean is a feature of the model.
  'engine/link': ['domain', 'text', 'wasm', 'models/static-embedder.ts'],
  'engine/score': ['domain', 'text'],
  'engine/trim': ['domain', 'text'],
  'engine/write': ['domain', 'models'],
  'engine/recall': ['domain', 'text', 'db', 'models'],
  // A tool is a small flow and not a step: it searches and looks back as the API does.
  'engine/tools': ['domain', 'text', 'db', 'models', 'engine/context', 'engine/views'],
  'engine/access': ['domain', 'db'],
  'engine/receive': ['domain', 'text', 'db', 'models', 'observe', ...STEPS, 'engine/access'],
  'engine/context': ['domain', 'text', 'db', 'models', 'observe', ...STEPS, ...FLOWS],
  'engine/answer': [
    'domain',
    'text',
    'db',
    'models',
    'observe',
    ...STEPS,
    ...FLOWS,
    'engine/tools',
  ],
  'engine/views': ['domain', 'text', 'db', 'models', 'observe', ...STEPS, ...FLOWS],
  engine: ['domain', 'text', 'db', 'models', 'observe', ...STEPS, ...FLOWS, 'engine/tools'],
  redact: ['domain', 'text'],
  // Asked by the API and by upkeep alike; of the engine it knows only how untrusted text is written.
  memory: ['domain', 'text', 'db', 'models', 'engine/write'],
  upkeep: ['domain', 'db', 'models', 'observe', 'memory'],
  // Who may see what is the engine's to know: app hands those rules in (files/files.ts, Access).
  files: ['domain', 'text', 'db'],
  import: ['domain', 'text'],
  eval: [
    'domain',
    'text',
    'engine/link',
    'models/static-embedder.ts',
    'memory/facts/extract/extract-facts.ts',
  ],
  // Its own tables (inbox, outbox, chats it is in) are its to read and write; all else goes by the engine.
  channels: [
    'domain',
    'text',
    'db',
    'engine',
    ...FLOWS,
    'engine/write',
    'memory',
    'config',
    'models',
  ],
  cli: ['domain', 'engine', ...FLOWS, 'engine/link', 'eval', 'import', 'observe', 'config'],
  api: [
    'domain',
    'text',
    'engine',
    ...FLOWS,
    'engine/write',
    'files',
    'memory',
    'observe',
    'app/version.ts',
  ],
}
/** They read settings and wire everything. */
const WIRING = ['app', 'config', 'index']
const PURE = [
  'domain',
  'text',
  'wasm',
  'redact',
  'engine/link',
  'engine/score',
  'engine/trim',
  'engine/write',
]
const MAX_LINES = 250
const MAX_FILES = 25

const FORBIDDEN = [
  {
    what: 'SQL outside db',
    rooms: (room: string) => room !== 'db',
    pattern: /\b(select|insert into|update|delete from)\s[^'\n]*\b(from|values|set|where)\b/,
  },
  { what: 'reads the environment', rooms: (_: string) => true, pattern: /process\.env/ },
  {
    what: 'a pure room with a clock or dice',
    rooms: (room: string) => PURE.includes(room),
    pattern: /new Date\(\)|Date\.now\(|Math\.random\(/,
  },
]

const SRC = resolve('src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => ({ name, room: roomOf(name), text: readFileSync(join(SRC, name), 'utf8') }))

const WEB = resolve('web/src')
const screens = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(join(WEB, name), 'utf8') }))

function roomOf(name: string): string {
  const parts = dirname(name).split('/')
  if (parts[0] === '.') return name.replace(/\.ts$/, '')
  return parts[0] === 'engine' ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

function mayImport(room: string, path: string): boolean {
  const allowed = MAY_IMPORT[room] ?? []
  const other = roomOf(path)
  return other === room || allowed.includes(other) || allowed.includes(path)
}

function importsOf(name: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s+'(\.[^']+)'/g)].map(([, path]) =>
    relative(SRC, resolve(SRC, dirname(name), path ?? '')),
  )
}

describe('the house', () => {
  test('has only rooms that are in the table', () => {
    const known = [...Object.keys(MAY_IMPORT), ...WIRING]
    expect(files.filter(({ room }) => !known.includes(room)).map(({ name }) => name)).toEqual([])
  })

  test('each room imports only what it may', () => {
    const strangers = files
      .filter(({ room }) => !WIRING.includes(room))
      .flatMap(({ name, room, text }) =>
        importsOf(name, text)
          .filter((path) => !mayImport(room, path))
          .map((path) => `${name} imports ${path}`),
      )
    expect(strangers).toEqual([])
  })

  test('the HTTP door does not reach into the database', () => {
    const reached = files.filter(({ name, room, text }) => {
      return room === 'api' && importsOf(name, text).some((path) => roomOf(path) === 'db')
    })
    expect(reached).toEqual([])
  })

  test('no file has more than 250 lines', () => {
    const lines = (text: string) => text.trimEnd().split('\n').length
    expect(files.filter(({ text }) => lines(text) > MAX_LINES).map(({ name }) => name)).toEqual([])
  })

  test('SQL, the environment and the clock stay where they belong', () => {
    const misplaced = files.flatMap(({ name, room, text }) => {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return FORBIDDEN.filter(({ rooms, pattern }) => rooms(room) && pattern.test(code)).map(
        ({ what }) => `${name}: ${what}`,
      )
    })
    expect(misplaced).toEqual([])
  })

  test('no circle of imports, types included', () => {
    const graph = new Map(files.map(({ name, text }) => [name, importsOf(name, text)]))
    const done = new Set<string>()
    const visit = (name: string, path: readonly string[]) => {
      expect(path, `circle: ${[...path, name].join(' → ')}`).not.toContain(name)
      if (done.has(name)) return
      for (const next of graph.get(name) ?? []) visit(next, [...path, name])
      done.add(name)
    }
    for (const name of graph.keys()) visit(name, [])
  })

  test('ARCHITECTURE.md names every room', () => {
    const text = readFileSync('ARCHITECTURE.md', 'utf8')
    for (const room of Object.keys(MAY_IMPORT)) expect(text).toContain(`\`${room}\``)
  })

  test('every exported name is unique', () => {
    const owners = new Map<string, Set<string>>()
    for (const { name, text } of files) {
      for (const exported of exportsOf(text)) {
        owners.set(exported, new Set(owners.get(exported)).add(name))
      }
    }
    const shared = [...owners].filter(([, of]) => of.size > 1)
    expect(shared.map(([exported, of]) => `${exported}: ${[...of].join(', ')}`)).toEqual([])
  })

  test('no folder has more than 25 files, tests aside', () => {
    const counts = new Map<string, number>()
    const folders = [
      ...files.map(({ name }) => dirname(name)),
      ...screens.map(({ name }) => `web/${dirname(name)}`),
    ]
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
  })

  test('no file name and no exported name has a word that the glossary replaced', () => {
    const replaced = replacedWords()
    expect(replaced.length).toBeGreaterThan(10)
    const found = [...files, ...screens].flatMap(({ name, text }) => {
      const words = [name.replace(/\.(tsx?|js)$/, ''), ...exportsOf(text)].flatMap((one) =>
        one
          .split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/)
          .map((word) => [one, word.toLowerCase()] as const),
      )
      return words.flatMap(([one, word]) => (replaced.includes(word) ? [`${name}: ${one}`] : []))
    })
    expect(found).toEqual([])
  })

  test('only channels/telegram imports grammY', () => {
    const importing = files.filter(({ text }) => /from 'grammy'/.test(text))
    expect(importing.length).toBeGreaterThan(0)
    const outside = importing.filter(({ name }) => !name.startsWith('channels/telegram/'))
    expect(outside.map(({ name }) => name)).toEqual([])
  })

  test('every exported function says what it is for', () => {
    const silent = files.flatMap(({ name, text }) =>
      [...text.matchAll(/(^|\n)([^\n]*)\nexport (?:async )?function (\w+)/g)]
        .filter(([, , before]) => !/\*\/\s*$/.test(before ?? ''))
        .map(([, , , fn]) => `${name}: ${fn}`),
    )
    expect(silent).toEqual([])
  })
})

function exportsOf(text: string): string[] {
  const declared = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm
  return [...new Set([...text.matchAll(declared)].map(([, name]) => name ?? ''))]
}

/** Single words of the right column of docs/glossary.md. */
function replacedWords(): string[] {
  const rows = readFileSync('docs/glossary.md', 'utf8').split('\n').slice(1)
  return rows.flatMap((row) => {
    const not = row.startsWith('|') ? (row.split('|')[3] ?? '') : ''
    return not
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => /^[a-z]+$/.test(word) && word !== 'not' && !ALSO_TRADE.includes(word))
  })
}

/** Words that are replaced in one meaning and used in another. */
const ALSO_TRADE = ['topic', 'tag', 'scope', 'source', 'owner', 'words']

describe('the console', () => {
  test('knows of the server what goes over the wire, as types, and how Markdown is read', () => {
    const strangers = screens.flatMap(({ name, text }) =>
      [...text.matchAll(/import (type )?(?:(?!import)[^'])*from '((?:\.\.\/)+src\/[^']+)'/g)]
        .filter(([, isType, path]) => {
          const of = relative(SRC, resolve(WEB, dirname(name), path ?? ''))
          return !(isType && roomOf(of) === 'api') && !of.startsWith('text/markdown/')
        })
        .map(([found]) => `${name}: ${found}`),
    )
    expect(strangers).toEqual([])
  })

  test('has no file of more than 250 lines, and makes no markup out of text', () => {
    const wrong = screens.filter(
      ({ text }) =>
        text.trimEnd().split('\n').length > MAX_LINES ||
        /dangerouslySetInnerHTML|innerHTML|document\.write|eval\(/.test(text),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('a screen knows no other screen', () => {
    const shared = ['lib', 'parts', 'shell', 'styles', 'strings']
    const strangers = screens.flatMap(({ name, text }) => {
      const [room = ''] = name.split('/')
      return importsOf(name, text)
        .map((path) => path.split('/')[0] ?? '')
        .filter((other) => name.includes('/') && other !== room && !shared.includes(other))
        .filter((other) => screens.some(({ name: file }) => file.startsWith(`${other}/`)))
        .map((other) => `${name} knows ${other}`)
    })
    expect(strangers).toEqual([])
  })
})
