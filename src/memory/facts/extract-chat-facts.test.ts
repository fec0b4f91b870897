import { describe, expect, test } from 'vitest'
import { admin } from '../../../test/deps.ts'
import { factsIn, factsWorld, factTexts, personOf } from '../../../test/facts-world.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import type { PersonId } from '../../domain/ids.ts'
import { audienceScope } from '../../domain/scope.ts'

const all = useOwnDatabase()
const world = async () => factsWorld(await all.fresh())

describe('facts of conversations', () => {
  test('are read once a conversation is quiet, with who said it and the message', async () => {
    const { it, send, settle, upkeep } = await world()
    await send([
      ['Ann', 'I moved to Lisbon last week'],
      ['Bob', 'nice!'],
    ])
    await upkeep()
    expect(await factTexts(it)).toEqual([])
    await settle()
    const facts = await factsIn(it)
    expect(facts).toMatchObject([
      { text: 'Ann lives in Lisbon', saidByName: 'Ann', attribute: 'home', value: 'Lisbon' },
    ])
    expect(facts[0]?.messageIds).toHaveLength(1)
  })

  test('a new value ends the one before, which stays as history', async () => {
    const { it, send, settle } = await world()
    await send([['Ann', 'I live in Rome']])
    await settle()
    await send([['Ann', 'I moved to Lisbon']])
    await settle()
    expect(await factTexts(it)).toEqual(['(Ann lives in Rome)', 'Ann lives in Lisbon'])
    const [rome] = await factsIn(it, { terms: ['rome'] })
    expect(await factTexts(it, { at: rome?.saidAt ?? null })).toEqual(['(Ann lives in Rome)'])
  })

  test('the same again is one fact, and read again it is no second one', async () => {
    const { it, send, settle, upkeep } = await world()
    await send([['Ann', 'I am allergic to peanuts']])
    await settle()
    await send([['Ann', 'I am allergic to peanuts']])
    await settle()
    await it.database.asOwner((db) => db.query('update conversations set facts_through = null'))
    await upkeep()
    expect(await factsIn(it)).toMatchObject([{ text: 'Ann is allergic to peanuts', times: 2 }])
  })

  test('when the message that ended a fact is deleted, the fact holds again', async () => {
    const { it, engine, send, settle } = await world()
    await send([['Ann', 'I live in Rome']])
    const [moved = ''] = await send([['Ann', 'I moved to Lisbon']])
    await settle()
    expect(await factTexts(it)).toEqual(['(Ann lives in Rome)', 'Ann lives in Lisbon'])
    const target = { channel: 'api', externalId: 'team', messageId: moved }
    await engine.delete(admin(it), target)
    expect(await factTexts(it)).toEqual(['Ann lives in Rome'])
  })

  test('an edit takes the fact back at once, and the new text is read', async () => {
    const { it, engine, now, send, settle } = await world()
    const [said = ''] = await send([['Ann', 'I live in Rome']])
    await settle()
    const target = { channel: 'api', externalId: 'team', messageId: said }
    await engine.edit(admin(it), target, { text: 'I live in Madrid', editedAt: now() })
    expect(await factTexts(it)).toEqual([])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann lives in Madrid'])
  })

  test('a joke that follows after the conversation was read takes the fact back', async () => {
    const { it, send, settle, pass } = await world()
    await send([['Ann', 'I live in Rome']])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann lives in Rome'])
    pass({ minutes: -599 })
    await send([['Ann', 'just kidding']])
    await settle()
    expect(await factTexts(it)).toEqual([])
  })

  test('a long conversation is read in parts, every line once', async () => {
    const { it, send, settle } = await world()
    const chatter = Array.from({ length: 900 }, (_, i): [string, string] =>
      i % 300 === 150 ? ['Ann', `I work at Contoso${i}`] : ['Ann', `yes ${i}`],
    )
    await send(chatter)
    await settle()
    expect((await factsIn(it)).map(({ value }) => value).sort()).toEqual([
      'Contoso150',
      'Contoso450',
      'Contoso750',
    ])
  })

  test('values that are redacted elsewhere are not stored', async () => {
    const { it, send, settle } = await world()
    await send([
      ['Ann', 'my email is ann@example.com'],
      ['Ann', 'my phone number is +44 20 7946 0958'],
      ['Ann', 'I work at Contoso'],
    ])
    await settle()
    expect(await factTexts(it)).toEqual(['Ann works at Contoso'])
  })
})

describe('whose facts they are', () => {
  test('Ann says Bob is allergic: about Bob, said by Ann', async () => {
    const { it, send, settle } = await world()
    await send([
      ['Bob', 'hello everyone'],
      ['Ann', 'Bob is allergic to nuts'],
    ])
    await settle()
    const bob = await personOf(it, 'bob')
    expect(await factsIn(it, { people: [bob] })).toMatchObject([
      { saidByName: 'Ann', about: { kind: 'person', personId: bob } },
    ])
  })

  test('a group’s show in that group only, private ones to their person only', async () => {
    const { it, send, settle } = await world()
    await send([['Ann', 'I live in Rome']])
    await send([['Ann', 'I work at Contoso']], { id: 'ann', kind: 'private' })
    await send([['Bob', 'I am vegan']], { id: 'other' })
    await settle()
    const ann = await personOf(it, 'ann')
    const bob = await personOf(it, 'bob')
    const chat = async (name: string) => {
      const [row] = await it.database.asOwner((db) =>
        db.query<{ id: number }>(
          'select id from chats where workspace_id = $1 and external_id = $2',
          [it.workspaceId, name],
        ),
      )
      return row?.id as never
    }
    const inChat = async (name: string, person: PersonId) =>
      factTexts(
        it,
        {},
        audienceScope(it.workspaceId, {
          chatId: await chat(name),
          personId: person,
          isAlone: false,
        }),
      )
    const alone = (person: PersonId | null) =>
      factTexts(
        it,
        {},
        audienceScope(it.workspaceId, { chatId: null, personId: person, isAlone: true }),
      )
    expect(await inChat('team', ann)).toEqual(['Ann lives in Rome'])
    expect(await inChat('other', ann)).toEqual(['Bob is vegan'])
    expect(await alone(ann)).toEqual(['Ann lives in Rome', 'Ann works at Contoso'])
    expect(await alone(bob)).toEqual(['Bob is vegan'])
    expect(await alone(null)).toEqual([])
  })

  test('who opts out has none, said or told of; who opts in again is read again', async () => {
    const { it, memory, send, settle } = await world()
    await send([
      ['Bob', 'I am vegan'],
      ['Ann', 'Bob is allergic to nuts'],
      ['Ann', 'I live in Rome'],
    ])
    await settle()
    expect(await factTexts(it)).toHaveLength(3)
    await memory.optOut(admin(it), String(await personOf(it, 'bob')), true)
    expect(await factTexts(it)).toEqual(['Ann lives in Rome'])
    await memory.optOut(admin(it), String(await personOf(it, 'bob')), false)
    await settle()
    expect(await factTexts(it)).toHaveLength(3)
  })
})
