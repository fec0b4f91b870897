import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { exportCommand } from './commands/export.ts'
import { forgetCommand, forgetWith } from './commands/forget.ts'
import type { Confirm } from './confirm.ts'
import { parseCommand, runCommand } from './run-command.ts'

const db = useDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-people-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A terminal on a server that has messages of Ann; it records what it prints, asks and sends. */
async function terminalWithAnn({ name = 'Ann' } = {}) {
  const { app, printed, sent, terminal, run } = await cliWorld(await db.fresh())
  await app.send('POST', '/api/messages', wireMessages({ author: { id: 'ann', name }, text: 'hi' }))
  const kept = async () => {
    const { body } = await app.send('GET', '/api/people/api:ann/export')
    return (body.messages as unknown[]).length
  }
  return { app, run, sent, kept, terminal, printed }
}

/** A user who types this; records the questions. */
function sayer(says: string | null) {
  const asked: string[] = []
  const confirm: Confirm = async (question) => {
    asked.push(question)
    return says
  }
  return { command: forgetWith(confirm), asked }
}

describe('earshot forget', () => {
  test('removes a person whose name was confirmed, and tells what went', async () => {
    const { run, kept } = await terminalWithAnn()
    const { command, asked } = sayer(' Yes\n')
    const { exitCode, printed } = await run(command, ['api:ann'])
    expect([exitCode, await kept()]).toEqual([0, 0])
    expect(printed).toMatch(/^Forgotten: 1 message, 0 sessions, 0 files\./)
    expect(asked).toEqual([
      expect.stringMatching(/^All messages of api:ann \(Ann\), and everything derived.*Type "yes"/),
    ])
  })

  test.each(['', 'y', 'no', 'yes please', 'api:ann'])(
    '%j is not yes: nothing goes',
    async (says) => {
      const { run, sent, kept } = await terminalWithAnn()
      const { exitCode, printed } = await run(sayer(says).command, ['api:ann'])
      expect([exitCode, printed]).toEqual([1, 'Nothing was removed.'])
      expect([sent, await kept()]).toEqual([['GET /api/people/api%3Aann/memory'], 1])
    },
  )

  test('--yes does not ask', async () => {
    const { run, kept } = await terminalWithAnn()
    const { command, asked } = sayer(null)
    expect((await run(command, ['api:ann'], { yes: true })).exitCode).toBe(0)
    expect([asked, await kept()]).toEqual([[], 0])
  })

  test('without --yes and with nobody to ask it is refused, and nothing goes', async () => {
    const { run, kept } = await terminalWithAnn()
    for (const command of [sayer(null).command, forgetCommand]) {
      await expect(run(command, ['api:ann'])).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/--yes.*Usage: earshot forget/),
      })
    }
    expect(await kept()).toBe(1)
  })

  test('--json is for programs: counts, or that nothing was done', async () => {
    const { run } = await terminalWithAnn()
    const refused = await run(sayer('no').command, ['api:ann'], { json: true })
    expect([refused.exitCode, JSON.parse(refused.printed)]).toEqual([1, { forgotten: false }])
    const { printed } = await run(sayer('yes').command, ['api:ann'], { json: true })
    expect(JSON.parse(printed)).toEqual({ messages: 1, sessions: 0, files: 0 })
  })

  test('all names of a person are counted in the question', async () => {
    const { app, run } = await terminalWithAnn()
    await app.send('POST', '/api/ask', { query: 'hi', session_id: 's', author: { id: 'annie' } })
    await app.send('POST', '/api/people/api:ann/link', { person_id: 'api:annie' })
    const { command, asked } = sayer('no')
    await run(command, ['api:annie'])
    expect(asked[0]).toContain('and 1 linked account,')
  })

  test('a name cannot rewrite the question', async () => {
    const { run } = await terminalWithAnn({ name: '\u001b[2K\rKeep all? Type "no": \u202e' })
    const { command, asked } = sayer('no')
    await run(command, ['api:ann'])
    expect(asked[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('somebody unknown is told before anything is asked', async () => {
    const { run } = await terminalWithAnn()
    const { command, asked } = sayer('yes')
    await expect(run(command, ['api:nobody'])).rejects.toMatchObject({ code: 'person_not_found' })
    expect(asked).toEqual([])
  })
})

describe('earshot export', () => {
  test('prints all that is kept, as JSON', async () => {
    const { run } = await terminalWithAnn()
    const { exitCode, printed } = await run(exportCommand, ['api:ann'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(printed)).toMatchObject({
      people: [{ channel: 'api', external_id: 'ann', name: 'Ann' }],
      messages: [{ text: 'hi', chat: 'api:team' }],
      files: [],
    })
    expect((await run(exportCommand, ['api:ann'], { json: true })).printed).not.toContain('\n')
  })

  test('writes a file that only its owner can read, and says what is in it', async () => {
    const { run } = await terminalWithAnn()
    const out = join(folder, 'ann.json')
    const { printed } = await run(exportCommand, ['api:ann'], { out })
    expect(printed).toMatch(/ann\.json: 1 people, 1 messages/)
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ messages: [{ text: 'hi' }] })
    expect((await stat(out)).mode & 0o777).toBe(0o600)
  })

  test('never overwrites a file, unless it is forced to', async () => {
    const { run } = await terminalWithAnn()
    const out = join(folder, 'kept.json')
    await writeFile(out, 'mine')
    await expect(run(exportCommand, ['api:ann'], { out })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/kept\.json already exists.*--force/),
    })
    expect(await readFile(out, 'utf8')).toBe('mine')
    const { printed } = await run(exportCommand, ['api:ann'], { out, force: true, json: true })
    expect(JSON.parse(printed)).toMatchObject({ out, rows: { people: 1, messages: 1, files: 0 } })
    expect(JSON.parse(await readFile(out, 'utf8'))).toHaveProperty('messages')
  })

  test('does not write through a link that leads nowhere yet', async () => {
    const { run } = await terminalWithAnn()
    const [out, elsewhere] = [join(folder, 'link.json'), join(folder, 'elsewhere.json')]
    await symlink(elsewhere, out)
    await expect(run(exportCommand, ['api:ann'], { out })).rejects.toThrow('already exists')
    expect(await readdir(folder)).not.toContain('elsewhere.json')
  })

  test('of somebody unknown, or to a folder that is not there, leaves no file', async () => {
    const { run } = await terminalWithAnn()
    const out = join(folder, 'nobody.json')
    await expect(run(exportCommand, ['api:nobody'], { out })).rejects.toMatchObject({
      code: 'person_not_found',
    })
    expect(await readdir(folder)).not.toContain('nobody.json')
    const lost = run(exportCommand, ['api:ann'], { out: join(folder, 'no', 'ann.json') })
    await expect(lost).rejects.toThrow(/cannot be written \(ENOENT\)/)
  })
})

