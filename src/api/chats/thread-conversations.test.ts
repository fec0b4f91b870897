import { describe, expect, test } from 'vitest'
import { correctedChat } from '../../../test/corrected-chat.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { fillConversations } from '../../engine/receive/fill-conversations.ts'
import type { ModelCall } from '../../models/language-model.ts'

const db = useDatabase()
const PATH = '/api/chats/api%3Ateam/conversations'

type Listed = { readonly id: string; readonly title: string } & Record<string, unknown>

async function world() {
  const it = await db.fresh()
  const chat = await correctedChat(it)
  const list = async (query = '', headers = {}) => {
    const { body } = await chat.send('GET', `${PATH}${query}`, undefined, headers)
    return body.conversations as Listed[]
  }
  return { it, ...chat, list }
}

describe('the conversations of a thread', () => {
  test('are listed with title, people and open question, newest first', async () => {
    const { list } = await world()
    expect(await list()).toMatchObject([
      {
        status: 'open',
        messages: 3,
        people: [{ id: 'bob' }, { id: 'dan' }],
        first_message_id: '2',
        last_message_id: '6',
        open_question: null,
        continues: null,
      },
      { messages: 3, first_message_id: '1', people: [{ id: 'ann' }, { id: 'cid' }] },
    ])
    const [deploy, picnic] = await list()
    expect(deploy?.title).toMatch(/invoices service/)
    expect(picnic?.title).toMatch(/picnic|fountain|salad/)
  })

  test('have a title and a summary of their own once they are quiet', async () => {
    const { it, list } = await world()
    expect((await list()).map(({ summary }) => summary)).toEqual([null, null])
    const tag = '{"tags":[{"tag":"a"},{"tag":"b"},{"tag":"c"}],"title":"What was said"}'
    const summarise = ({ task }: ModelCall) =>
      'lines' in task ? `- ${task.lines.map(({ text }) => text).join(' ')}` : ''
    const memory = memoryWorld(it, scriptedModel({ summarise, tag }))
    memory.pass({ minutes: 420 })
    await memory.upkeep()
    const [deploy, picnic] = await list()
    expect(deploy).toMatchObject({ title: 'What was said', tags: ['a', 'b', 'c'] })
    expect(deploy?.summary).toMatch(/invoices service/)
    expect(deploy?.summary).not.toMatch(/picnic|salad/)
    expect(picnic?.summary).toMatch(/picnic|salad/)
  })

  test('are read whole, and paged', async () => {
    const { send, list } = await world()
    const [deploy, picnic] = await list()
    const { body } = await send('GET', `${PATH}/${deploy?.id}`)
    expect((body.members as Listed[]).map(({ id }) => id)).toEqual(['2', '4', '6'])
    const first = await send('GET', `${PATH}?limit=1`)
    expect(first.body.conversations).toMatchObject([{ id: deploy?.id }])
    const second = await send('GET', `${PATH}?limit=1&after=${first.body.next}`)
    expect(second.body.conversations).toMatchObject([{ id: picnic?.id }])
  })

  test('are searched: those with the best matching messages first', async () => {
    const { list } = await world()
    const [deploy, picnic] = await list()
    expect((await list('?q=salad%20for%20the%20picnic'))[0]?.id).toBe(picnic?.id)
    expect((await list('?q=deploy%20of%20the%20invoices%20service'))[0]?.id).toBe(deploy?.id)
    expect(await list('?q=picnic&limit=1')).toHaveLength(1)
    expect(await list('?q=picnic&person=nobody')).toEqual([])
    expect(await list('?q=submarine%20cable%20repair')).toEqual([])
  })

  test('are filtered by person, time and status', async () => {
    const { list } = await world()
    expect(await list('?person=cid')).toMatchObject([{ first_message_id: '1' }])
    expect(await list('?person=nobody')).toEqual([])
    expect(await list('?since=2026-03-10T11:15:00Z')).toMatchObject([{ last_message_id: '6' }])
    expect(await list('?status=open')).toHaveLength(2)
    expect(await list('?status=quiet')).toEqual([])
  })

  test('follow a correction and its undoing, with the same ids', async () => {
    const { list, correct, undo } = await world()
    const before = await list()
    const { body } = await correct('apart', ['5'])
    expect(await list()).toHaveLength(3)
    const left = await list()
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
    const [first] = body.corrections as Listed[]
    await undo(String(first?.id))
    expect(await list()).toEqual(before)
  })

  test('a member sees those of chats they wrote in, and nobody else’s', async () => {
    const { send, keyFor } = await world()
    const as = async (who: string) => ({
      Authorization: `Bearer ${await keyFor('member', `api:${who}`)}`,
    })
    expect((await send('GET', PATH, undefined, await as('ann'))).status).toBe(200)
    await send('POST', '/api/messages', {
      chat: { channel: 'api', id: 'other', kind: 'group' },
      messages: [
        { id: '1', author: { id: 'eve' }, sent_at: '2026-03-10T11:00:00Z', text: 'hello' },
      ],
    })
    const refused = await send('GET', PATH, undefined, await as('eve'))
    expect(refused.body).toMatchObject({ code: 'chat_not_found' })
  })

  test.each([
    ['/999', 'conversation_not_found'],
    ['/x', 'invalid_request'],
    ['?after=x', 'invalid_request'],
    ['?since=yesterday', 'invalid_request'],
    ['?status=closed', 'invalid_request'],
    ['?limit=0', 'invalid_request'],
  ])('%s is %s', async (more, code) => {
    const { send } = await world()
    expect((await send('GET', `${PATH}${more}`)).body).toMatchObject({ code })
  })

  test('an author who opted out is neither named nor quoted', async () => {
    const { send, list } = await world()
    await send('PUT', '/api/people/api%3Abob/memory', { opted_out: true })
    const text = JSON.stringify(await list())
    expect(text).not.toMatch(/bob|failed|requests/)
  })

  test('messages of an earlier version are grouped by their stored links', async () => {
    const { it, list } = await world()
    const before = await list()
    await deleteGroups(it)
    expect(await list()).toEqual([])
    await fillConversations(it.database, new AbortController().signal)
    const without = (listed: readonly Listed[]) => listed.map(({ id: _, ...rest }) => rest)
    expect(without(await list())).toEqual(without(before))
  })
})

async function deleteGroups({ database, workspaceId }: TestDb): Promise<void> {
  await database.asOwner((tx) =>
    tx.query('delete from conversations where workspace_id = $1', [workspaceId]),
  )
}
