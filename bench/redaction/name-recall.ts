import { join } from 'node:path'
import { readJsonLines } from '../../src/eval/read-chats.ts'
import { guessNames } from '../../src/redact/names/guess-names.ts'
import { redact } from '../../src/redact/redact.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { type Share, wordsOf } from './score.ts'
import { anyOf } from './text-random.ts'

/* Names of people in English texts: those nobody told us are guessed, those we know are only looked for. */

const GIVEN =
  'James Olivia Mohammed Priya Wei Sofia Liam Chloe Kwame Ingrid Dmitri Yuki Carlos Fatima Noah Aisha Ethan Grace Raj Elena Tom Hannah Mateo Zainab Oscar Mei Patrick Lucia Omar Ellie Hiroshi Nadia Ben Clara Tariq Julia Sam Leila Victor Rosa'.split(
    ' ',
  )
const FAMILY =
  'Smith Johnson Patel Garcia Chen Kowalski Nguyen Okafor Müller Rossi Ivanov Tanaka Silva Haddad Brown Singh Larsen Dubois Kim Novak Walker Hussain Costa Schmidt Reyes Mensah Fischer Sato Lopez Evans'.split(
    ' ',
  )
const TEMPLATES = [
  'I talked to {} yesterday about the trip.',
  '{} is coming to dinner on Friday',
  'can you ask {} for the keys?',
  'thanks {}, that helped a lot',
  'My sister {} just had a baby',
  'the report was written by {} and reviewed twice',
  'Dr. {} will see you at noon',
  'hey {}!',
  "that is {}'s bike",
  'did you see what {} posted lol',
  'Met with {} from accounting, she agrees.',
  'please forward this to {}',
  'according to {}, the server was down',
  'happy birthday {} 🎉',
]

export type NameScores = {
  /** Values hidden with guessed names. */
  readonly guessed: Share
  readonly guessedFull: Share
  readonly guessedGiven: Share
  /** Of the names said in LoCoMo that are its speakers'. */
  readonly guessedInLocomo: Share
  /** Words of LoCoMo touched with guessed names that are in no speaker's name. */
  readonly otherWordsInLocomo: Share
  /** The same sentences, the names being known. */
  readonly known: Share
}

/** How many names in made-up sentences and in LoCoMo are hidden. */
export async function measureNames(seed: number, data: string): Promise<NameScores> {
  const random = seededRandom(seed)
  const made = Array.from({ length: 800 }, (_, i) => {
    const given = anyOf(random, GIVEN)
    const name = i % 2 === 0 ? given : `${given} ${anyOf(random, FAMILY)}`
    return { name, text: anyOf(random, TEMPLATES).replace('{}', name) }
  })
  const hits = await Promise.all(
    made.map(async ({ name, text }) => isHidden(text, name, await guessNames(text))),
  )
  const known = made.map(({ name, text }) => isHidden(text, name, [name]))
  const share = (all: readonly boolean[]): Share => ({
    hits: all.filter((hit) => hit).length,
    of: all.length,
  })
  return {
    guessed: share(hits),
    guessedFull: share(hits.filter((_, i) => i % 2 === 1)),
    guessedGiven: share(hits.filter((_, i) => i % 2 === 0)),
    known: share(known),
    ...(await measureLocomo(data)),
  }
}

function isHidden(text: string, name: string, names: readonly string[]): boolean {
  const left = redact(text, { names }).text
  return name.split(' ').every((word) => !left.includes(word))
}

async function measureLocomo(data: string) {
  const turns = readJsonLines(join(data, 'locomo/messages.jsonl'), isTurn)
  const speakers = new Set(turns.map(({ author }) => author))
  let [said, hidden, words, touched] = [0, 0, 0, 0]
  for (const { text } of turns) {
    const { found } = redact(text, { names: await guessNames(text) })
    for (const [start, end] of wordsOf(text)) {
      const isTouched = found.some((span) => span.start < end && span.end > start)
      const bare = text.slice(start, end).replaceAll(/['’]s\b|[^\p{L}]/gu, '')
      if (speakers.has(bare)) {
        said += 1
        hidden += isTouched ? 1 : 0
      } else {
        words += 1
        touched += isTouched ? 1 : 0
      }
    }
  }
  return {
    guessedInLocomo: { hits: hidden, of: said },
    otherWordsInLocomo: { hits: touched, of: words },
  }
}

type Turn = { readonly author: string; readonly text: string }

function isTurn(value: unknown): value is Turn {
  const turn = value as Partial<Turn> | null
  return typeof turn?.author === 'string' && typeof turn.text === 'string'
}
