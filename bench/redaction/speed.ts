import { guessNames } from '../../src/redact/names/guess-names.ts'
import { redact } from '../../src/redact/redact.ts'

/* Real messages one by one, and as a few long texts; processor time, since the machine is shared. */

export type Speed = { readonly of: string; readonly kilobytesPerSecond: number }

const LONG = 100_000

/** How fast texts are redacted, beside a bare pass over them. */
export async function measureSpeed(texts: readonly string[]): Promise<Speed[]> {
  const whole = texts.join('\n')
  const long = Array.from({ length: Math.ceil(whole.length / LONG) }, (_, i) =>
    whole.slice(i * LONG, (i + 1) * LONG),
  )
  const names = texts.slice(0, 400).map((_, i) => `Person${i} Surname${i}`)
  return [
    await timed('NFKC alone (baseline)', texts, (text) => text.normalize('NFKC')),
    await timed('redact, messages', texts, (text) => redact(text)),
    await timed('redact, texts of 100 kB', long, (text) => redact(text)),
    await timed('redact, 100 kB, 400 known names', long, (text) => redact(text, { names })),
    await timed('guessNames', texts.slice(0, 500), guessNames),
  ]
}

async function timed(
  of: string,
  texts: readonly string[],
  run: (text: string) => unknown,
): Promise<Speed> {
  for (const text of texts.slice(0, 50)) await run(text)
  const before = process.cpuUsage()
  let bytes = 0
  let microseconds = 0
  while (microseconds < 1e6) {
    for (const text of texts) await run(text)
    bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const { user, system } = process.cpuUsage(before)
    microseconds = user + system
  }
  return { of, kilobytesPerSecond: (bytes / microseconds) * 1e3 }
}
