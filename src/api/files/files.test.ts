import { beforeAll, describe, expect, test } from 'vitest'
import { makeDocx } from '../../../test/fixtures/files/make-docx.ts'
import { makePdf } from '../../../test/fixtures/files/make-pdf.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
type App = Awaited<ReturnType<typeof testApp>>
type WireFile = Record<string, unknown> & { id: string; path: string; status: string }

const filesOf = (reply: { body: Record<string, unknown> }) => reply.body.files as WireFile[]

async function add(app: App, body: Record<string, unknown>, headers?: Record<string, string>) {
  const reply = await app.send('POST', '/api/files', body, headers)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return filesOf(reply)[0] as WireFile
}

async function sendForm(app: App, form: FormData, key: string) {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await app.api.request('/api/files', { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a file sent as JSON', () => {
  test('is added, then unchanged, then replaced under its id', async () => {
    const app = await testApp(await db.fresh())
    const file = { path: 'docs/setup.md', content: '# Setup\n\nInstall it.\n' }
    const added = await add(app, file)
    expect(added).toMatchObject({
      path: 'docs/setup.md',
      status: 'added',
      title: 'Setup',
      content_type: 'text/markdown',
      bytes: 21,
      chunks: 1,
      thread_id: null,
      person: null,
    })
    expect((await add(app, file)).status).toBe('unchanged')
    const replaced = await add(app, { ...file, content: 'Other.' })
    expect([replaced.status, replaced.id]).toEqual(['replaced', added.id])
  })

  test('may be any format, as base64', async () => {
    const app = await testApp(await db.fresh())
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const pdf = makePdf([['Hello there'], ['Second page']])
    const sent = await add(app, { path: 'a.pdf', content_base64: base64(pdf) })
    const { body } = await app.send('GET', `/api/files/${sent.id}`)
    expect((body.chunks as { text: string; page: number }[]).map((c) => c.page)).toEqual([1])
    const docx = makeDocx([[1, 'Rules'], 'No shoes.'])
    const word = await add(app, { path: 'a.docx', content_base64: base64(docx) })
    expect(word).toMatchObject({ title: 'Rules', chunks: 1 })
  })

  test.each([
    ['without content', 400, 'invalid_request', { path: 'a.txt' }],
    ['in wrong base64', 400, 'invalid_request', { path: 'a.txt', content_base64: 'no base64!' }],
    ['without a path', 400, 'invalid_request', { path: '', content: 'x' }],
    ['with a path to nowhere', 400, 'invalid_request', { path: '../..', content: 'x' }],
    ['with an endless path', 400, 'invalid_request', { path: 'x'.repeat(1_001), content: 'x' }],
    ['that is empty', 422, 'file_empty', { path: 'a.txt', content: '' }],
    ['of white space', 422, 'file_empty', { path: 'a.txt', content: ' \n ' }],
    ['with a NUL', 415, 'file_type_unknown', { path: 'a.txt', content: 'a\0b' }],
    ['called a PDF', 422, 'file_unreadable', { path: 'a.pdf', content: 'x' }],
    ['that is no UTF-8', 422, 'file_unreadable', { path: 'a.txt', content_base64: '77+9/w==' }],
    ['too large', 413, 'file_too_large', { path: 'a.txt', content: 'x'.repeat(2_200_000) }],
    ['far too large', 413, 'body_too_large', { path: 'a.txt', content: 'x'.repeat(4_000_000) }],
    [
      'for no chat',
      404,
      'chat_not_found',
      { path: 'a.txt', content: 'x', thread_id: 'api:nowhere' },
    ],
    [
      'for a chat and a person',
      400,
      'invalid_request',
      { path: 'a.txt', content: 'x', thread_id: 'api:t', author: { id: 'u' } },
    ],
  ])('%s is refused whole: %i %s', async (_, status, code, body) => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('POST', '/api/files', body)
    expect(reply).toMatchObject({ status, body: { code } })
    expect(filesOf(await send('GET', '/api/files'))).toEqual([])
  })

  test('of one long line is cut, or refused whole when that makes too many chunks', async () => {
    const app = await testApp(await db.fresh(), { files: { maxChunks: 200 } })
    const line = 'word '.repeat(50_000)
    expect((await add(app, { path: 'a.txt', content: line })).chunks).toBeGreaterThan(150)
    const reply = await app.send('POST', '/api/files', { path: 'b.txt', content: line + line })
    expect(reply).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  })
})