describe('both', () => {
  test.each(['forget', 'export'])('%s needs exactly one person', async (name) => {
    const { terminal, sent } = await terminalWithAnn()
    for (const args of [[], [''], ['api:ann', 'api:bob']]) {
      const parsed = parseCommand([name, ...args])
      await expect(runCommand(parsed, terminal)).rejects.toThrow(`Usage: earshot ${name} PERSON`)
    }
    expect(sent).toEqual([])
  })

  test.each([
    ['api:a/../b', 'api%3Aa%2F..%2Fb'],
    ['api:x?y=1#z', 'api%3Ax%3Fy%3D1%23z'],
    ['../keys', 'api%3A..%2Fkeys'],
  ])('%s stays one part of the path', async (person, encoded) => {
    const { run, sent } = await terminalWithAnn()
    await expect(run(exportCommand, [person])).rejects.toMatchObject({ code: 'person_not_found' })
    await expect(run(forgetCommand, [person], { yes: true })).rejects.toMatchObject({
      code: 'person_not_found',
    })
    expect(sent).toEqual([`GET /api/people/${encoded}/export`, `GET /api/people/${encoded}/memory`])
  })

  test('are in the help', async () => {
    const { terminal, printed } = await terminalWithAnn()
    await runCommand(parseCommand(['help']), terminal)
    for (const name of ['forget', 'export']) expect(printed[0]).toContain(`  earshot ${name}  `)
  })
})
