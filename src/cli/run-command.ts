import { parseArgs } from 'node:util'
import { AppError, isAppError } from '../domain/errors.ts'
import { type CliCommand, EXIT, exitCodeOf, type Options, type Terminal } from './command.ts'
import { askCommand } from './commands/ask.ts'
import { backupCommand } from './commands/backup.ts'
import { catchUpCommand } from './commands/catch-up.ts'
import { channelsCommand, telegramCommand } from './commands/channels.ts'
import { chatsCommand } from './commands/chats.ts'
import { contextCommand } from './commands/context.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { exportCommand } from './commands/export.ts'
import { filesCommand } from './commands/files.ts'
import { forgetCommand } from './commands/forget.ts'
import { importCommand } from './commands/import.ts'
import { importsCommand } from './commands/imports.ts'
import { keysCommand } from './commands/keys.ts'
import { memoryFilesCommand } from './commands/memory.ts'
import { restoreCommand } from './commands/restore.ts'
import { startCommand } from './commands/start.ts'
import { whyCommand } from './commands/why.ts'

const COMMANDS: readonly CliCommand[] = [
  startCommand,
  askCommand,
  whyCommand,
  contextCommand,
  catchUpCommand,
  importCommand,
  importsCommand,
  chatsCommand,
  filesCommand,
  channelsCommand,
  telegramCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  forgetCommand,
  memoryFilesCommand,
  keysCommand,
  evalCommand,
  doctorCommand,
]

/** The parsed arguments; the command is null for help, on all commands or on one. */
type Parsed = {
  readonly command: CliCommand | null
  readonly helpOn?: CliCommand
  readonly args: string[]
  readonly options: Options
}

/** Parses the arguments after `earshot`. */
export function parseCommand(argv: readonly string[]): Parsed {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return { command: null, args: [], options: {} }
  const command = COMMANDS.find((c) => c.name === name)
  if (command === undefined) {
    throw new AppError(
      'invalid_request',
      `There is no command "${name}". "earshot help" lists them.`,
    )
  }
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(
          Object.entries(command.options).map(([option, kind]) => [
            option,
            { type: kind === 'value' ? 'string' : 'boolean' } as const,
          ]),
        ),
      },
    })
    const options = values as Options
    if (values.help) return { command: null, helpOn: command, args: positionals, options }
    return { command, args: positionals, options }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('.')[0] : ''
    throw new AppError('invalid_request', `${why}. Usage: earshot ${command.usage}`, {
      cause: error,
    })
  }
}

/** Runs a command, reports its error, and returns the exit code. */
export async function runCommand(parsed: Parsed, terminal: Terminal): Promise<number> {
  if (parsed.command === null) {
    terminal.print(parsed.helpOn === undefined ? help() : helpOn(parsed.helpOn))
    return EXIT.ok
  }
  return parsed.command.run(parsed.args, parsed.options, terminal)
}

/** An error as the terminal prints it, and its exit code. */
export function tellError(error: unknown, isJson: boolean): { text: string; exitCode: number } {
  const code = isAppError(error) ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const text = isJson
    ? JSON.stringify({ error: { code, message } })
    : `earshot: ${message} (${code})`
  return { text, exitCode: exitCodeOf(code) }
}

function helpOn({ name, summary, usage }: CliCommand): string {
  return [`earshot ${name}: ${summary}`, '', `Usage: earshot ${usage} [--json]`].join('\n')
}

function help(): string {
  const width = 10
  return [
    'Earshot: the context and memory engine for assistants that live in conversations.',
    '',
    ...COMMANDS.map((c) => `  earshot ${c.name.padEnd(width)}${c.summary}`),
    '',
    'Add --json to any command for JSON output, --help for its usage. `earshot --version` prints the version. Usage:',
    ...COMMANDS.map((c) => `  earshot ${c.usage}`),
    '',
    `Exit codes: ${Object.entries(EXIT)
      .map(([name, code]) => `${code} ${name}`)
      .join(', ')}`,
  ].join('\n')
}
