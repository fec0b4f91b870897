import { describe, expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { useFolder } from '../../test/fixtures/import/read-all.ts'
import { rowsOf } from '../../test/rows.ts'
import { testApp } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'
import { importCommand } from './commands/import.ts'
import { importsCommand } from './commands/imports.ts'

const db = useDatabase()
const write = useFolder()
const FIXTURES = 'test/fixtures/import'
const GROUP = `${FIXTURES}/telegram-supergroup.json`

async function world() {
  const it = await db.fresh()
  const cli = await cliWorld(it)
  const start = async (file: string, options = {}) => {
    const { printed } = await cli.run(importCommand, [file], { json: true, ...options })
    return JSON.parse(printed)
  }
  const messages = async () =>
    ((await rowsOf(it)).get('messages') ?? []).map((row) => JSON.parse(row).external_id).toSorted()
  const live = (id: string, text: string, author = '101') =>
    cli.app.send('POST', '/api/messages', {
      chat: { channel: 'telegram', id: '-1001500' },
      messages: [{ id, author: { id: author }, sent_at: '2026-03-10T11:00:00Z', text }],
    })
  return { ...cli, it, start, messages, live }
}

describe('an import can be undone', () => {
  test('what it stored is gone, with chats and people that came with it', async () => {
    const { run, start, it } = await world()
    const { import_id } = await start(GROUP)
    const { printed } = await run(importsCommand, ['list'])
    expect(printed).toMatch(new RegExp(`^${import_id}  .*telegram +13 messages  telegram:-1001500`))
    const undone = await run(importsCommand, ['undo', import_id], { yes: true })
    expect(undone.printed).toBe('Deleted 13 messages and 1 chat, and everything derived from them.')
    const rows = await rowsOf(it)
    const left = [...rows].filter(([, some]) => some.length > 0).map(([table]) => table)
    expect(left.toSorted()).toEqual(['api_keys', 'data_versions'])
    expect((await run(importsCommand, ['list'])).printed).toMatch(/^No imports/)
  })

  test('what was there before stays, and what the channel delivers afterwards', async () => {
    const { run, start, messages, live, it } = await world()
    await live('3', 'heard before')
    const { import_id, duplicates } = await start(GROUP)
    expect(duplicates).toBe(1)
    await live('4', 'heard again')
    await live('900', 'heard afterwards')
    await run(importsCommand, ['undo', import_id], { yes: true })
    expect(await messages()).toEqual(['3', '4', '900'])
    expect((await rowsOf(it)).get('chats')).toHaveLength(1)
  })

  test('the same file can be imported again afterwards, and only its last import is undone', async () => {
    const { run, start, messages } = await world()
    const first = await start(GROUP)
    await run(importsCommand, ['undo', first.import_id], { yes: true })
    expect(await start(GROUP)).toMatchObject({ stored: 13, duplicates: 0 })
    const again = await start(GROUP)
    expect(again).toMatchObject({ stored: 0, import_id: null })
    await expect(
      run(importsCommand, ['undo', first.import_id], { yes: true }),
    ).rejects.toMatchObject({
      code: 'import_not_found',
    })
    expect(await messages()).toHaveLength(13)
  })

  test('it links what remains as if it had never been there', async () => {
    const { run, start, live, it } = await world()
    await live('3', 'Who brings the cups for the picnic?')
    await live('900', 'The cups for the picnic? I bring them', '102')
    const links = async () => (await rowsOf(it)).get('message_links')?.toSorted()
    const before = await links()
    expect(before).not.toEqual([])
    const { import_id } = await start(GROUP)
    await run(importsCommand, ['undo', import_id], { yes: true })
    expect(await links()).toEqual(before)
  })

  test('a batch that comes after the undo is refused', async () => {
    const { app } = await world()
    const { body } = await app.send('POST', '/api/imports', { format: 'mine' })
    const send = () =>
      app.send('POST', '/api/messages', {
        chat: { channel: 'api', id: 'tea' },
        import_id: body.id,
        messages: [{ id: '1', author: { id: 'ann' }, sent_at: '2026-03-10T11:00:00Z', text: 'x' }],
      })
    expect((await send()).status).toBe(200)
    const undone = await app.send('DELETE', `/api/imports/${body.id}`)
    expect([undone.status, undone.body]).toEqual([200, { messages: 1, chats: 1 }])
    expect(await send()).toMatchObject({ status: 404, body: { code: 'import_not_found' } })
  })

  test('is for staff', async () => {
    const it = await db.fresh()
    const app = await testApp(it)
    const Authorization = `Bearer ${await app.keyFor('member', 'api:ann')}`
    for (const [method, path] of [
      ['GET', '/api/imports'],
      ['DELETE', '/api/imports/x'],
      ['DELETE', '/api/chats/api:tea'],
    ] as const) {
      expect((await app.send(method, path, undefined, { Authorization })).status).toBe(403)
    }
    const reply = await app.send(
      'POST',
      '/api/messages',
      {
        chat: { channel: 'api', id: 'tea' },
        import_id: 'x',
        messages: [{ id: '1', author: { id: 'ann' }, sent_at: '2026-03-10T11:00:00Z', text: 'x' }],
      },
      { Authorization },
    )
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('before an import', () => {
  test('--dry-run tells what is in the file, and stores nothing', async () => {
    const { run, start, it } = await world()
    expect(await start(GROUP, { 'dry-run': true })).toMatchObject({
      format: 'telegram',
      import_id: null,
      stored: 0,
      messages: 13,
      people: 4,
      first_at: expect.stringMatching(/^2024-01-0/),
      chat_list: [{ thread_id: 'telegram:-1001500', messages: 13 }],
      skipped: { no_id: { count: 1 } },
    })
    const { printed } = await run(importCommand, [GROUP], { 'dry-run': true })
    expect(printed).toMatch(
      /^Nothing was stored\. The file was read as telegram\.\nIn the file: 13/,
    )
    expect((await rowsOf(it)).get('chats')).toEqual([])
    expect((await rowsOf(it)).get('imports')).toEqual([])
  })

  test.each([
    ['telegram-supergroup.json', 'telegram'],
    ['telegram-account.json', 'telegram'],
    ['discord.json', 'discord'],
    ['WhatsApp Chat with Tea.txt', 'whatsapp'],
    ['irssi-tea.txt', 'irc'],
    ['irc.tea.weechatlog', 'irc'],
  ])('the format of %s is told from the file: %s', async (name, format) => {
    const { start } = await world()
    expect(await start(`${FIXTURES}/${name}`, { 'dry-run': true })).toMatchObject({ format })
  })

  test('a format that cannot be told must be named', async () => {
    const { start } = await world()
    const poem = await write('poem.txt', 'Roses are red\n')
    await expect(start(poem)).rejects.toMatchObject({
      code: 'file_type_unknown',
      message: expect.stringContaining('--from telegram or --from slack'),
    })
    const page = await write('page.html', '<!DOCTYPE html><html></html>')
    await expect(start(page)).rejects.toThrow(/web page; export as JSON/)
  })

  test('an ambiguous order of dates is refused before anything is stored', async () => {
    const { start, it } = await world()
    const path = await write('tea.txt', '03/04/24, 10:00 - Ann: x\n03/05/24, 10:00 - Bob: y\n')
    await expect(start(path)).rejects.toThrow(/--date-order dmy.*Nothing was stored/)
    expect((await rowsOf(it)).get('messages')).toEqual([])
    expect(await start(path, { 'date-order': 'dmy' })).toMatchObject({ stored: 2 })
  })

  test('messages dated in the future are kept, at the time of the one before, with a warning', async () => {
    const { start, it } = await world()
    const text = '13/01/24, 10:00 - Ann: x\n13/01/99, 10:00 - Ann: y\n14/01/24, 10:00 - Ann: z\n'
    const report = await start(await write('tea.txt', text))
    expect(report).toMatchObject({ stored: 3, skipped: {} })
    expect(report.notes.join()).toMatch(/dated in the future/)
    const rows = (await rowsOf(it)).get('messages')?.map((row) => JSON.parse(row))
    expect(rows?.find(({ text: words }) => words === 'y')?.sent_at).toMatch(/^2024-01-13T10:00/)
  })
})
