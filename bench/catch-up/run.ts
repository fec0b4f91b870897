import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Earshot } from '../../src/app/open-earshot.ts'
import { type JudgedChat, judgeCatchUp } from '../../test/catch-up/judge-catch-up.ts'
import { readLabelledChats, timeOf, toDelivery } from '../../test/catch-up/labelled-chats.ts'
import { oneLine } from '../lookback/one-line.ts'
import { keepResult, markdownTables, type Result } from '../results.ts'
import { measureSpeed } from './measure-speed.ts'
import { ask, OPERATOR, withEngine } from './scratch-engine.ts'
import { kindsTable, languagesTable, qualityTable, speedTable } from './tables.ts'

/* Does catching up tell what matters, and how fast? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,20000' },
    rounds: { type: 'string', default: '5' },
    /** Shows the numbers and keeps nothing. */
    show: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number).filter(Boolean)
const rounds = Number(values.rounds)
const chats = readLabelledChats()

const judged = await withEngine(judgeAll)
const readings =
  sizes.length === 0
    ? []
    : await withEngine((earshot) => measureSpeed(earshot, chats, { sizes, rounds }))
report({
  bench: 'catch-up',
  question: 'Does catching up tell decisions and questions to the asker, and how fast?',
  command: ['npm run bench -- catch-up', ...process.argv.slice(2)].join(' '),
  seed: 0,
  config: {
    sizes,
    rounds,
    data: createHash('sha256').update(JSON.stringify(chats)).digest('hex').slice(0, 12),
  },
  tables: [
    qualityTable('Second half: the rules were not made with it', halfOf('second')),
    qualityTable('First half: the rules were made with it', halfOf('first')),
    kindsTable(judged),
    languagesTable(judged),
    ...(readings.length === 0 ? [] : [speedTable(readings)]),
  ],
  numbers: {
    missed: judged.flatMap(({ chat, labels }) =>
      labels
        .filter(({ kind }) => kind === null)
        .map(({ label, message }) => `${chat.name}: ${label}: ${message.text}`),
    ),
    speed: readings.map(({ catchUpMs, bareMs, ...rest }) => ({
      ...rest,
      catchUpMs: oneLine(catchUpMs),
      bareMs: oneLine(bareMs),
    })),
  },
})

function halfOf(half: 'first' | 'second'): JudgedChat[] {
  return judged.filter(({ chat }) => chat.half === half)
}

function report(result: Result): void {
  if (values.show) console.log(`\n${markdownTables(result)}`)
  else keepResult(result)
}

async function judgeAll(earshot: Earshot): Promise<JudgedChat[]> {
  const all: JudgedChat[] = []
  for (const chat of chats) {
    await earshot.engine.receive(OPERATOR, toDelivery(chat))
    const asked = { chat: chat.name, asker: chat.asker.name, since: null, until: timeOf('9 00:00') }
    all.push(judgeCatchUp(chat, await ask(earshot, asked)))
  }
  return all
}
