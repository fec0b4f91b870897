import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, minutesAgo, NOW } from '../../../test/deps.ts'
import { type CalledFrom, toolWorld } from '../../../test/tool-world.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { FileAudience } from '../../domain/file.ts'
import { storeFile } from '../../files/store-file.ts'
import type { ToolMessage } from './tool-message.ts'

const db = useDatabase()

describe('search_messages', () => {
  async function withTalk() {
    const corner = await db.fresh()
    const world = toolWorld(corner)
    const talk = (topic: string | null) => [
      incoming('Ann Lee', 'the rent goes up in June', { minutesAgo: 3_000, topic }),
      incoming('Bob', 'our rent went up as well', { minutesAgo: 200, topic }),
      incoming('Bob', 'shall we paint the boat?', { minutesAgo: 199, topic }),
      incoming('Annika', 'I pay no rent at all', { minutesAgo: 50, topic }),
    ]
    await world.engine.receive(admin(corner), delivery(...talk(null)))
    const find = async (args: object, from?: CalledFrom) => {
      const { messages } = await world.run('search_messages', { query: 'rent', ...args }, from)
      return (messages as ToolMessage[]).map(({ text }) => text)
    }
    return { ...world, corner, find }
  }

  test('finds what was said, best first, and no more than wanted', async () => {
    const { find } = await withTalk()
    expect((await find({ query: 'paint the boat' }))[0]).toBe('shall we paint the boat?')
    expect(await find({ limit: 1 })).toHaveLength(1)
  })

  test.each([
    ['Bob', ['our rent went up as well']],
    ['bob', ['our rent went up as well']],
    ['@Bob', ['our rent went up as well']],
    ['Ann', ['the rent goes up in June']],
    ['Ann Lee', ['the rent goes up in June']],
    ['Lee Bob', []],
    ['nobody', []],
  ])('from %s', async (from, texts) => {
    const { find } = await withTalk()
    const found = await find({ from })
    expect(found.filter((text) => text.includes('rent'))).toEqual(texts)
  })

  test('the author is looked for beyond the best few', async () => {
    const { find } = await withTalk()
    for (const from of ['Ann', 'Bob', 'Annika'])
      expect(await find({ from, limit: 1 })).toHaveLength(1)
  })

  test('null is what a model writes for nothing', async () => {
    const { find } = await withTalk()
    const nothing = { limit: null, from: null, before: null, after: null }
    expect(await find(nothing)).toEqual(await find({}))
  })

  test('between two moments: the first belongs to it, the last does not', async () => {
    const { find } = await withTalk()
    const bob = minutesAgo(200).toISOString()
    const rents = async (args: object) =>
      (await find(args)).filter((text) => text.includes('rent')).toSorted()
    expect(await rents({ after: bob })).toEqual([
      'I pay no rent at all',
      'our rent went up as well',
    ])
    expect(await rents({ before: bob })).toEqual(['the rent goes up in June'])
    expect(await rents({ before: '2999-01-01' })).toHaveLength(3)
    expect(await rents({ after: '2999-01-01' })).toEqual([])
    expect(await rents({ after: '2026-03-10', before: '2026-03-10T15:00:00+02:00' })).toEqual([
      'I pay no rent at all',
      'our rent went up as well',
    ])
  })

  test('shows nothing of another chat, another topic or another workspace', async () => {
    const { engine, corner, find } = await withTalk()
    const elsewhere = toolWorld(await db.fresh())
    const secret = (where: string) => incoming('Ann Lee', `rent secret of ${where}`)
    const chat = (externalId: string) => ({ channel: 'api', externalId, kind: 'group' as const })
    await engine.receive(admin(corner), {
      chat: { ...chat('other'), title: null },
      messages: [secret('another chat')],
    })
    await engine.receive(
      admin(corner),
      delivery({ ...secret('a topic'), topic: '5' }, incoming('Bob', 'rent')),
    )
    const found = await find({ query: 'rent secret', limit: 20 })
    expect(found.filter((text) => text.includes('secret'))).toEqual([])
    expect(await find({ query: 'rent secret' }, { thread: 'api:team:5' })).toEqual([
      'rent secret of a topic',
    ])
    await expect(elsewhere.run('search_messages', { query: 'rent' })).rejects.toMatchObject({
      code: 'chat_not_found',
    })
  })
})

describe('search_files', () => {
  const limits = {
    maxBytes: 1_000_000,
    maxText: 1_000_000,
    maxChunks: 1_000,
    maxPages: 10,
    maxReadMs: 20_000,
    maxFilesPerOwner: 10,
  }

  async function withFiles() {
    const corner = await db.fresh()
    const world = toolWorld(corner)
    const said = delivery(incoming('Ann', 'hello'), incoming('Bob', 'hello'))
    for (const externalId of ['team', 'other']) {
      await world.engine.receive(admin(corner), { ...said, chat: { ...said.chat, externalId } })
    }
    const { database, workspaceId } = corner
    const deps = { database, now: () => NOW, limits, record: () => undefined }
    const keep = (path: string, audience: FileAudience) => {
      const bytes = Buffer.from(`# Handbook\n\n## Printing\n\nHow to feed the printer: ${path}.\n`)
      return storeFile(workspaceId, audience, { path, bytes, contentType: null }, deps)
    }
    const team = await world.question()
    const other = await world.question({ thread: 'api:other' })
    await keep('workspace.md', { chatId: null, personId: null })
    await keep('team.md', { chatId: team.chat?.id ?? null, personId: null })
    await keep('other.md', { chatId: other.chat?.id ?? null, personId: null })
    await keep('ann.md', { chatId: null, personId: team.personId })
    const find = async (from?: CalledFrom) => {
      const { passages } = await world.run('search_files', { query: 'feed the printer' }, from)
      return (passages as { path: string }[]).map(({ path }) => path).toSorted()
    }
    return { ...world, find }
  }

  test('gives passages with path, lines and heading', async () => {
    const { run } = await withFiles()
    const { passages } = await run('search_files', { query: 'feed the printer', limit: 1 })
    expect(passages).toEqual([
      {
        path: expect.stringMatching(/\.md$/),
        lines: expect.stringMatching(/^\d+-\d+$/),
        heading: expect.stringContaining('Printing'),
        text: expect.stringContaining('How to feed the printer'),
      },
    ])
  })

  test('of the chat and the workspace; one’s own only where nobody reads along', async () => {
    const { find } = await withFiles()
    expect(await find()).toEqual(['team.md', 'workspace.md'])
    expect(await find({ thread: 'api:other' })).toEqual(['other.md', 'workspace.md'])
    expect(await find({ thread: null })).toEqual(['ann.md', 'workspace.md'])
    expect(await find({ thread: null, author: 'bob' })).toEqual(['workspace.md'])
    expect(await find({ thread: null, author: null })).toEqual(['workspace.md'])
  })
})
