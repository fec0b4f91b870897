import { parseArgs } from 'node:util'
import { keepResult, markdownTables, type Result, type Table } from '../results.ts'
import { makeSentences } from './make-sentences.ts'
import { measureNames, type NameScores } from './name-recall.ts'
import {
  CHATS,
  chatHashes,
  measureChat,
  missingChats,
  type RealText,
  textsOf,
} from './real-text.ts'
import { disguiseTable, percent, type Scores, scoreSentences, scoreTable } from './score.ts'
import { measureSpeed, type Speed } from './speed.ts'

/* Is what is personal hidden, and nothing else? See README.md beside this file. */

const COUNTS = { plain: 400, disguised: 400, harmless: 1_600 }
/** The rules were written with seed 1 and the seen templates in sight. */
const HELD_OUT_SEED = 20_001
const SHOWN = 40

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    seed: { type: 'string', default: '1' },
    /** Shows the numbers and keeps nothing. */
    show: { type: 'boolean', default: false },
  },
})
const { data } = values
const seed = Number(values.seed)
const missing = missingChats(data)
if (missing.length > 0) {
  console.error(
    `This bench needs data that is not part of the repository, and does not find ${missing.join(', ')} in ${data}. Say where it is with --data DIRECTORY; bench/redaction/README.md tells where it comes from.`,
  )
  process.exit(2)
}

const seen = scoreSentences(makeSentences(seed, 'seen', COUNTS))
const heldOut = scoreSentences(makeSentences(seed + HELD_OUT_SEED, 'held out', COUNTS))
const real = CHATS.map((chat) => measureChat(data, chat))
const names = await measureNames(seed, data)
const speed = await measureSpeed(CHATS.flatMap((chat) => textsOf(data, chat).slice(0, 2_500)))
printByEye()
report({
  bench: 'redaction',
  question: 'Is what is personal hidden, and nothing else?',
  command: 'npm run bench -- redaction --data DIRECTORY',
  seed,
  config: { counts: COUNTS, data: chatHashes(data) },
  tables: [
    {
      caption: 'Held out until the rules were thought done',
      table: scoreTable(heldOut),
    },
    { caption: 'Seen while the rules were written', table: scoreTable(seen) },
    {
      caption: 'Hidden by disguise, all kinds',
      table: disguiseTable([
        ['held out', heldOut],
        ['seen', seen],
      ]),
    },
    {
      caption: 'Ordinary words touched',
      table: touchedTable(real, [
        ['held out', heldOut],
        ['seen', seen],
      ]),
    },
    { caption: 'Names, English', table: nameTable(names) },
    { caption: 'Speed', table: speedTable(speed) },
  ],
  numbers: {
    seen,
    heldOut,
    real: real.map((chat) => ({ ...chat, mostTouched: undefined })),
    names,
    speed,
  },
})

/** What people should look at: misses, mistakes, and what was touched in real chats. */
function printByEye(): void {
  for (const { kind, disguise, text, left } of heldOut.missed.slice(0, SHOWN)) {
    console.log(`not hidden, ${kind}, ${disguise}: ${JSON.stringify(text)}, left: ${left}`)
  }
  for (const { kind, text } of heldOut.wrong.slice(0, SHOWN)) {
    console.log(`wrongly ${kind}: ${JSON.stringify(text)}`)
  }
  for (const { chat, mostTouched } of real) {
    for (const { kind, value, count } of mostTouched.slice(0, SHOWN)) {
      console.log(`${chat}, ${kind}, ${count} times: ${JSON.stringify(value)}`)
    }
  }
}

function touchedTable(
  chats: readonly RealText[],
  made: readonly (readonly [string, Scores])[],
): Table {
  return [
    ['', 'words', 'touched', 'share'],
    ...chats.map(({ chat, words }) => [
      `${chat}, true addresses among them`,
      words.of.toLocaleString('en'),
      String(words.hits),
      percent(words),
    ]),
    ...made.map(([name, { ordinaryWords }]) => [
      `made-up sentences, ${name}`,
      ordinaryWords.of.toLocaleString('en'),
      String(ordinaryWords.hits),
      percent(ordinaryWords),
    ]),
  ]
}

function nameTable(scores: NameScores): Table {
  return [
    ['', 'n', 'share'],
    ['known names, hidden', String(scores.known.of), percent(scores.known)],
    ['guessed names, hidden', String(scores.guessed.of), percent(scores.guessed)],
    ['of them given and family name', String(scores.guessedFull.of), percent(scores.guessedFull)],
    ['of them given name alone', String(scores.guessedGiven.of), percent(scores.guessedGiven)],
    [
      'guessed, speakers named in LoCoMo',
      String(scores.guessedInLocomo.of),
      percent(scores.guessedInLocomo),
    ],
    [
      'guessed, other words of LoCoMo touched, names among them',
      scores.otherWordsInLocomo.of.toLocaleString('en'),
      percent(scores.otherWordsInLocomo),
    ],
  ]
}

function speedTable(speeds: readonly Speed[]): Table {
  const bare = speeds[0]?.kilobytesPerSecond ?? Number.NaN
  return [
    ['', 'kB a second', 'share of the baseline'],
    ...speeds.map(({ of, kilobytesPerSecond }) => [
      of,
      Number(kilobytesPerSecond.toPrecision(2)).toLocaleString('en'),
      (kilobytesPerSecond / bare).toPrecision(2),
    ]),
  ]
}

function report(result: Result): void {
  if (values.show) console.log(`\n${markdownTables(result)}\n\nNot kept, as asked.`)
  else keepResult(result)
}
