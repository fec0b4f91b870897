import { expect, test } from 'vitest'
import { unknownVariables } from './unknown-variables.ts'

test('a variable that is no setting is reported, with the setting that was probably meant', () => {
  const env = {
    EARSHOT_MODLE: 'offline',
    EARSHOT_PORT: '1',
    PATH: '/bin',
    EARSHOT_NONSENSE_AT_ALL: '1',
  }
  expect(unknownVariables(env)).toEqual([
    'EARSHOT_MODLE is not a setting and is ignored. Did you mean EARSHOT_MODEL?',
    'EARSHOT_NONSENSE_AT_ALL is not a setting and is ignored. docs/configuration.md lists all settings',
  ])
})
