import { isUtf8 } from 'node:buffer'
import { AppError } from '../domain/errors.ts'

/* Reads JSON that is larger than memory.
 *
 * Only the path to the wanted values is parsed structurally: the caller decides, by path, what to enter, take
 * and pass over. A taken value is found by counting brackets outside of strings and then parsed as a whole by
 * JSON.parse, which is several times faster than any parser written in JavaScript. So a malformed message
 * costs that message only; a malformed path costs all that follows.
 *
 *     { "name": "Friends", "messages": [ {…}, {…}, … ] }
 *       └ take /name         └ enter      └ take /messages/*
 */

export type Choice = 'enter' | 'take' | 'pass'

/** A container that was entered, a value that was taken, or why it could not be. */
export type Met =
  | { readonly type: 'entered'; readonly path: string }
  | { readonly type: 'taken'; readonly path: string; readonly value: unknown }
  | { readonly type: 'spoilt'; readonly path: string; readonly at: number; readonly why: Spoilt }

type Spoilt = 'not_json' | 'not_utf8' | 'too_large' | 'too_deep'

/** The error of a malformed path to the values; `isCut`: the text just ends. */
function broken(at: number, isCut: boolean): AppError {
  return new AppError(
    'malformed_json',
    `The JSON ${isCut ? 'is cut off' : 'is not valid'} at byte ${at}.`,
    {
      details: { at, isCut },
    },
  )
}

const MAX_DEPTH = 64
const MAX_BYTES = 1 << 20

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

type Frame = { readonly path: string; readonly isList: boolean }
type Expected =
  | 'value'
  | 'value or end'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'comma or end'
  | 'nothing'

/** A value whose end is searched. */
type Open = {
  readonly path: string
  readonly at: number
  readonly use: 'take' | 'pass' | 'key'
  parts: Buffer[]
  size: number
  depth: number
  deepest: number
  isString: boolean
  isEscaped: boolean
}

/** Yields what is entered and taken, in order; throws malformed_json where the path to it is malformed. */
export async function* walkJson(
  chunks: AsyncIterable<Buffer>,
  choose: (path: string) => Choice,
): AsyncGenerator<Met> {
  const walker = createWalker(choose)
  for await (const chunk of chunks) yield* walker.push(chunk)
  walker.end()
}

function createWalker(choose: (path: string) => Choice) {
  const stack: Frame[] = []
  let expected: Expected = 'value'
  let key = ''
  let open: Open | null = null
  let offset = 0

  const pathHere = () => {
    const frame = stack.at(-1)
    if (frame === undefined) return ''
    return frame.isList ? `${frame.path}/*` : `${frame.path}/${key}`
  }
  let entered: string | null = null
  const begin = (byte: number, at: number): boolean => {
    const path = pathHere()
    const choice = choose(path)
    const isContainer = byte === OPEN_LIST || byte === OPEN_OBJECT
    if (choice === 'enter' && isContainer) {
      stack.push({ path, isList: byte === OPEN_LIST })
      expected = byte === OPEN_LIST ? 'value or end' : 'key or end'
      entered = path
      return true
    }
    open = opened(path, at, choice === 'take' ? 'take' : 'pass')
    return false
  }
  const close = (isList: boolean, at: number) => {
    const frame = stack.pop()
    if (frame?.isList !== isList) throw broken(at, false)
    expected = stack.length === 0 ? 'nothing' : 'comma or end'
  }
  /** One byte between values. True when it was consumed; false when it begins a value. */
  const step = (byte: number, at: number): boolean => {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return true
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (!expected.endsWith('end')) throw broken(at, false)
      close(byte === CLOSE_LIST, at)
      return true
    }
    if (byte === COMMA && expected === 'comma or end') {
      expected = stack.at(-1)?.isList ? 'value' : 'key'
      return true
    }
    if (byte === COLON && expected === 'colon') {
      expected = 'value'
      return true
    }
    if (byte === QUOTE && expected.startsWith('key')) {
      open = opened(stack.at(-1)?.path ?? '', at, 'key')
      return false
    }
    if (!expected.startsWith('value') || byte === COMMA || byte === COLON) {
      throw broken(at, false)
    }
    return begin(byte, at)
  }
  const finish = (value: Open): Met | null => {
    open = null
    if (value.use === 'key') {
      const parsed = parse(value)
      if (parsed.type !== 'taken' || typeof parsed.value !== 'string') throw broken(value.at, false)
      // A slash in a key must not look like a step of the path.
      key = parsed.value.replaceAll('/', '~')
      expected = 'colon'
      return null
    }
    expected = stack.length === 0 ? 'nothing' : 'comma or end'
    return value.use === 'take' ? parse(value) : null
  }
  function* push(chunk: Buffer): Generator<Met> {
    let i = 0
    while (i < chunk.length) {
      if (open === null) {
        if (step(chunk[i] as number, offset + i)) i += 1
        if (entered !== null) yield { type: 'entered', path: entered }
        entered = null
        continue
      }
      const value: Open = open
      const end = findEnd(value, chunk, i)
      keep(value, chunk, i, end < 0 ? chunk.length : end)
      if (end < 0) break
      i = end
      const met = finish(value)
      if (met !== null) yield met
    }
    offset += chunk.length
  }
  const end = () => {
    if (open !== null || expected !== 'nothing') throw broken(open?.at ?? offset, true)
  }
  return { push, end }
}

function opened(path: string, at: number, use: Open['use']): Open {
  return {
    path,
    at,
    use,
    parts: [],
    size: 0,
    depth: 0,
    deepest: 0,
    isString: false,
    isEscaped: false,
  }
}

/** The index after the value's last byte, or -1 if it continues in the next chunk. */
function findEnd(value: Open, chunk: Buffer, from: number): number {
  let { depth, deepest, isString, isEscaped } = value
  let end = -1
  for (let i = from; i < chunk.length; i += 1) {
    const byte = chunk[i]
    if (isString) {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) {
        isString = false
        if (depth === 0) end = i + 1
      }
    } else if (byte === QUOTE) isString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1
      // A number, true or null ends with its container.
      if (depth <= 0) end = depth < 0 ? i : i + 1
    } else if (depth === 0 && (byte === COMMA || byte === COLON || (byte as number) <= 0x20))
      end = i
    if (end >= 0) break
  }
  Object.assign(value, { depth, deepest, isString, isEscaped })
  return end
}

function keep(value: Open, chunk: Buffer, from: number, to: number): void {
  value.size += to - from
  if (value.use === 'pass' || value.size > MAX_BYTES || value.deepest > MAX_DEPTH) value.parts = []
  else value.parts.push(chunk.subarray(from, to))
}

function parse({ path, at, parts, size, deepest }: Open): Met {
  if (deepest > MAX_DEPTH) return { type: 'spoilt', path, at, why: 'too_deep' }
  if (size > MAX_BYTES) return { type: 'spoilt', path, at, why: 'too_large' }
  try {
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    if (!isUtf8(bytes)) return { type: 'spoilt', path, at, why: 'not_utf8' }
    return { type: 'taken', path, value: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return { type: 'spoilt', path, at, why: 'not_json' }
  }
}