describe('files sent as a form', () => {
  test('are kept each under its name, or below a folder', async () => {
    const app = await testApp(await db.fresh())
    const key = await app.keyFor('staff')
    const form = new FormData()
    form.append('file', new File(['one'], 'план.txt'))
    form.append('file', new File(['# Two'], 'two.md', { type: 'text/markdown' }))
    form.set('path', 'notes')
    const reply = await sendForm(app, form, key)
    expect(filesOf(reply).map((f) => [f.path, f.status])).toEqual([
      ['notes/план.txt', 'added'],
      ['notes/two.md', 'added'],
    ])
  })

  test('one that cannot be read says which, and those before it are kept', async () => {
    const app = await testApp(await db.fresh())
    const form = new FormData()
    form.append('file', new File(['one'], 'one.txt'))
    form.append('file', new File([new Uint8Array([1, 0, 2])], 'two.bin'))
    const reply = await sendForm(app, form, await app.keyFor('staff'))
    expect(reply).toMatchObject({ status: 415, body: { code: 'file_type_unknown' } })
    expect(reply.body.detail).toMatch(/^"two.bin": .*The 1 files before it are stored/)
    expect(filesOf(await app.send('GET', '/api/files'))).toHaveLength(1)
  })

  test.each([
    ['no file', () => new FormData()],
    [
      'text in place of a file',
      () => {
        const form = new FormData()
        form.set('file', 'just text')
        return form
      },
    ],
  ])('%s is refused', async (_, make) => {
    const app = await testApp(await db.fresh())
    const reply = await sendForm(app, make(), await app.keyFor('staff'))
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a broken form, and forms elsewhere, are refused', async () => {
    const app = await testApp(await db.fresh())
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const broken = await app.send('POST', '/api/files', '--y\r\n', headers)
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const elsewhere = await app.send('POST', '/api/messages', '--x--', headers)
    expect(elsewhere).toMatchObject({ status: 415, body: { code: 'not_json' } })
    const other = await app.send('POST', '/api/files', 'a=b', {
      'Content-Type': 'application/x-www-form-urlencoded',
    })
    expect(other).toMatchObject({ status: 415, body: { code: 'not_json' } })
  })
})

describe('looking', () => {
  test('lists page by page, and by path', async () => {
    const app = await testApp(await db.fresh())
    for (const name of ['a', 'b', 'c']) await add(app, { path: `${name}.txt`, content: name })
    const first = await app.send('GET', '/api/files?limit=2')
    expect(filesOf(first).map((f) => f.path)).toEqual(['a.txt', 'b.txt'])
    const rest = await app.send('GET', `/api/files?limit=2&after=${first.body.next}`)
    expect(filesOf(rest).map((f) => f.path)).toEqual(['c.txt'])
    expect(rest.body.next).toBeNull()
    const byPath = await app.send('GET', `/api/files?path=${encodeURIComponent('./b.txt')}`)
    expect(filesOf(byPath).map((f) => f.path)).toEqual(['b.txt'])
  })

  test('shows the chunks, or the whole text with the lines they name', async () => {
    const app = await testApp(await db.fresh())
    const { id } = await add(app, { path: 'a.txt', content: 'one\r\ntwo\rthree' })
    expect((await app.send('GET', `/api/files/${id}`)).body).toMatchObject({
      file: { id, path: 'a.txt' },
      content: null,
      chunks: [{ heading: '', start_line: 1, end_line: 3, page: null, text: 'one\ntwo\nthree' }],
    })
    const whole = await app.send('GET', `/api/files/${id}?include=content`)
    expect(whole.body).toMatchObject({ content: 'one\ntwo\nthree', chunks: null })
  })

  test.each(['0', '999999', '123456789012345', 'abc', '-1', '1e3', '99999999999999999999'])(
    'a file %s is not there',
    async (id) => {
      const { send } = await testApp(await db.fresh())
      for (const method of ['GET', 'DELETE']) {
        const reply = await send(method, `/api/files/${id}`)
        expect(reply.status, JSON.stringify(reply.body)).toBeOneOf([400, 404])
      }
    },
  )
})

