import { readFileSync } from 'node:fs'

/** The package's own version; package.json lies one folder up, both in the sources and in dist. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version
