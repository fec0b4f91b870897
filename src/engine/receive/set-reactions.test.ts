import { describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/deps.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

async function begin() {
  const fresh = await db.fresh()
  const app = await testApp(fresh)
  await app.send('POST', '/api/messages', wireMessages({}, {}))
  const { engine, events } = testEngine(fresh)
  const principal = {
    workspaceId: fresh.workspaceId,
    role: 'staff',
    personId: null,
    name: 'bot',
  } as const
  const set = (messageId: string, reactions: readonly { emoji: string; count: number }[]) =>
    engine.setReactions(principal, { channel: 'api', externalId: 'team', messageId }, reactions)
  const stored = async () => {
    const { body } = await app.send('GET', '/api/chats/api:team/messages')
    return (body.messages as { id: string; reactions: unknown }[]).map(({ id, reactions }) => [
      id,
      reactions,
    ])
  }
  return { app, engine, principal, set, stored, events }
}

describe('reactions', () => {
  test('are replaced by all that a message has now; repeated they change nothing', async () => {
    const { set, stored, events } = await begin()
    const both = [
      { emoji: '👍', count: 2 },
      { emoji: 'a\u0000b', count: 1 },
    ]
    expect(await set('1', both)).toEqual({ changed: true })
    expect(await set('1', both)).toEqual({ changed: false })
    expect(await stored()).toEqual([
      ['1', [both[0], { emoji: 'a\ufffdb', count: 1 }]],
      ['2', []],
    ])
    expect(await set('1', [{ emoji: '👍', count: 0 }])).toEqual({ changed: true })
    expect(await stored()).toEqual([
      ['1', []],
      ['2', []],
    ])
    const names = events.map(({ name }) => name)
    expect(names.filter((name) => name === 'message.reacted')).toHaveLength(2)
  })

  test('of a message that is unknown or deleted are ignored', async () => {
    const { app, set, stored } = await begin()
    await app.send('DELETE', '/api/messages/api:team/1')
    expect(await set('1', [{ emoji: '👍', count: 1 }])).toEqual({ changed: false })
    expect(await set('99', [{ emoji: '👍', count: 1 }])).toEqual({ changed: false })
    expect(await stored()).toEqual([['2', []]])
  })

  test('are not for members to set', async () => {
    const { engine, principal } = await begin()
    const member = { ...principal, role: 'member' } as const
    const target = { channel: 'api', externalId: 'team', messageId: '1' }
    await expect(engine.setReactions(member, target, [])).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
