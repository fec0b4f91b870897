// Builds and runs one bench: npm run bench -- NAME [OPTIONS]
//
// Each bench has a build of its own, the server's included: one that runs for an hour must not have
// its program changed under it by somebody's `npm run build`.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const [name = '', ...options] = process.argv.slice(2)
const names = readdirSync('bench').filter((entry) => existsSync(join('bench', entry, 'run.ts')))
if (!names.includes(name)) {
  console.error(`Name a bench: npm run bench -- NAME, where NAME is ${names.join(', ')}.`)
  process.exit(2)
}

const home = join('.cache', 'bench', name)
rmSync(home, { recursive: true, force: true })
run(join('node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.bench.json', '--outDir', home])
cpSync('src/db/migrations', join(home, 'src', 'db', 'migrations'), { recursive: true })
cpSync('package.json', join(home, 'package.json'))
cpSync('bin', join(home, 'bin'), { recursive: true })
// bin/earshot.js looks for the program in dist.
symlinkSync('src', join(home, 'dist'))
run(process.execPath, ['--enable-source-maps', join(home, 'bench', name, 'run.js'), ...options])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
