import { describe, expect, test } from 'vitest'
import { AppError } from '../domain/errors.ts'
import { exitCodeOf, type Terminal } from './command.ts'
import { parseCommand, runCommand, tellError } from './run-command.ts'

describe('what is typed', () => {
  test('is taken apart into command, arguments and options', () => {
    const { command, args, options } = parseCommand([
      'ask',
      '@bot',
      'why?',
      '--thread',
      'api:team',
      '--json',
    ])
    expect([command?.name, args, { ...options }]).toEqual([
      'ask',
      ['@bot', 'why?'],
      { thread: 'api:team', json: true },
    ])
  })

  test.each([[['help']], [[]], [['--help']], [['ask', '--help']]])('%j asks for help', (argv) => {
    expect(parseCommand(argv).command).toBeNull()
  })

  test('help on a command is about that command alone', async () => {
    const printed: string[] = []
    const terminal = { print: (line: string) => printed.push(line) } as unknown as Terminal
    expect(await runCommand(parseCommand(['ask', '--help']), terminal)).toBe(0)
    expect(printed.join()).toMatch(/^earshot ask: .*\n\nUsage: earshot ask /)
    expect(printed.join()).not.toContain('earshot import')
  })

  test.each([
    [['aks'], /no command "aks"/],
    [['ask', '--thraed', 'x'], /--thraed.*Usage: earshot ask/],
    [['ask', '--thread'], /Usage: earshot ask/],
  ])('%j is refused with the usage', (argv, message) => {
    expect(() => parseCommand(argv)).toThrow(message)
  })
})

test.each([
  ['invalid_request', 2],
  ['bad_config', 2],
  ['chat_not_found', 3],
  ['forbidden', 4],
  ['data_dir_locked', 5],
  ['port_in_use', 5],
  ['internal', 1],
] as const)('%s exits with %i', (code, exit) => {
  expect(exitCodeOf(code)).toBe(exit)
})

test('an error is told as a sentence with its code, or as JSON', () => {
  const error = new AppError('port_in_use', 'Port 1 is in use. Take another.')
  expect(tellError(error, false).text).toBe(
    'earshot: Port 1 is in use. Take another. (port_in_use)',
  )
  expect(JSON.parse(tellError(error, true).text)).toEqual({
    error: { code: 'port_in_use', message: 'Port 1 is in use. Take another.' },
  })
})
