import { describe, expect, test } from 'vitest'
import { correctedChat, THREAD } from '../../../test/corrected-chat.ts'
import { NOW } from '../../../test/deps.ts'
import { rowsOf } from '../../../test/rows.ts'
import { wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { ChatId } from '../../domain/ids.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import { deleteSome } from '../forgetting/retention.ts'
import { findChat } from './chats.ts'
import { findMessage, type Place } from './find-messages.ts'
import { listFollowedParents, listFollowedReplies } from './followed-replies.ts'
import { findMessageWindow } from './message-window.ts'
import { moveChat } from './move-chat.ts'

/* Corrections as rows: who sees them, what takes them away, and what does not. */

const db = useDatabase()

async function world() {
  const it = await db.fresh()
  const chat = await correctedChat(it)
  const scope = workspaceScope(it.workspaceId)
  const place = await it.database.within(scope, async (tx): Promise<Place> => {
    const found = await findChat(tx, it.workspaceId, { channel: 'api', externalId: 'team' })
    return { workspaceId: it.workspaceId, chatId: found?.id as ChatId, topic: null }
  })
  return { ...chat, ...it, scope, place }
}

const stored = async (it: TestDb) => (await rowsOf(it)).get('link_corrections') ?? []
const versionsOf = async (it: TestDb) => (await rowsOf(it)).get('data_versions') ?? []

describe('corrections', () => {
  test('hold ids and no text', async () => {
    const it = await world()
    await it.correct('together', ['5', '4'], { by: 'ann' })
    const [row = '{}', ...more] = await stored(it)
    expect(more).toEqual([])
    expect(Object.keys(JSON.parse(row)).sort()).toEqual(
      'chat_id created_at id kind message_id other_id person_id workspace_id'.split(' '),
    )
  })

  test('come with the trail of their messages, and are seen in their own chat only', async () => {
    const it = await world()
    await it.correct('start', ['3'])
    const load = async (chatId: ChatId) => {
      const audience = { chatId, personId: null, isAlone: false }
      return it.database.within(audienceScope(it.workspaceId, audience), async (tx) => {
        const point = { sentAt: NOW, position: 0, id: 0 as never }
        return (await findMessageWindow(tx, it.place, point, { before: 10, after: 0 })).corrections
      })
    }
    expect(await load(it.place.chatId)).toMatchObject([{ kind: 'start', otherId: null }])
    expect(await load((it.place.chatId + 1) as ChatId)).toEqual([])
  })

  test('decide which replies are followed, up and down', async () => {
    const it = await world()
    const around = () =>
      it.database.within(it.scope, async (tx) => {
        const [reply, parent] = [
          await findMessage(tx, it.workspaceId, it.place.chatId, '3'),
          await findMessage(tx, it.workspaceId, it.place.chatId, '1'),
        ]
        if (reply === null || parent === null) throw new Error('not stored')
        const below = await listFollowedReplies(tx, it.place, parent, 10)
        const above = await listFollowedParents(tx, it.place, [reply.id])
        return [below, above].map((found) => found.map(({ externalId }) => externalId).join(' '))
      })
    expect(await around()).toEqual(['3', '1'])
    for (const [kind, ids, more] of [
      ['start', ['3'], {}],
      ['apart', ['3'], {}],
      ['apart', ['1'], { apart_from: '3' }],
      ['together', ['3', '2'], {}],
    ] as const) {
      const { body } = await it.correct(kind, ids, more)
      expect(await around()).toEqual(['', ''])
      await it.undo((body.corrections as { id: string }[])[0]?.id ?? '')
    }
    await it.correct('together', ['3', '1'])
    expect(await around()).toEqual(['3', '1'])
  })
})

describe('corrections are deleted', () => {
  test('with a message they concern, on either side', async () => {
    const it = await world()
    await it.correct('together', ['5', '4'])
    await it.correct('start', ['3'])
    await it.send('DELETE', `/api/messages/${THREAD}/4`)
    expect(await stored(it)).toHaveLength(1)
    await it.send('DELETE', `/api/messages/${THREAD}/3`)
    expect(await stored(it)).toEqual([])
  })

  test('with their author: those they made, and those of their messages', async () => {
    const it = await world()
    await it.correct('together', ['5', '4'], { by: 'bob' })
    await it.correct('start', ['3'], { by: 'ann' })
    await it.correct('apart', ['6'], { by: 'ann' })
    expect((await it.send('DELETE', '/api/people/api:bob/memory')).status).toBe(200)
    expect((await stored(it)).map((row) => JSON.parse(row).kind)).toEqual(['start'])
  })

  test('of an author who never spoke there, and other processes learn of it', async () => {
    const it = await world()
    await it.send('POST', '/api/messages', {
      ...wireMessages({ author: { id: 'eve', name: 'eve' } }),
      chat: { channel: 'api', id: 'other', kind: 'group' },
    })
    await it.correct('start', ['3'], { author: { id: 'eve' } })
    const before = await versionsOf(it)
    await it.send('DELETE', '/api/people/api:eve/memory')
    expect(await stored(it)).toEqual([])
    const ofChat = (rows: readonly string[]) =>
      rows.find((row) => JSON.parse(row).chat_id === it.place.chatId)
    expect(ofChat(await versionsOf(it))).not.toEqual(ofChat(before))
    expect(await it.conversations()).toBe('1 3 5 | 2 4 6')
  })

  test('when what they concern is too old to be kept', async () => {
    const it = await world()
    await it.correct('together', ['5', '4'])
    await it.database.within(it.scope, async (tx) => {
      await tx.query("update sessions set status = 'closed' where workspace_id = $1", [
        it.workspaceId,
      ])
      const limits = { before: new Date(NOW.getTime() + 1), now: NOW, limit: 10 }
      expect(await deleteSome(tx, it.workspaceId, limits)).toMatchObject({ messages: 6 })
    })
    expect(await stored(it)).toEqual([])
  })
})

describe('corrections stay', () => {
  test('when their chat goes on under another id, and those made early there come along', async () => {
    const it = await world()
    await it.correct('start', ['3'])
    await it.send('POST', '/api/messages', {
      ...wireMessages({ id: '1' }, { id: '2', reply_to: '1' }),
      chat: { channel: 'api', id: 'super', kind: 'group' },
    })
    await it.send('POST', '/api/conversations/corrections', {
      thread_id: 'api:super',
      kind: 'start',
      message_ids: ['2'],
    })
    await it.database.within(it.scope, (tx) =>
      moveChat(tx, it.workspaceId, { channel: 'api', externalId: 'team' }, 'super', NOW),
    )
    const listed = await it.send('GET', '/api/conversations/corrections?thread_id=api:super')
    expect(listed.body.corrections).toMatchObject([{ message_id: '2' }, { message_id: 'team:3' }])
  })

  test('and are part of what a person can have exported', async () => {
    const it = await world()
    await it.correct('together', ['5', '4'], { by: 'bob' })
    await it.correct('start', ['3'], { by: 'ann' })
    const { body } = await it.send('GET', '/api/people/api:bob/export')
    expect(body.link_corrections).toMatchObject([
      { kind: 'together', chat: THREAD, message_id: '5', other_id: '4' },
    ])
  })
})
