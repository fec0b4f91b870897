import { expect, test } from 'vitest'
import { concat, plain, styled } from '../../text/markdown/rich.ts'
import { COMMAND_NAMES, writeCommands } from './command-names.ts'
import { COMMANDS } from './commands.ts'

test('every command is named, in the order of the menu', () => {
  expect(COMMANDS.map(({ name }) => name)).toEqual([...COMMAND_NAMES])
})

test('commands are written with the prefix of the platform, and styles stay where they were', () => {
  const rich = concat(
    plain('Try /why, or (/forget 12): '),
    styled(plain('/help'), { kind: 'bold' }),
    plain(' not /usr/help, a/why, /whyever or https://a.example/why'),
  )
  const written = writeCommands(rich, '/earshot ')
  expect(written.text).toBe(
    'Try /earshot why, or (/earshot forget 12): /earshot help not /usr/help, a/why, /whyever or https://a.example/why',
  )
  const [span] = written.spans
  expect(written.text.slice(span?.start, span?.end)).toBe('/earshot help')
})
