import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, Param } from '../database.ts'
import { createEmbeddedDriver } from './driver.ts'

/* How statements reach the embedded engine; on PGlite also when the rest of the suite is on a server. */

let driver: Driver
beforeAll(async () => {
  driver = await createEmbeddedDriver(null)
})
afterAll(() => driver.close())

const ask = async (sql: string, params: readonly Param[] = []) =>
  driver.connect(async (connection) => (await connection.query<unknown>(sql, params)).rows)

describe('a statement that is asked again', () => {
  test('is prepared once', async () => {
    const sql = 'select $1::int + 1 as n'
    expect(await ask(sql, [1])).toEqual([{ n: 2 }])
    expect(await ask(sql, [41])).toEqual([{ n: 42 }])
    const prepared = 'select count(*)::int as n from pg_prepared_statements where statement = $1'
    expect(await ask(prepared, [sql])).toEqual([{ n: 1 }])
  })

  test('takes and gives values of every type as they are', async () => {
    const sql = `select $1::text as t, $2::bigint as n, $3::boolean as b, $4::text[] as ts, $5::real[] as ns,
                        $6::jsonb as j, $7::timestamptz as at, $8::text as nothing`
    const at = '2026-03-01T10:00:00.000Z'
    const texts = ['a "b"', 'c\\d', '{e,f}', '', null, 'NULL', 'ї 😀\n']
    const params = [
      "it's",
      9_007_199_254_740_991,
      true,
      texts,
      [0.5, null, -1],
      '{"a":[1]}',
      at,
      null,
    ]
    const row = {
      t: "it's",
      n: 9_007_199_254_740_991,
      b: true,
      ts: texts,
      ns: [0.5, null, -1],
      j: { a: [1] },
      at: new Date(at),
      nothing: null,
    }
    for (let times = 0; times < 7; times += 1) expect(await ask(sql, params)).toEqual([row])
  })

  test('sees the columns its table has now', async () => {
    await ask('create table changing (a int)')
    await ask('insert into changing values ($1)', [1])
    const sql = 'select * from changing'
    expect(await ask(sql)).toEqual([{ a: 1 }])
    await ask('alter table changing add column b text default $$new$$')
    expect(await ask(sql)).toEqual([{ a: 1, b: 'new' }])
    await driver.connect((connection) => connection.exec('alter table changing drop column a'))
    expect(await ask(sql)).toEqual([{ b: 'new' }])
  })

  test('is planned by the settings of the planner that hold now', async () => {
    await ask('create table large as select n from generate_series(1, 10000) n')
    await ask('create index large_n on large (n)')
    const sql = 'select n from large where n = 77'
    const scans = async () => {
      expect(await ask(sql)).toEqual([{ n: 77 }])
      await driver.connect((connection) => connection.exec('select pg_stat_force_next_flush()'))
      return ask(`select idx_scan > 0 as index from pg_stat_user_tables where relname = 'large'`)
    }
    await ask('set enable_indexscan = off')
    await ask('set enable_bitmapscan = off')
    await ask('set enable_indexonlyscan = off')
    expect(await scans()).toEqual([{ index: false }])
    for (const scan of ['indexscan', 'bitmapscan', 'indexonlyscan'])
      await ask(`reset enable_${scan}`)
    await ask('set enable_seqscan = off')
    expect(await scans()).toEqual([{ index: true }])
    await ask('reset enable_seqscan')
  })

  test('does not fill the memory: those not asked for long are given up', async () => {
    for (let i = 0; i < 320; i += 1) await ask(`select ${i} as n`)
    const [{ n }] = (await ask('select count(*)::int as n from pg_prepared_statements')) as [
      { n: number },
    ]
    expect(n).toBe(300)
    expect(await ask('select 0 as n')).toEqual([{ n: 0 }])
  })
})

describe('a statement that fails', () => {
  test.each([
    ['read', 'select nothing from nowhere', '42P01'],
    ['run', 'select 1 / $1::int as n', '22012'],
    ['given its values', 'select $1::int as n', '22P02'],
  ])('when it is %s says why, and the next one is served', async (_, sql, code) => {
    const param = code === '22P02' ? 'one' : 0
    const params = sql.includes('$1') ? [param] : []
    await expect(ask(sql, params)).rejects.toMatchObject({ code })
    expect(await ask('select 1 as n')).toEqual([{ n: 1 }])
  })

  test('fails its transaction until that is rolled back', async () => {
    await driver.connect(async (connection) => {
      await connection.exec('begin')
      await expect(connection.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
      await expect(connection.query('select 2 as n')).rejects.toMatchObject({ code: '25P02' })
      await connection.exec('rollback')
      expect((await connection.query('select 2 as n')).rows).toEqual([{ n: 2 }])
    })
  })
})
