/* Statements that PGlite parses and plans once.
 *
 * Its own `query` has every statement parsed, rewritten for its policies and planned again, in six calls into
 * WebAssembly; for most of ours that is two thirds of the time they take (bench/assembly). Here a statement
 * is prepared under a name at its first use, and each use after that is one call.
 *
 * What a plan depends on may change, and PostgreSQL does not see all of it: a table whose columns change, a setting
 * of the planner. So only statements that read and write rows are prepared, and any other statement drops all plans. */
// @ts-check
import { parse, protocol } from '@electric-sql/pglite'

/** @typedef {import('@electric-sql/pglite').PGlite} PGlite */
/** @typedef {import('@electric-sql/pglite').Results} Results */
/** @typedef {import('@electric-sql/pglite').messages.BackendMessage} BackendMessage */
/** @typedef {{ name: string, types: number[], columns: BackendMessage[] }} Statement */

const { serialize } = protocol
/** A plan takes some 100 kB, and Earshot has about this many statements. */
const MAX_PREPARED = 300
const ROWS = /^\s*(?:select|with|insert|update|delete)\b/i
/** In a text of several statements; most of those only begin or end a transaction. */
const CHANGES_TABLES = /\b(?:create|alter|drop|deallocate|discard)\b/i

/** @param {PGlite} db */
export function prepareOn(db) {
  /** @type {Map<string, Statement>} The most recently used are last. */
  const known = new Map()
  let made = 0

  /** @param {Uint8Array[]} messages @returns {Promise<BackendMessage[]>} */
  const send = async (...messages) =>
    (await db.execProtocol(concat([...messages, serialize.sync()]), { syncToFs: false })).messages

  /** @param {string} sql @returns {Promise<Statement>} */
  const prepare = async (sql) => {
    made += 1
    const name = `s${made}`
    const answer = await send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    )
    const types = parse.parseDescribeStatementResults(answer)
    return { name, types, columns: answer.filter((one) => one.name === 'rowDescription') }
  }

  /** @param {string} sql @returns {Promise<Statement>} */
  const find = async (sql) => {
    const statement = known.get(sql) ?? (await prepare(sql))
    known.delete(sql)
    known.set(sql, statement)
    const [oldest] = known
    if (known.size > MAX_PREPARED && oldest !== undefined) {
      known.delete(oldest[0])
      await send(serialize.close({ type: 'S', name: oldest[1].name }))
    }
    return statement
  }

  const forget = async () => {
    known.clear()
    await db.exec('deallocate all')
  }

  return {
    /** @param {string} sql @param {readonly unknown[]} params @returns {Promise<Results>} */
    query: async (sql, params) => {
      if (!ROWS.test(sql)) {
        if (known.size > 0) await forget()
        return db.query(sql, [...params])
      }
      const { name, types, columns } = await find(sql)
      const values = params.map((param, i) => written(param, db.serializers[types[i] ?? 0]))
      const answer = await send(serialize.bind({ statement: name, values }), serialize.execute({}))
      const [result] = parse.parseResults([...columns, ...answer], db.parsers)
      // PGlite swallows its own traps, and then returns no result.
      if (result === undefined) throw new Error('RuntimeError: the database gave no answer')
      return result
    },
    /** @param {string} sql @returns {Promise<Results[]>} */
    exec: async (sql) => {
      if (known.size > 0 && CHANGES_TABLES.test(sql)) await forget()
      return db.exec(sql)
    },
  }
}

/** @param {unknown} param @param {((value: unknown) => string) | undefined} serializer */
function written(param, serializer) {
  if (param === null || param === undefined) return null
  return serializer === undefined ? String(param) : serializer(param)
}

/** @param {Uint8Array[]} parts @returns {Uint8Array} */
function concat(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
