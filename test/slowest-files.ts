import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Prints the slowest test files of a run, in seconds with their imports. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    if (modules.length <= SHOWN) return
    const slowest = modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN)
    const lines = slowest.map(
      (one) => `${secondsOf(one).toFixed(1).padStart(7)} s  ${one.relativeModuleId}`,
    )
    process.stdout.write(`\nSlowest files:\n${lines.join('\n')}\n`)
  },
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic()
  return (duration + collectDuration) / 1_000
}
