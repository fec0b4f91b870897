import { join } from 'node:path'
import { type AnnotatedChat, readChats, readJsonLines } from '../../src/eval/read-chats.ts'
import { readWrittenChats } from '../../src/eval/read-written.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { RECIPE } from './recipe.ts'
import { shuffle } from './shuffle.ts'

/* The sentences to learn from: messages of chats and turns of dialogues. Which data sets, and that none
 * of those we measure on is among them, stands in README.md. */

const CHATS = ['irc/train', 'irc/newdomains', 'irc/channeltwo']
const SMALL_CHATS = ['gitter/gitter']
/** Everyday chats in several languages, of which the English ones are read: the teacher knows English. */
const EVERYDAY = 'chats/train'
const OWN_CHATS = 'train/chats'
const DIALOGUES = ['topic/dialseg711.jsonl', 'topic/tiage.jsonl']
/** "ann: try again": whom a message is addressed to says nothing of its meaning. */
const ADDRESSEE = /^[^\s:,]{2,20}[:,]\s+/

type Dialogue = { readonly turns: readonly { readonly text: string }[] }

/** Distinct texts, in random order. */
export function readTexts(dataDir: string, random: Random): string[] {
  const read = (name: string) => readChats(join(dataDir, `${name}.jsonl.gz`))
  const textsOf = ({ messages }: AnnotatedChat) =>
    messages.map(({ text }) => text.replace(ADDRESSEE, ''))
  const chat = (name: string) => read(name).flatMap(textsOf)
  const everyday = [...read(EVERYDAY), ...readWrittenChats(OWN_CHATS)]
    .filter(({ language }) => language === 'en')
    .flatMap(textsOf)
  const dialogue = (file: string) =>
    readJsonLines(join(dataDir, file), isDialogue).flatMap(({ turns }) =>
      turns.map(({ text }) => text),
    )
  const many = shuffle(usable(CHATS.flatMap(chat)), random).slice(0, RECIPE.chatMessages)
  const rest = usable([...SMALL_CHATS.flatMap(chat), ...everyday, ...DIALOGUES.flatMap(dialogue)])
  return shuffle([...new Set([...many, ...rest])], random)
}

function usable(texts: readonly string[]): string[] {
  const { fewest, most } = RECIPE.words
  return [...new Set(texts)].filter((text) => {
    const words = text.trim().split(/\s+/).length
    return words >= fewest && words <= most
  })
}

function isDialogue(value: unknown): value is Dialogue {
  return Array.isArray((value as Partial<Dialogue> | null)?.turns)
}
