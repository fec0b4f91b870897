// Builds the program, the benches and the training into a folder of its own and runs one file of it:
// what runs for an hour must not have its program changed under it by somebody's `npm run build`.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATA_FILES } from './data-files.mjs'

/** Runs `file`, named as in the source, with the given options; ends this process if it fails. */
export function buildAndRun(home, file, options) {
  rmSync(home, { recursive: true, force: true })
  run(join('node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.bench.json', '--outDir', home])
  for (const path of DATA_FILES) {
    cpSync(join('src', path), join(home, 'src', path), { recursive: true })
  }
  // Bundled by `npm run build`; nothing of ours is in it.
  cpSync(join('dist', 'vendor'), join(home, 'src', 'vendor'), { recursive: true })
  const console = ['build', 'web', '--logLevel', 'warn', '--outDir', resolve(home, 'src', 'web')]
  run(join('node_modules', '.bin', 'vite'), console)
  cpSync('package.json', join(home, 'package.json'))
  cpSync('bin', join(home, 'bin'), { recursive: true })
  // bin/earshot.js looks for the program in dist.
  symlinkSync('src', join(home, 'dist'))
  run(process.execPath, ['--enable-source-maps', join(home, file.replace(/ts$/, 'js')), ...options])
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
