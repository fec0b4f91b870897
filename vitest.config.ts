import { defineConfig } from 'vitest/config'

const report = process.env.EARSHOT_TEST_REPORT

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // PGlite runs in a thread of each file's own: two at a time keep two cores busy.
    maxWorkers: 2,
  },
})
