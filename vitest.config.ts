import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowestFiles } from './test/slowest-files.ts'

const report = process.env.EARSHOT_TEST_REPORT

/** The slowest files: first, or they run alone at the end. */
const SLOW =
  /test\/(chaos\/kill|telegram-kills|channel-kills|reminder-kills|telegram-program|program|forget|console)|src\/(api\/audiences|cli\/import-kill)/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId))
    return sorted.toSorted((a, b) => isSlow(b) - isSlow(a))
  }
}

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'train/**/*.test.ts',
      'web/src/**/*.test.ts',
    ],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    reporters: report
      ? ['default', slowestFiles, ['json', { outputFile: report }]]
      : ['default', slowestFiles],
    sequence: { sequencer: SlowFirst },
    // Some start several programs one after the other, and the machine may be busy: a limit for what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short for a page on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Files that share a process import our modules once, and share a database (with-db.ts).
    isolate: false,
    // The built program is loaded as it is (serve-here.ts).
    server: { deps: { external: [/\/dist\//] } },
    // Tests wait for pages, timers and processes: three at a time keep two cores busy.
    maxWorkers: 3,
  },
})
