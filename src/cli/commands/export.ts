import { writeFile } from 'node:fs/promises'
import { AppError } from '../../domain/errors.ts'
import { type Command, EXIT, textOption, usageError } from '../command.ts'

type Exported = Readonly<Record<string, readonly unknown[]>>

/** All that is kept on a person, as JSON: on the output, or in a file that only its owner can read. */
export const exportCommand: Command = {
  name: 'export',
  usage: 'export PERSON [--out FILE [--force]]   (PERSON: channel:id, or an id of ours)',
  summary: 'write out all that is kept on a person',
  options: { out: 'value', force: 'flag' },
  run: async ([ref = '', ...more], options, { withCall, print }) => {
    if (ref === '' || more.length > 0) throw usageError(exportCommand, 'Name one person.')
    const out = textOption(options, 'out')
    if (out === '') throw usageError(exportCommand, '--out needs the name of a file.')
    const exported = (await withCall((call) =>
      call(`/api/people/${encodeURIComponent(ref)}/export`),
    )) as Exported
    if (out === null) {
      print(options.json ? JSON.stringify(exported) : JSON.stringify(exported, null, 2))
      return EXIT.ok
    }
    const json = `${JSON.stringify(exported, null, 2)}\n`
    await save(out, json, options.force === true ? 'w' : 'wx')
    const rows = Object.fromEntries(
      Object.entries(exported).map(([table, all]) => [table, all.length]),
    )
    print(options.json ? JSON.stringify({ out, rows }) : told(out, rows))
    return EXIT.ok
  },
}

/** `wx` makes a new file or fails, also where the name is a link that somebody laid there. */
async function save(path: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  try {
    await writeFile(path, text, { flag, mode: 0o600 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') {
      throw new AppError(
        'invalid_request',
        `${path} is there already. Name another file, or add --force to replace it.`,
        { cause: error },
      )
    }
    throw new AppError(
      code === 'ENOSPC' ? 'disk_full' : 'invalid_request',
      `${path} cannot be written (${code}). Check that its folder exists and is yours.`,
      { cause: error },
    )
  }
}

function told(out: string, rows: Readonly<Record<string, number>>): string {
  const parts = Object.entries(rows).flatMap(([table, count]) =>
    count === 0 ? [] : `${count} ${table.replaceAll('_', ' ')}`,
  )
  return `${out}: ${parts.join(', ')}.`
}