describe('deleting', () => {
  const rowsOf = async ({ database, workspaceId }: TestDb, table: string) =>
    database.asOwner((tx) =>
      tx.query(`select 1 from ${table} where workspace_id = $1`, [workspaceId]),
    )

  test('leaves nothing of the file, while replacing it leaves its pins', async () => {
    const fresh = await db.fresh()
    const app = await testApp(fresh)
    await app.send('POST', '/api/messages', wireMessages({}))
    const { id } = await add(app, { path: 'a.txt', content: 'the yellow submarine' })
    await fresh.database.asOwner((tx) =>
      tx.write(
        `insert into context_references (workspace_id, chat_id, file_id, created_at)
         select workspace_id, id, $2, now() from chats where workspace_id = $1`,
        [fresh.workspaceId, Number(id)],
        1,
      ),
    )
    await add(app, { path: 'a.txt', content: 'a green boat' })
    expect(await rowsOf(fresh, 'context_references')).toHaveLength(1)

    expect((await app.send('DELETE', `/api/files/${id}`)).status).toBe(204)
    expect((await app.send('GET', `/api/files/${id}`)).body.code).toBe('file_not_found')
    expect((await app.send('DELETE', `/api/files/${id}`)).status).toBe(404)
    for (const table of ['files', 'chunks', 'file_terms', 'context_references']) {
      expect(await rowsOf(fresh, table), table).toEqual([])
    }
  })
})

