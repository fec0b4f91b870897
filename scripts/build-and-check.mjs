// Runs `npm run build` and `npm run check` at the same time: neither needs what the other makes, and each leaves
// a core idle for a part of its time. Prints what each printed when it has ended; fails if one of them fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const codes = await Promise.all(['build', 'check'].map(runScript))
process.exitCode = Math.max(...codes)

async function runScript(name) {
  const child = spawn('npm', ['run', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  }
  const [code] = await once(child, 'close')
  process.stdout.write(printed)
  // Null if a signal ended it.
  return code ?? 1
}
