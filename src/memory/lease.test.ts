import { afterEach, describe, expect, test, vi } from 'vitest'
import { gate } from '../../test/gate.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import { breakLeases, renewLease } from '../db/engine/leases.ts'
import { listSynonyms, replaceSynonyms } from '../db/sessions/topic-summaries.ts'
import { workspaceScope } from '../domain/scope.ts'
import { type Fenced, withLease } from './lease.ts'

const database = useDatabase()
const BUSY = { code: 'work_in_progress' }
const KEY = 'session s1'

afterEach(() => {
  vi.useRealTimers()
})

async function setUp() {
  const it = await database.fresh()
  const world = memoryWorld(it)
  const work = <T>(what: (fenced: Fenced) => Promise<T>, key = KEY) =>
    withLease(it.workspaceId, key, world.deps, what)
  /** Any row will do to see a write by. */
  const write = (fenced: Fenced, slug: string) =>
    fenced((db) => replaceSynonyms(db, it.workspaceId, [{ alias: 'written', slug }]))
  return { it, world, work, write }
}

const within = <T>(
  { database, workspaceId }: TestDb,
  work: Parameters<typeof database.within<T>>[1],
) => database.within(workspaceScope(workspaceId), work)

async function written(it: TestDb): Promise<string[]> {
  const rows = await within(it, (db) => listSynonyms(db, it.workspaceId))
  return rows.map(({ slug }) => slug)
}

const leasesOf = (it: TestDb) =>
  within(it, (db) =>
    db.query<{ key: string; token: string; until: Date }>(
      'select key, token, until from leases where workspace_id = $1',
      [it.workspaceId],
    ),
  )

describe('withLease', () => {
  test('is taken once: a second worker is turned away while the first works', async () => {
    const { it, work, write } = await setUp()
    let entered = 0
    await work(async (fenced) => {
      entered += 1
      await expect(work(async () => (entered += 1))).rejects.toMatchObject(BUSY)
      await write(fenced, 'first')
    })
    expect(entered).toBe(1)
    expect(await written(it)).toEqual(['first'])
  })

  test('of many who come at once, one gets it', async () => {
    const { work } = await setUp()
    let atWork = 0
    let most = 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        work(async (fenced) => {
          atWork += 1
          most = Math.max(most, atWork)
          await fenced(async (db) => db.query('select 1'))
          atWork -= 1
        }),
      ),
    )
    expect(most).toBe(1)
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  })

  test('keeps nobody from working on something else', async () => {
    const { work } = await setUp()
    await work(() => work(async () => undefined, 'session s2'))
  })

  test('can be taken again as soon as the work is done, or has failed', async () => {
    const { it, work } = await setUp()
    await work(async () => undefined)
    expect(await leasesOf(it)).toEqual([])
    await expect(work(() => Promise.reject(new Error('no model')))).rejects.toThrow('no model')
    expect(await leasesOf(it)).toEqual([])
    expect(await work(async () => 'third')).toBe('third')
  })

  test('one that nobody keeps can be taken when it ends, and not before', async () => {
    const { world, work } = await setUp()
    await work(async () => {
      world.pass({ minutes: 0.49 })
      await expect(work(async () => undefined)).rejects.toMatchObject(BUSY)
      world.pass({ minutes: 0.02 })
      expect(await work(async () => 'second')).toBe('second')
    })
  })

  test('a worker that slept past its time writes nothing, before and after the other is done', async () => {
    const { it, world, work, write } = await setUp()
    await work(async (stale) => {
      world.pass({ minutes: 1 })
      await work(async (fenced) => {
        await write(fenced, 'second')
        await expect(write(stale, 'stale')).rejects.toMatchObject(BUSY)
      })
      await expect(write(stale, 'stale')).rejects.toMatchObject(BUSY)
    })
    expect(await written(it)).toEqual(['second'])
  })

  test('a worker that slept and was not replaced still writes: nobody else has begun', async () => {
    const { it, world, work, write } = await setUp()
    await work(async (fenced) => {
      world.pass({ minutes: 1 })
      await write(fenced, 'late')
    })
    expect(await written(it)).toEqual(['late'])
  })

  test('the end of a stale worker does not end the right of the one who took over', async () => {
    const { it, world, work, write } = await setUp()
    let second = Promise.resolve()
    const [inside, ending] = [gate(), gate()]
    await work(async () => {
      world.pass({ minutes: 1 })
      second = work(async (fenced) => {
        inside.open()
        await ending.opened
        await write(fenced, 'second')
      })
      await inside.opened
    })
    expect(await leasesOf(it)).toHaveLength(1)
    ending.open()
    await second
    expect(await written(it)).toEqual(['second'])
  })

  test('one that was broken refuses the write', async () => {
    const { it, work, write } = await setUp()
    await expect(
      work(async (fenced) => {
        await within(it, (db) => breakLeases(db, it.workspaceId, [KEY]))
        await write(fenced, 'outdated')
      }),
    ).rejects.toMatchObject(BUSY)
    expect(await written(it)).toEqual([])
  })

  test('what fails half-way is not written at all', async () => {
    const { it, work, write } = await setUp()
    const half = work((fenced) =>
      fenced(async (db) => {
        await replaceSynonyms(db, it.workspaceId, [{ alias: 'written', slug: 'half' }])
        throw new Error('half-way')
      }),
    )
    await expect(half).rejects.toThrow('half-way')
    await work((fenced) => write(fenced, 'whole'))
    expect(await written(it)).toEqual(['whole'])
  })

  test('is kept while its worker lives, and a lost one is not kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { it, world, work } = await setUp()
    await work(async () => {
      const [before] = await leasesOf(it)
      world.pass({ minutes: 0.4 })
      vi.advanceTimersByTime(10_000)
      const isLonger = async () =>
        (await leasesOf(it))[0]?.until.getTime() !== before?.until.getTime()
      while (!(await isLonger()));
      world.pass({ minutes: 0.4 })
      await expect(work(async () => undefined)).rejects.toMatchObject(BUSY)
      const lost = { key: KEY, token: 'of somebody else' }
      const until = new Date(world.now().getTime() + 60_000)
      expect(await within(it, (db) => renewLease(db, it.workspaceId, lost, until))).toBe(false)
    })
  })

  test('is of one workspace: the same key elsewhere is another right', async () => {
    const [one, other] = [await setUp(), await setUp()]
    await one.work(() => other.work(async () => undefined))
  })
})
