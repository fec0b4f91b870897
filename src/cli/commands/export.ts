import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { PERSON_USAGE, personPath } from '../person.ts'
import { saveFile } from '../save-file.ts'

type Exported = Readonly<Record<string, readonly unknown[]>>

/** All data stored about a person, as JSON: on the output, or in a file that only its owner can read. */
export const exportCommand: CliCommand = {
  name: 'export',
  usage: `export PERSON [--out FILE [--force]]   (${PERSON_USAGE})`,
  summary: 'export all data stored about a person',
  options: { out: 'value', force: 'flag' },
  run: async ([ref = '', ...more], options, { withCall, print }) => {
    if (ref === '' || more.length > 0) throw usageError(exportCommand, 'Name one person.')
    const out = textOption(options, 'out')
    if (out === '') throw usageError(exportCommand, '--out needs a file name.')
    const exported = (await withCall((call) =>
      call(`/api/people/${encodeURIComponent(personPath(ref))}/export`),
    )) as Exported
    if (out === null) {
      print(options.json ? JSON.stringify(exported) : JSON.stringify(exported, null, 2))
      return EXIT.ok
    }
    const json = `${JSON.stringify(exported, null, 2)}\n`
    await saveFile(out, json, { isReplaced: options.force === true })
    const rows = Object.fromEntries(
      Object.entries(exported).map(([table, all]) => [table, all.length]),
    )
    print(options.json ? JSON.stringify({ out, rows }) : told(out, rows))
    return EXIT.ok
  },
}

function told(out: string, rows: Readonly<Record<string, number>>): string {
  const parts = Object.entries(rows).flatMap(([table, count]) =>
    count === 0 ? [] : `${count} ${table.replaceAll('_', ' ')}`,
  )
  return `${out}: ${parts.join(', ')}.`
}
