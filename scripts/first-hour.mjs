// The first hour of a new user: runs the README's commands and compares what they print with what the README prints.
//   npm run first-hour                in a fresh clone of this repository, npm install included
//   npm run first-hour -- --here      in this checkout, as built
//   npm run first-hour -- --here --write   writes what was printed into the README
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const isHere = process.argv.includes('--here')
const scratch = mkdtempSync(join(tmpdir(), 'earshot-first-hour-'))
const home = isHere ? process.cwd() : join(scratch, 'earshot')
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^EARSHOT_|^DATABASE_URL$/.test(name)),
  ),
  EARSHOT_DATA_DIR: join(scratch, 'data'),
  // Any free port: the commands find the server by its data directory.
  EARSHOT_PORT: '0',
  EARSHOT_LOG_LEVEL: 'error',
  // As in a terminal of the width the README was written in.
  NO_COLOR: '1',
  // The first `npx earshot` in a checkout links it, and would build it again while other tests run what is built.
  ...(isHere ? { npm_config_ignore_scripts: 'true' } : {}),
}

let server = null
try {
  if (!isHere) {
    run('git', ['clone', '--quiet', process.cwd(), home], process.cwd())
    run('npm', ['install', '--no-audit', '--no-fund'], home)
  }
  server = await startServer()
  const readme = readFileSync(join(home, 'README.md'), 'utf8')
  const found = [...replayTranscript(readme), ...runCommands(readme)]
  if (found.length > 0) {
    console.error(found.join('\n'))
    process.exitCode = 1
  } else console.log('The README prints what its commands print.')
} finally {
  if (server !== null) await stopServer(server)
  rmSync(scratch, { recursive: true, force: true })
}

/** Runs the commands of the first block, each with the ids that the one before printed. */
function replayTranscript(readme) {
  const block = readme.match(/^```\n([\s\S]*?)^```$/m)?.[1] ?? ''
  const parts = block.split(/^(?=\$ )/m)
  const found = []
  const written = [parts[0]]
  let answerId = ''
  for (const part of parts.slice(1)) {
    const [shown = '', ...lines] = part.trimEnd().split('\n')
    const command = shown.slice(2).replace(/\ba[0-9a-f]{16}\b/, answerId)
    const printed = runShell(command)
    answerId = printed.match(/\ba[0-9a-f]{16}\b/)?.[0] ?? answerId
    written.push(
      `$ ${command}\n${shortened(command, printed)}\n${part.endsWith('\n\n') ? '\n' : ''}`,
    )
    found.push(
      ...missingFrom(printed, lines).map((line) => `${command}\n  does not print: ${line}`),
    )
  }
  if (!process.argv.includes('--write')) return found
  writeFileSync(join(home, 'README.md'), readme.replace(block, written.join('')))
  return []
}

/** The other commands that need nothing of the reader's own: each must succeed. */
function runCommands(readme) {
  const commands = [...readme.matchAll(/^(npx earshot [^#\n]*)/gm)].map(([, command]) =>
    command.trim(),
  )
  return commands
    .filter((command) => !/…|\b[A-Z]{2,}\b(?!\.md)|\.json\b/.test(command))
    .flatMap((command) => {
      const { status, stderr } = shell(command)
      return status === 0 ? [] : [`${command}\n  fails: ${stderr.trim()}`]
    })
}

/** The lines that were not printed, in this order; a line of "…" stands for any. */
function missingFrom(printed, lines) {
  const all = printed.split('\n').map(comparable)
  let from = 0
  return lines.filter((line) => {
    if (/^\s*…?$/.test(line)) return false
    const at = all.indexOf(comparable(line), from)
    if (at >= 0) from = at + 1
    return at < 0
  })
}

/** Without what differs from run to run, and with one space for many. */
function comparable(line) {
  return (
    line
      // In the first days of January the year is shown too.
      .replaceAll(/\b\d{1,2} [A-Z][a-z]{2}( \d{4})? \d\d:\d\d\b/g, 'DATE')
      .replaceAll(/\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'DATE')
      .replaceAll(/\ba[0-9a-f]{16}\b/g, 'ID')
      // The date in the prompt takes a few tokens more or less.
      .replaceAll(/ of \d+ tokens/g, ' of N tokens')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** What the README shows of a reply: no citations twice, the first of what was left out, no counts of a catch-up. */
function shortened(command, printed) {
  const lines = printed.trimEnd().split('\n')
  if (/ catchup /.test(command)) return lines.slice(1).filter(Boolean).join('\n')
  const end = lines.findIndex((line) => line === '' || /^Why:/.test(line))
  const shown = (end < 0 ? lines : lines.slice(0, end)).filter(
    (line) => !/^(Asked|Stored):/.test(line),
  )
  const cut = shown.findIndex((line) => /^Excluded/.test(line))
  return (cut < 0 ? shown : [...shown.slice(0, cut + 2), '       …']).join('\n')
}

function runShell(command) {
  const { status, stdout, stderr } = shell(command)
  if (status !== 0) throw new Error(`${command} fails: ${stderr}`)
  return stdout
}

function shell(command) {
  return spawnSync('sh', ['-c', command], { cwd: home, env: environment, encoding: 'utf8' })
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} fails.`)
}

/** Starts the server, with the flags that this script was given. */
async function startServer() {
  const started = spawn(
    process.execPath,
    [...process.execArgv, 'bin/earshot.js', 'start', '--json'],
    {
      cwd: home,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  // It prints a line once it listens. No limit: on a busy machine a first start takes more than a minute.
  const listening = once(createInterface(started.stdout), 'line').then(() => true)
  const ended = once(started, 'exit').then(() => false)
  if (await Promise.race([listening, ended])) return started
  throw new Error('The server stopped before it listened.')
}

async function stopServer(started) {
  const ended = once(started, 'exit')
  if (started.kill('SIGTERM')) await ended
}
