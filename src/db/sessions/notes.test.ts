import { describe, expect, test } from 'vitest'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { ChatId, PersonId } from '../../domain/ids.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import type { Db } from '../engine/database.ts'
import { savePeople } from '../messages/people.ts'
import { listNotes, type NoteOwner, pruneNotes, saveNote } from './notes.ts'

const db = useDatabase()
const RED = 1 as ChatId
const BLUE = 2 as ChatId
const ALONE = null

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute))

/** Two people of one workspace, and the scope of one of them alone (null) or in a group. */
async function people(corner: TestDb) {
  const { database, workspaceId } = corner
  const authors = ['ann', 'bob'].map((externalId) => ({
    externalId,
    name: null,
    username: null,
    isBot: false,
  }))
  const saved = await database.within(workspaceScope(workspaceId), (tx) =>
    savePeople(tx, workspaceId, 'api', authors),
  )
  const idOf = (name: string) => saved.get(name)?.id as PersonId
  const inScope = <T>(
    personId: PersonId,
    groupId: ChatId | null,
    work: (tx: Db, owner: NoteOwner) => Promise<T>,
  ) => {
    const audience = { chatId: groupId, personId, isAlone: groupId === null }
    return database.within(audienceScope(workspaceId, audience), (tx) =>
      work(tx, { workspaceId, personId, groupId }),
    )
  }
  const note = (personId: PersonId, groupId: ChatId | null, text: string, minute = 0) =>
    inScope(personId, groupId, (tx, owner) => saveNote(tx, owner, { text, createdAt: at(minute) }))
  const seen = (personId: PersonId, groupId: ChatId | null) =>
    inScope(personId, groupId, async (tx, owner) =>
      (await listNotes(tx, owner)).map(({ text }) => text),
    )
  return { ann: idOf('ann'), bob: idOf('bob'), note, seen, inScope }
}

describe('a note', () => {
  test('is listed newest first', async () => {
    const { ann, note, seen } = await people(await db.fresh())
    expect(await note(ann, ALONE, 'tea, no sugar', 1)).toBe('kept')
    expect(await note(ann, ALONE, 'window seat', 2)).toBe('kept')
    expect(await seen(ann, ALONE)).toEqual(['window seat', 'tea, no sugar'])
  })

  test('said twice is kept once, as new as it was said last', async () => {
    const { ann, note, seen } = await people(await db.fresh())
    await note(ann, ALONE, 'tea, no sugar', 1)
    await note(ann, ALONE, 'window seat', 2)
    expect(await note(ann, ALONE, 'tea, no sugar', 3)).toBe('known')
    expect(await seen(ann, ALONE)).toEqual(['tea, no sugar', 'window seat'])
  })

  // Only a server has several connections; PGlite runs the calls one by one.
  test('said by several at once is kept once', async () => {
    const { ann, note, seen } = await people(await db.fresh())
    const texts = Array.from({ length: 20 }, (_, i) => `note ${i}`)
    const outcomes = await Promise.all(
      texts.flatMap((text) => [1, 2, 3].map(() => note(ann, RED, text))),
    )
    expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(texts.length)
    expect((await seen(ann, RED)).toSorted()).toEqual(texts.toSorted())
  })

  test('is not made about someone who opted out, nor about nobody we know', async () => {
    const corner = await db.fresh()
    const { ann, note, seen } = await people(corner)
    await corner.database.asOwner((tx) =>
      tx.write('update people set memory_opt_out = true where id = $1', [ann], 1),
    )
    expect(await note(ann, ALONE, 'tea')).toBe('opted-out')
    expect(await note(987_654_321 as PersonId, ALONE, 'tea')).toBe('opted-out')
    expect(await seen(ann, ALONE)).toEqual([])
  })

  test('is the oldest to go when there are too many, wherever it was made', async () => {
    const corner = await db.fresh()
    const { ann, bob, note, seen } = await people(corner)
    await note(ann, RED, 'first', 1)
    await note(ann, ALONE, 'second', 2)
    await note(ann, BLUE, 'third', 3)
    await note(bob, ALONE, 'of Bob', 0)
    const { database, workspaceId } = corner
    await database.within(workspaceScope(workspaceId), (tx) => pruneNotes(tx, workspaceId, ann, 2))
    expect(await seen(ann, ALONE)).toEqual(['third', 'second'])
    expect(await seen(bob, ALONE)).toEqual(['of Bob'])
  })
})

describe('who sees a note', () => {
  test('in a group, only those made in it; alone, all of one’s own', async () => {
    const { ann, note, seen } = await people(await db.fresh())
    await note(ann, RED, 'said in red', 1)
    await note(ann, BLUE, 'said in blue', 2)
    await note(ann, ALONE, 'said alone', 3)
    expect(await seen(ann, RED)).toEqual(['said in red'])
    expect(await seen(ann, BLUE)).toEqual(['said in blue'])
    expect(await seen(ann, ALONE)).toEqual(['said alone', 'said in blue', 'said in red'])
  })

  test('nobody but its person, neither in the group it was made in nor alone', async () => {
    const { ann, bob, note, seen } = await people(await db.fresh())
    await note(ann, RED, 'of Ann, in red')
    await note(ann, ALONE, 'of Ann, alone')
    expect(await seen(bob, RED)).toEqual([])
    expect(await seen(bob, ALONE)).toEqual([])
  })

  test('no other workspace, not even with the same ids', async () => {
    const mine = await people(await db.fresh())
    const other = await people(await db.fresh())
    await mine.note(mine.ann, RED, 'mine, in red')
    await mine.note(mine.ann, ALONE, 'mine, alone')
    expect(await other.seen(mine.ann, RED)).toEqual([])
    expect(await other.seen(mine.ann, ALONE)).toEqual([])
  })

  test('row-level security says the same to a query that names nothing', async () => {
    const mine = await people(await db.fresh())
    const other = await people(await db.fresh())
    await mine.note(mine.ann, RED, 'red')
    await mine.note(mine.ann, BLUE, 'blue')
    await mine.note(mine.ann, ALONE, 'alone')
    await mine.note(mine.bob, RED, 'of Bob')
    await other.note(other.ann, RED, 'elsewhere')
    const bare = (personId: PersonId, groupId: ChatId | null) =>
      mine.inScope(personId, groupId, async (tx) => {
        const rows = await tx.query<{ text: string }>('select text from notes order by text')
        return rows.map(({ text }) => text)
      })
    expect(await bare(mine.ann, RED)).toEqual(['red'])
    expect(await bare(mine.ann, ALONE)).toEqual(['alone', 'blue', 'red'])
    expect(await bare(mine.bob, RED)).toEqual(['of Bob'])
    expect(await bare(mine.bob, BLUE)).toEqual([])
  })

  test('and refuses one that is written for somebody else or into another group', async () => {
    const { ann, bob, inScope } = await people(await db.fresh())
    const note = { text: 'planted', createdAt: at(0) }
    const forBob = inScope(ann, RED, (tx, owner) => saveNote(tx, { ...owner, personId: bob }, note))
    await expect(forBob).rejects.toThrow(/row-level security/)
    const inBlue = inScope(ann, RED, (tx, owner) => saveNote(tx, { ...owner, groupId: BLUE }, note))
    await expect(inBlue).rejects.toThrow(/row-level security/)
  })
})
