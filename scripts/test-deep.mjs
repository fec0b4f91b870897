// Runs the kill and property tests at their full count: all of them, or with `--since REF` those whose subject changed
// since that commit. They run at a small, seeded count in `npm test`. `--list` only prints their names.
import { execFileSync, spawnSync } from 'node:child_process'

/** Each test, and the paths of what it tests. */
const DEEP = [
  ['test/chaos/kill.test.ts', /^src\/(app|db\/engine|engine\/receive)\//],
  ['test/telegram-kills.test.ts', /^src\/(channels|db\/channels)\//],
  ['test/channel-kills.test.ts', /^src\/(channels|db\/channels)\//],
  ['test/reminder-kills.test.ts', /^src\/(channels|db\/channels)\//],
  ['src/channels/reminders', /^src\/(channels|db\/channels|domain)\//],
  ['src/cli/import-kill.test.ts', /^src\/(import|cli|engine\/receive|db\/engine)\//],
  ['src/api/audiences.test.ts', /^src\/(api|db\/(schema|files)|engine\/(access|recall))\//],
  ['test/forgetting.test.ts', /^src\/(db|memory|upkeep|engine\/(receive|answer))\//],
  [
    'src/engine/receive/assign-conversations.test.ts',
    /^src\/(db\/messages|engine\/(receive|link))\//,
  ],
  ['src/db/engine/embedded/lock-race.test.ts', /^src\/db\/engine\/embedded\//],
  ['src/memory/races.test.ts', /^src\/(db\/sessions|memory|upkeep)\//],
  ['src/engine/trim', /^src\/engine\/trim\//],
  ['src/redact', /^src\/redact\//],
]

const args = process.argv.slice(2)
const since = args.indexOf('--since')
const changed = since < 0 ? null : changedSince(args[since + 1])
const files = DEEP.filter(([file, subject]) => {
  return changed === null || changed.some((path) => subject.test(path) || path.startsWith(file))
}).map(([file]) => file)

if (args.includes('--list')) {
  console.log(files.join(' '))
} else if (files.length > 0) {
  const env = { ...process.env, EARSHOT_TEST_DEEP: '1' }
  const { status } = spawnSync('npx', ['vitest', 'run', ...files], { stdio: 'inherit', env })
  process.exitCode = status ?? 1
}

/** Changed files; none where the history does not reach that far, as in a shallow clone. */
function changedSince(base) {
  try {
    const names = execFileSync('git', ['diff', '--name-only', base], { encoding: 'utf8' })
    return names.split('\n').filter((name) => name !== '')
  } catch {
    return []
  }
}
