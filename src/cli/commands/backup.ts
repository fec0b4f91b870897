import { type CliCommand, EXIT, textOption, usageError } from '../command.ts'
import { describeCount } from '../plural.ts'

/** Saves the whole database to one file, while the server runs. */
export const backupCommand: CliCommand = {
  name: 'backup',
  usage: 'backup [--out FILE|FOLDER [--force]]',
  summary: 'save everything to one file, while the server runs',
  options: { out: 'value', force: 'flag' },
  run: async (args, options, { saveBackup, print, progress }) => {
    if (args.length > 0) throw usageError(backupCommand, 'Name the file with --out.')
    const out = textOption(options, 'out')
    if (out === '') throw usageError(backupCommand, '--out needs a file or a folder.')
    const saved = await saveBackup({ out: out ?? '.', isReplaced: options.force === true })
    progress('')
    if (options.json) print(JSON.stringify(saved))
    else {
      const size = `${(saved.bytes / 1e6).toFixed(1)} MB`
      print(
        `${saved.path}: ${describeCount(saved.rows, 'row')} of ${saved.tables} tables, ${size}, checked.`,
      )
      print(`sha256 ${saved.sha256}`)
      print(
        'It contains messages in the clear. Settings (environment, earshot.config.json) are not in it. "earshot restore FILE" restores it.',
      )
    }
    return EXIT.ok
  },
}
