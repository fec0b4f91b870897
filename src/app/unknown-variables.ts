import { Settings } from '../config/settings.ts'
import { nearestName } from '../text/spelling.ts'

/** A setting with more wrong letters is another word. */
const MAX_SLIPS = 4

/** Warnings about variables that look like settings of ours and are none: a typo must not go unnoticed. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(Settings.shape)
  return Object.keys(env)
    .filter((name) => name.startsWith('EARSHOT_') && !name.startsWith('EARSHOT_TEST_'))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known, MAX_SLIPS)
      const meant =
        nearest === null ? 'docs/configuration.md lists all settings' : `Did you mean ${nearest}?`
      return `${name} is not a setting and is ignored. ${meant}`
    })
}
