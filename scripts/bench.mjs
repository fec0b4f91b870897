// Builds and runs one bench: npm run bench -- NAME [OPTIONS]
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAndRun } from './build-and-run.mjs'

const [name = '', ...options] = process.argv.slice(2)
const names = readdirSync('bench').filter((entry) => existsSync(join('bench', entry, 'run.ts')))
if (!names.includes(name)) {
  console.error(`Name a bench: npm run bench -- NAME, where NAME is ${names.join(', ')}.`)
  process.exit(2)
}
buildAndRun(join('.cache', 'bench', name), join('bench', name, 'run.ts'), options)
