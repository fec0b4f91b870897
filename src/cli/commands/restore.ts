import { type CliCommand, EXIT, usageError } from '../command.ts'
import { describeCount } from '../plural.ts'

/** Restores a backup into an empty data directory or database, or only checks it. */
export const restoreCommand: CliCommand = {
  name: 'restore',
  usage:
    'restore FILE [--check]   (into EARSHOT_DATA_DIR or DATABASE_URL, which must be empty; --check only checks FILE)',
  summary: 'restore a backup into an empty directory or database',
  options: { check: 'flag' },
  run: async ([path = '', ...more], options, { restoreBackup, print, progress }) => {
    if (path === '' || more.length > 0) throw usageError(restoreCommand, 'Name one file.')
    const restored = await restoreBackup(path, { isChecked: options.check === true })
    progress('')
    if (options.json) {
      print(JSON.stringify(restored))
      return EXIT.ok
    }
    const { rows, tables, made_at, version, into } = restored
    const what = `${describeCount(rows, 'row')} of ${tables} tables, made ${made_at} by version ${version}`
    if (into === null) print(`The backup is complete and unaltered: ${what}.`)
    else {
      print(`Restored into ${into}: ${what}. All tables were compared with the backup.`)
      print(
        `People who were forgotten and keys that were revoked after ${made_at} are in it again: repeat that. Then "earshot start".`,
      )
    }
    return EXIT.ok
  },
}