describe('whose file it is', () => {
  let fresh: TestDb
  let app: App
  let ann: Record<string, string>
  let bob: Record<string, string>
  const ids: Record<string, string> = {}
  const as = async (person: string) => ({
    Authorization: `Bearer ${await app.keyFor('member', `api:${person}`)}`,
  })

  beforeAll(async () => {
    fresh = await db.fresh()
    app = await testApp(fresh)
    await app.send('POST', '/api/messages', wireMessages({ author: { id: 'ann' } }))
    ann = await as('ann')
    bob = await as('bob')
    const sent = async (path: string, more = {}, headers = {}) =>
      (await add(app, { path, content: path, ...more }, headers)).id
    ids.workspace = await sent('workspace.txt')
    ids.chat = await sent('chat.txt', { thread_id: 'api:team' }, ann)
    ids.ann = await sent('ann.txt', {}, ann)
    ids.bob = await sent('bob.txt', { author: { id: 'bob' } })
    ids.new = await sent('new.txt', { author: { id: 'newcomer', name: 'New' } })
  })

  test('is told on the wire', async () => {
    const { body } = await app.send('GET', '/api/files')
    const owners = (body.files as WireFile[]).map((f) => [f.path, f.thread_id, f.person])
    expect(owners).toEqual([
      ['workspace.txt', null, null],
      ['chat.txt', 'api:team', null],
      ['ann.txt', null, 'api:ann'],
      ['bob.txt', null, 'api:bob'],
      ['new.txt', null, 'api:newcomer'],
    ])
  })

  test.each([
    ['ann', ['workspace', 'chat', 'ann']],
    ['bob', ['workspace', 'bob']],
  ])('decides what %s may see', async (person, visible) => {
    for (const [name, id] of Object.entries(ids)) {
      const { status } = await app.send('GET', `/api/files/${id}`, undefined, await as(person))
      expect([name, status]).toEqual([name, visible.includes(name) ? 200 : 404])
    }
  })

  test('decides what is listed', async () => {
    const paths = async (query: string, headers: Record<string, string>) =>
      filesOf(await app.send('GET', `/api/files${query}`, undefined, headers)).map((f) => f.path)
    expect(await paths('', ann)).toEqual(['workspace.txt', 'ann.txt'])
    expect(await paths('', bob)).toEqual(['workspace.txt', 'bob.txt'])
    expect(await paths('?thread_id=api:team', ann)).toEqual(['chat.txt'])
    expect(await paths('?author_id=bob', {})).toEqual(['bob.txt'])
    expect(await paths('?author_id=nobody', {})).toEqual([])
    const hidden = await app.send('GET', '/api/files?thread_id=api:team', undefined, bob)
    expect(hidden).toMatchObject({ status: 404, body: { code: 'chat_not_found' } })
    const foreign = await app.send('GET', '/api/files?author_id=ann', undefined, bob)
    expect(foreign).toMatchObject({ status: 403 })
  })

  test('decides who may add to it and delete from it', async () => {
    const file = { path: 'x.txt', content: 'x' }
    const toChat = await app.send('POST', '/api/files', { ...file, thread_id: 'api:team' }, bob)
    expect(toChat).toMatchObject({ status: 404, body: { code: 'chat_not_found' } })
    const toAnn = await app.send('POST', '/api/files', { ...file, author: { id: 'ann' } }, bob)
    expect(toAnn).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const remove = (id: string | undefined) =>
      app.send('DELETE', `/api/files/${id}`, undefined, bob)
    expect((await remove(ids.workspace)).status).toBe(403)
    expect((await remove(ids.ann)).status).toBe(404)
    expect((await remove(ids.bob)).status).toBe(204)
  })

  test('a workspace sees nothing of another', async () => {
    const other = await testApp(await db.fresh())
    expect(filesOf(await other.send('GET', '/api/files'))).toEqual([])
    expect((await other.send('GET', `/api/files/${ids.workspace}`)).status).toBe(404)
    expect((await other.send('DELETE', `/api/files/${ids.workspace}`)).status).toBe(404)
  })
})

test('a file that is pinned to a chat can be read there by all of it, and by nobody else', async () => {
  const app = await testApp(await db.fresh())
  const as = async (person: string) => ({
    Authorization: `Bearer ${await app.keyFor('member', `api:${person}`)}`,
  })
  const said = ['ann', 'bob'].map((id, i) => ({ id: String(i + 1), author: { id } }))
  await app.send('POST', '/api/messages', wireMessages(...said))
  const [ann, bob, cat] = [await as('ann'), await as('bob'), await as('cat')]
  const content = Array.from({ length: 80 }, (_, i) => `line ${i} of the plan`).join('\n\n')
  const { id } = await add(app, { path: 'plan.md', content }, ann)
  const read = async (headers: Record<string, string>) =>
    (await app.send('GET', `/api/files/${id}`, undefined, headers)).status
  const pin = async (more: Record<string, unknown>) => {
    const body = { thread_id: 'api:team', file_id: id, ...more }
    return (await app.send('POST', '/api/references', body, ann)).body.id
  }
  expect(await read(bob)).toBe(404)
  // A line is shared as a line.
  await pin({ line: 1 })
  expect(await read(bob)).toBe(404)
  const whole = await pin({})
  expect([await read(bob), await read(cat)]).toEqual([200, 404])
  expect((await app.send('DELETE', `/api/files/${id}`, undefined, bob)).status).toBe(404)
  await app.send('DELETE', `/api/references/${whole}`, undefined, ann)
  expect(await read(bob)).toBe(404)
})
