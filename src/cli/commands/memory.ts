import { readTextFile } from '../../import/read-text-file.ts'
import {
  type CliCommand,
  EXIT,
  type Options,
  type Terminal,
  textOption,
  usageError,
} from '../command.ts'
import { PERSON_USAGE, personPath } from '../person.ts'
import { describeCount } from '../plural.ts'
import { saveFile } from '../save-file.ts'

type Report = {
  readonly format: string
  readonly dry_run: boolean
  readonly added: number
  readonly known: number
  readonly skipped: readonly {
    readonly reason: string
    readonly count: number
    readonly examples: readonly number[]
  }[]
}

/** As the server takes it. */
const MAX_MEGABYTES = 6

const REASONS: Readonly<Record<string, string>> = {
  unreadable: 'no memory of this format',
  too_long: 'longer than 1,000 characters',
  no_person: 'the file does not say whose it is: name one with --person',
  person_unknown: 'its person is not known here: name one with --person',
  other_person: 'of another person of the file',
  opted_out: 'its person opted out of memory',
  about_group: 'about a group: name its chat with --thread',
  over_limit: 'its person has 2,000 entered facts',
  deleted_before: 'deleted here before',
}

/** Exports facts as a file, and imports files of this and other programs. */
export const memoryFilesCommand: CliCommand = {
  name: 'memory',
  usage: `memory export [--person P | --thread T] [--out FILE [--force]] | memory import FILE [--person P] [--thread T] [--dry-run]   (${PERSON_USAGE})`,
  summary: 'export facts as a file; import memories of Earshot, mem0, Zep, ChatGPT, Claude',
  options: {
    ...{ person: 'value', thread: 'value', out: 'value', force: 'flag', 'dry-run': 'flag' },
  },
  run: async ([action, file, ...more], options, terminal) => {
    if (action === 'export' && file === undefined) return exportTo(options, terminal)
    if (action === 'import' && file !== undefined && more.length === 0) {
      return importFrom(file, options, terminal)
    }
    throw usageError(memoryFilesCommand, 'Use export, or import with one file.')
  },
}

async function exportTo(options: Options, { withCall, print }: Terminal): Promise<number> {
  const query = new URLSearchParams(targetOf(options)).toString()
  const out = textOption(options, 'out')
  if (out === '') throw usageError(memoryFilesCommand, '--out needs a file name.')
  const exported = (await withCall((call) => call(`/api/memory/export?${query}`))) as {
    readonly memories: readonly unknown[]
  }
  if (out === null) {
    print(options.json ? JSON.stringify(exported) : JSON.stringify(exported, null, 2))
    return EXIT.ok
  }
  const json = `${JSON.stringify(exported, null, 2)}\n`
  await saveFile(out, json, { isReplaced: options.force === true })
  const memories = exported.memories.length
  print(options.json ? JSON.stringify({ out, memories }) : `${out}: ${countMemories(memories)}.`)
  return EXIT.ok
}

async function importFrom(
  file: string,
  options: Options,
  { withCall, print }: Terminal,
): Promise<number> {
  const content = await readTextFile(file, MAX_MEGABYTES)
  const body = { content, ...targetOf(options), dry_run: options['dry-run'] === true }
  const report = (await withCall((call) =>
    call('/api/memory/import', { method: 'POST', body }),
  )) as Report
  if (options.json) print(JSON.stringify(report))
  else for (const line of describeMemories(report)) print(line)
  return EXIT.ok
}

function targetOf(options: Options): Record<string, string> {
  const person = textOption(options, 'person')
  const thread = textOption(options, 'thread')
  return {
    ...(person === null ? {} : { person: personPath(person) }),
    ...(thread === null ? {} : { thread_id: thread }),
  }
}

function describeMemories({ format, dry_run, added, known, skipped }: Report): string[] {
  const done = dry_run ? 'would be added' : 'added'
  return [
    `${format}: ${countMemories(added)} ${done}, ${known} known.`,
    ...skipped.map(({ reason, count, examples }) => {
      const places = `${examples.join(', ')}${count > examples.length ? ', …' : ''}`
      return `${count} skipped: ${REASONS[reason] ?? reason} (number ${places})`
    }),
  ]
}

function countMemories(count: number): string {
  return describeCount(count, 'memory', 'memories')
}
