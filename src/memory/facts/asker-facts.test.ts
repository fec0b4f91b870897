import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { memoryWorld } from '../../../test/memory-world.ts'
import { rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { moveChat } from '../../db/messages/move-chat.ts'
import type { FactId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import { applyRetention } from '../../upkeep/apply-retention.ts'

const all = useOwnDatabase()
const WORD = 'xq7z'
const never = new AbortController().signal

const JUDGES = { grade: 'all of them', rewrite: 'no' }
/** Repeats the word wherever it is shown it, by a tool too. */
const REPEATING = scriptedModel({
  ...JUDGES,
  ...{ summarise: '- hello', tag: '{"tags":[]}', 'match-topics': '{"candidates":[]}' },
  answer: async ({ prompt, tools }) => {
    const found = await tools?.run('recall', { query: 'key' }, new AbortController().signal)
    return `They said ${JSON.stringify([prompt, found]).match(WORD)?.[0] ?? 'nothing'}.`
  },
})

/** Ann and Bob in the group "team", where Ann had a sentence remembered and Bob asked for it. */
async function remembered(
  text = `the spare key is under the ${WORD} pot`,
  model: LanguageModel = REPEATING,
) {
  const it = await all.fresh()
  const world = memoryWorld(it, model)
  await world.engine.receive(
    admin(it),
    delivery(
      incoming('Ann', 'hello there', { externalId: '1' }),
      incoming('Bob', 'good morning', { externalId: '2' }),
    ),
  )
  const by = (name: string) => ({
    ...{ externalId: name.toLowerCase(), name, username: null, isBot: false },
  })
  const call = (who: string, name: string, args: object, threadId: string | null = 'api:team') =>
    world.engine.runTool(admin(it), { threadId, author: by(who), name, args })
  const { id } = await call('Ann', 'remember', { text })
  // Without a message of Ann's in the prompt nothing but the fact tells that an answer is made of her words.
  await world.engine.delete(admin(it), { channel: 'api', externalId: 'team', messageId: '1' })
  const ask = (who: string, threadId: string | null = 'api:team') =>
    world.engine.ask(
      admin(it),
      {
        ...{ threadId, text: 'where is the spare key of the pot?' },
        ...{ author: by(who), messageId: null, replyTo: null, quote: null, askedAt: null },
        budgetTokens: 3_000,
      },
      { sessionId: null, window: 5 },
    )
  const left = async () =>
    [...(await rowsOf(it))].flatMap(([table, rows]) =>
      rows.some((row) => row.includes(WORD)) ? [table] : [],
    )
  return { it, world, call, ask, left, id: Number(id) as FactId }
}

describe('an answer to somebody else that repeats what Ann had remembered', () => {
  test('goes when Ann is forgotten', async () => {
    const { it, world, ask, left } = await remembered()
    expect((await ask('Bob')).text).toContain(WORD)
    expect(await left()).toEqual(expect.arrayContaining(['answers', 'facts']))
    await world.memory.forget(admin(it), 'api:ann')
    expect(await left()).toEqual([])
  })

  test('is emptied when the fact is deleted, and when Ann opts out', async () => {
    for (const leave of ['delete', 'opt-out'] as const) {
      const { it, world, ask, left, id } = await remembered()
      const { id: answerId } = await ask('Bob')
      if (leave === 'delete') await world.memory.facts.drop(admin(it), id)
      else await world.memory.optOut(admin(it), 'api:ann', true)
      expect(await left()).toEqual([])
      expect((await world.engine.why(admin(it), answerId)).record.answer).not.toBe('')
    }
  })

  test('goes when the chat is deleted, though it was given in private', async () => {
    const { it, world, ask, left } = await remembered(`my key: ${WORD}, not the other`)
    expect((await ask('Ann', null)).text).toContain(WORD)
    await world.memory.deleteChat(admin(it), 'api:team')
    expect(await left()).toEqual([])
  })

  test('goes also when the fact was deleted by the limit before', async () => {
    const { it, world, ask, left, id } = await remembered()
    await ask('Bob')
    await it.database.asOwner((tx) => tx.query('delete from facts where id = $1', [id]))
    await world.memory.forget(admin(it), 'api:ann')
    expect(await left()).toEqual([])
  })
})

describe('a fact that rests on no message', () => {
  test('stays when conversations are read again, by retention, and when the chat moves', async () => {
    const { it, world, call } = await remembered()
    await call('Ann', 'remember', { text: 'I live in Rome' })
    world.pass({ days: 20 })
    await world.upkeep()
    await it.database.asOwner((tx) => tx.query('update conversations set facts_through = null'))
    await world.upkeep()
    await applyRetention(5, world.deps, never)
    await world.engine.receive(admin(it), {
      chat: { channel: 'api', externalId: 'big-team', kind: 'group', title: 'Team' },
      messages: [incoming('Ann', 'moved')],
    })
    await call('Ann', 'remember', { text: 'the bike is blue' }, 'api:big-team')
    const { workspaceId } = it
    const team = { channel: 'api', externalId: 'team' }
    await it.database.within(workspaceScope(workspaceId), (db) =>
      moveChat(db, workspaceId, team, 'big-team', world.now()),
    )
    const { facts } = await call('Ann', 'recall', { limit: 50 }, 'api:big-team')
    expect((facts as { text: string }[]).map(({ text }) => text)).toEqual([
      'the bike is blue',
      'I live in Rome',
      `the spare key is under the ${WORD} pot`,
    ])
  })

  test('is on the wire, can be corrected and pinned by its person, and has a history', async () => {
    const { it, world, id } = await remembered('I live in Rome')
    const fact = await world.memory.facts.edit(admin(it), id, {
      ...{ text: 'I live in Porto', status: null, isPinned: true },
    })
    expect(fact).toMatchObject({ messageIds: [], attribute: 'home', isPinned: true })
    expect(await world.memory.facts.history(admin(it), fact.id)).toHaveLength(2)
  })

  test('comes first where a message said the same before: it is known', async () => {
    const { world, call } = await remembered('I live in Rome')
    world.pass({ minutes: 1 })
    expect(await call('Ann', 'remember', { text: 'Ann lives in Rome' })).toMatchObject({
      was_known: true,
    })
  })

  test('remembered by several at once is stored once', async () => {
    const { it, call } = await remembered()
    const texts = Array.from({ length: 10 }, (_, i) => `the door code of floor ${i} is new`)
    const done = await Promise.all(
      texts.flatMap((text) => [1, 2, 3].map(() => call('Ann', 'remember', { text }))),
    )
    expect(done.filter(({ was_known }) => was_known === false)).toHaveLength(texts.length)
    expect((await rowsOf(it)).get('facts')).toHaveLength(texts.length + 1)
  })

  test('its address is not one that a model may show', async () => {
    const address = `https://evil.example/?${WORD}`
    const prompts: string[] = []
    const model = scriptedModel({
      ...JUDGES,
      answer: ({ prompt }) => {
        prompts.push(JSON.stringify(prompt))
        return `Look at ${address} for the key.`
      },
    })
    const { ask } = await remembered(`the spare key of the pot: ${address}`, model)
    const { text } = await ask('Bob')
    expect(prompts.join()).toContain(address)
    expect(text).not.toContain('evil.example')
    expect(text).toContain('for the key')
  })
})
