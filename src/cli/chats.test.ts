import { describe, expect, test } from 'vitest'
import { cliWorld } from '../../test/cli-world.ts'
import { useDatabase } from '../../test/with-db.ts'
import { chatsCommand, chatsWith } from './commands/chats.ts'

const db = useDatabase()

async function twoChats() {
  const world = await cliWorld(await db.fresh())
  for (const [id, title] of [
    ['tea', 'Tea'],
    ['work', '\u001b[2KWork'],
  ]) {
    await world.app.send('POST', '/api/messages', {
      chat: { channel: 'api', id, title },
      messages: [
        { id: '1', author: { id: 'ann' }, sent_at: '2026-03-10T11:50:00Z', text: 'hello' },
      ],
    })
  }
  const listed = async () => {
    const { body } = await world.app.send('GET', '/api/chats')
    return (body.chats as { thread_id: string }[]).map(({ thread_id }) => thread_id).toSorted()
  }
  return { ...world, listed }
}

describe('earshot chats', () => {
  test('lists chats by the ids that other commands take, with nothing that moves the cursor', async () => {
    const { run } = await twoChats()
    const { printed } = await run(chatsCommand, ['list'])
    expect(printed.split('\n').toSorted()).toEqual([
      '2026-03-10         1 message   api:tea  Tea',
      '2026-03-10         1 message   api:work  [2KWork',
    ])
    const { chats } = JSON.parse((await run(chatsCommand, ['list'], { json: true })).printed)
    expect(chats).toHaveLength(2)
  })

  test('deletes a chat that was confirmed', async () => {
    const { run, listed } = await twoChats()
    const asked: string[] = []
    const command = chatsWith(async (question) => {
      asked.push(question)
      return 'yes'
    })
    const { exitCode, printed } = await run(command, ['delete', 'api:tea'])
    expect([exitCode, printed]).toEqual([
      0,
      'Deleted 1 message, 1 session and 0 files, and everything derived from them.',
    ])
    expect(asked).toEqual([
      expect.stringMatching(/^The chat api:tea, all its messages.*Type "yes"/),
    ])
    expect(await listed()).toEqual(['api:work'])
  })

  test('deletes nothing without a confirmation; --yes is one', async () => {
    const { run, listed } = await twoChats()
    const no = await run(
      chatsWith(async () => 'no'),
      ['delete', 'api:tea'],
    )
    expect([no.exitCode, no.printed]).toEqual([1, 'Nothing was deleted.'])
    await expect(run(chatsCommand, ['delete', 'api:tea'])).rejects.toThrow(/Add --yes/)
    expect(await listed()).toEqual(['api:tea', 'api:work'])
    const { printed } = await run(chatsCommand, ['delete', 'api:tea'], { yes: true, json: true })
    expect(JSON.parse(printed)).toEqual({ messages: 1, sessions: 1, files: 0 })
  })

  test('reports a chat that is not known, before it asks', async () => {
    const { run } = await twoChats()
    await expect(run(chatsCommand, ['delete', 'api:nowhere'])).rejects.toMatchObject({
      code: 'chat_not_found',
    })
    await expect(run(chatsCommand, ['remove'])).rejects.toThrow(/Usage: earshot chats list/)
  })
})
