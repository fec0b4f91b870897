import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NODE_FLAGS } from './node-flags.ts'
import { seedDirectory } from './seed-directory.ts'
import { BIN, type RunningProgram, useProgram } from './use-program.ts'

const program = useProgram()
const { earshot, environment, start } = program

describe('what goes wrong is told with what to do, and an exit code that means it', () => {
  beforeAll(() => seedDirectory(join(program.home, 'data')))
  const cases: [string, string[], Record<string, string>, number, string, RegExp][] = [
    ['an unknown model', ['start'], { EARSHOT_MODEL: 'gpt-9' }, 2, 'model_unknown', /google:/],
    [
      'a model without its key',
      ['start'],
      { EARSHOT_MODEL: 'openai:gpt-x' },
      1,
      'model_key_missing',
      /OPENAI_API_KEY/,
    ],
    [
      'no keys beyond loopback',
      ['start'],
      { EARSHOT_HOST: '0.0.0.0' },
      1,
      'keys_required',
      /keys create/,
    ],
    [
      'a data directory that is a file',
      ['start'],
      { EARSHOT_DATA_DIR: BIN },
      1,
      'data_dir_unusable',
      /EARSHOT_DATA_DIR/,
    ],
    [
      'a database that does not answer',
      ['start'],
      { DATABASE_URL: 'postgres://x:secret-word@127.0.0.1:1/x' },
      5,
      'database_unavailable',
      /DATABASE_URL/,
    ],
    [
      'a setting that is nonsense',
      ['start'],
      { EARSHOT_PORT: 'x' },
      2,
      'bad_config',
      /EARSHOT_PORT/,
    ],
    [
      'an unknown chat',
      ['ask', 'hi', '--thread', 'api:nowhere'],
      {},
      3,
      'chat_not_found',
      /Check the id/,
    ],
    ['an evaluation of nothing', ['eval'], {}, 2, 'invalid_request', /eval lookback --data/],
    [
      'annotated chats that are not there',
      ['eval', 'lookback', '--data', 'nowhere.jsonl.gz'],
      {},
      1,
      'file_unreadable',
      /path/,
    ],
    [
      'a limit that is no number',
      ['context', '--thread', 'api:team', '--limit', 'many'],
      {},
      2,
      'invalid_request',
      /"many" is not a number/,
    ],
  ]
  test.each(cases)('%s', async (_name, args, more, code, errorCode, says) => {
    const result = await earshot(args, more)
    expect(result.stderr).toContain(`(${errorCode})`)
    expect(result.stderr).toMatch(says)
    expect(result.stderr).not.toContain('secret-word')
    expect(result.code).toBe(code)
  })

  test.runIf(process.getuid?.() === 0)('a data directory that another user made', async () => {
    const closed = join(program.home, 'closed')
    await mkdir(closed, { mode: 0o700 })
    await chmod(program.home, 0o755)
    const options = { env: environment({ EARSHOT_DATA_DIR: join(closed, 'data') }), uid: 65_534 }
    const starting = promisify(execFile)('node', [...NODE_FLAGS, BIN, 'start'], options)
    await expect(starting).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /cannot be used as data directory.*EARSHOT_DATA_DIR.*data_dir_unusable/s,
      ),
    })
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const result = await earshot(['start'], { EARSHOT_PORT: String(port) })
    other.close()
    expect(result).toMatchObject({ code: 5, stderr: expect.stringContaining('(port_in_use)') })
  })
})

describe('with a server running, a command tells it in the same way', () => {
  let server: RunningProgram
  const data = () => ({ EARSHOT_DATA_DIR: join(program.home, 'running') })
  beforeAll(async () => {
    await seedDirectory(data().EARSHOT_DATA_DIR)
    server = await start(data())
  })
  afterAll(() => server.stop())

  const cases: [string, string[], number, string, RegExp][] = [
    ['an unknown answer', ['why', 'a0'], 3, 'answer_not_found', /answer_id/],
    [
      'a file that is not there',
      ['import', 'nowhere.jsonl', '--from', 'jsonl'],
      1,
      'file_unreadable',
      /path/,
    ],
  ]
  test.each(cases)('%s', async (_name, args, code, errorCode, says) => {
    const result = await earshot(args, data())
    expect(result.stderr).toContain(`(${errorCode})`)
    expect(result.stderr).toMatch(says)
    expect(result.code).toBe(code)
  })

  test('a file of an import that holds nothing readable is told where', async () => {
    const file = join(program.home, 'bad.jsonl')
    await writeFile(file, '{"chat":{"channel":"api","id":"x"},"id":1,"text":\n')
    const result = await earshot(['import', file, '--from', 'jsonl'], data())
    expect(result.code).toBe(2)
    expect(result.stderr).toContain('not_json, first at line 1')
  })
})
