import { describe, expect, test } from 'vitest'
import { admin, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import { findChat } from '../../db/messages/chats.ts'
import { countTerms } from '../../db/search/search-messages.ts'
import { frequencyOf } from '../../db/search/term-hits.ts'
import type { IncomingMessage } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { termsOf } from '../../text/terms.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'
import { indexMissing } from '../../upkeep/index-missing.ts'
import { findInChat } from './search.ts'

const db = useOwnDatabase()
const CHAT = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const

/* A chat anyone can judge by eye. When tuning breaks one of these, either the tuning is wrong or this file
 * must explain, in the same commit, why the old order was. */
const TALK = [
  ['Ann', 9_000, 'What did you all do at the weekend?'],
  ['Bob', 8_999, 'We painted the boat, it took two days'],
  ['Ann', 8_998, 'Which colour?'],
  ['Bob', 8_997, 'Blue, with a white line'],
  ['Cid', 5_000, 'The landlord raises the rent in June'],
  ['Dee', 4_999, 'By how much?'],
  ['Cid', 4_998, 'Eighty a month'],
  ['Ann', 60, 'Who brings the cake on Friday?'],
  ['Dee', 59, '私は東京の会議に行きます'],
  ['Bob', 58, 'Я купил билеты на поезд'],
] as const

describe('search in a chat', () => {
  test.each([
    ['who painted something?', 'We painted the boat, it took two days'],
    ['what colour is the boat?', 'We painted the boat, it took two days'],
    ['rent', 'The landlord raises the rent in June'],
    ['会議はどこ', '私は東京の会議に行きます'],
    ['билет на поезда', 'Я купил билеты на поезд'],
  ])('%s finds first: %s', async (asked, first) => {
    const { find } = await withTalk(TALK.map(([who, ago, text]) => said(who, ago, text)))
    expect((await find(asked))[0]).toBe(first)
  })

  test('finds an answer that has none of the words, by the question before it', async () => {
    const { find } = await withTalk(TALK.map(([who, ago, text]) => said(who, ago, text)))
    expect((await find('by how much does the landlord raise the rent?')).slice(0, 3)).toContain(
      'Eighty a month',
    )
    expect((await find('which colour did they paint the boat?')).slice(0, 4)).toContain(
      'Blue, with a white line',
    )
  })

  test('finds a picture by what its name means, in other words', async () => {
    const photo = { media: [{ kind: 'photo', name: 'a car parked beside the river' }] }
    const look = incoming('Ann', 'Look at this', { sentAt: minutesAgo(30), ...photo })
    const others = TALK.map(([who, ago, text]) => said(who, ago, text))
    const { find } = await withTalk([...others, look])
    expect((await find('vehicles'))[0]).toBe('Look at this')
  })

  test.each(['', '👍', 'zzzqq yyyww', 'the'])(
    '%j finds nothing wrong and fails at nothing',
    async (asked) => {
      const { find } = await withTalk([said('Ann', 5, 'hello there'), said('Bob', 4, 'hi')])
      expect(await find(asked)).toEqual(expect.any(Array))
    },
  )

  test('sees what was edited as it is now, and nothing of what was deleted', async () => {
    const { find, engine, me } = await withTalk([
      said('Ann', 9, 'the zeppelin leaves at nine', '1'),
      said('Bob', 8, 'the airship leaves at ten', '2'),
    ])
    const target = (messageId: string) => ({ ...CHAT, messageId })
    await engine.edit(me, target('1'), { text: 'the balloon leaves at nine', editedAt: NOW })
    await engine.delete(me, target('2'))
    expect(await find('zeppelin')).toEqual([])
    expect(await find('airship')).toEqual([])
    expect(await find('balloon')).toEqual(['the balloon leaves at nine'])
  })

  test('counts what it holds, through edits and deletions', async () => {
    const {
      test: db,
      engine,
      me,
      totals,
    } = await withTalk([said('Ann', 9, 'one two three', '1'), said('Bob', 8, 'four five', '2')])
    expect(await totals()).toMatchObject({ messages: 2, terms: 7, sessions: 1 })
    await engine.edit(me, { ...CHAT, messageId: '1' }, { text: 'one', editedAt: NOW })
    expect(await totals()).toMatchObject({ messages: 2, terms: 5 })
    await engine.delete(me, { ...CHAT, messageId: '2' })
    expect(await totals()).toMatchObject({ messages: 1, terms: 2 })
    expect(db.workspaceId).toContain('test-')
  })

  test('messages of an earlier version are found once upkeep has read them', async () => {
    const {
      test: db,
      find,
      totals,
    } = await withTalk([said('Ann', 9, 'the zeppelin leaves at nine')])
    await db.database.asOwner(async (tx) => {
      await tx.query('update messages set terms = null, term_count = 0 where workspace_id = $1', [
        db.workspaceId,
      ])
      await tx.query(
        'update sessions set message_count = 0, term_count = 0 where workspace_id = $1',
        [db.workspaceId],
      )
    })
    expect((await totals()).counted).toEqual([])
    await indexMissing(db.database, AbortSignal.timeout(10_000))
    expect(await totals()).toMatchObject({ messages: 1, terms: 6 })
    expect(await find('zeppelins')).toEqual(['the zeppelin leaves at nine'])
  })
})

test('how often a word is there is read back from its rank', () => {
  const ranks = Array.from({ length: 255 }, (_, i) => {
    const upTo = Array.from({ length: i + 1 }, (__, j) => 1 / (j + 1) ** 2)
    return Math.fround((upTo.reduce((sum, part) => sum + part, 0) * 6) / Math.PI ** 2)
  })
  expect(ranks.map(frequencyOf)).toEqual(ranks.map((_, i) => i + 1))
  expect(frequencyOf(0)).toBe(0)
})

function said(who: string, ago: number, text: string, externalId?: string): IncomingMessage {
  const id = externalId === undefined ? {} : { externalId }
  return incoming(who, text, { sentAt: minutesAgo(ago), ...id })
}

async function withTalk(messages: readonly IncomingMessage[]) {
  const test: TestDb = await db.fresh()
  const { engine, deps } = testEngine(test)
  const { database, workspaceId } = test
  const me = admin(test)
  await engine.receive(me, { chat: CHAT, messages })
  if (deps.embedder !== null) {
    await embedMissing({ ...deps, embedder: deps.embedder }, new Map())
  }
  const scope = workspaceScope(workspaceId)
  const chat = await database.within(scope, (tx) => findChat(tx, workspaceId, CHAT))
  if (chat === null) throw new Error('the chat was not kept')
  const place = { workspaceId, chatId: chat.id, topic: null }
  return {
    test,
    engine,
    me,
    find: async (text: string) => {
      const found = await findInChat(place, { text, until: NOW, limit: 10 }, deps)
      return found.map((message) => message.text)
    },
    totals: () =>
      database.within(scope, (tx) => countTerms(tx, place, termsOf('zeppelin leaves nine'))),
  }
}
