import { fillOf } from './cut.ts'
import type { Section } from './section.ts'

/* Members of a JSON text, as written: nothing is parsed into values, so depth and size cost nothing, and
 * invalid JSON is still text.
 *
 * A member too large for a chunk is opened, and its own members take its place: "services › web". */

/** How deep members are opened; below that a value is cut like any text. */
const MAX_OPENED = 6
const MAX_NAME = 100

/** Below this part of a chunk a member is one of many, and goes under its parent's name. */
const SMALL = 0.3

type Member = { readonly start: number; readonly end: number; readonly name: string }

/** The members of the outermost object or list; of large ones, theirs. */
export function* jsonSections(text: string): Generator<Section> {
  const whole = { start: 0, end: text.length, name: '' }
  yield* open(text, whole, { from: 0, to: text.length, path: [], depth: 0 })
}

/** The stretch of text a value accounts for: brackets around it go with its first and last member. */
type Place = {
  readonly from: number
  readonly to: number
  readonly path: readonly string[]
  readonly depth: number
}

function* open(text: string, value: Member, place: Place): Generator<Section> {
  const { to, path, depth } = place
  let { from } = place
  const close = function* (member: Member, until: number): Generator<Section> {
    const fill = fillOf(text, from, until)
    const inner = fill < SMALL ? path : [...path, member.name]
    const stretch = { from, to: until, path: inner, depth: depth + 1 }
    if (fill > 1 && depth < MAX_OPENED) yield* open(text, member, stretch)
    else yield { start: from, end: until, path: inner }
    from = until
  }
  let before: Member | null = null
  for (const member of membersOf(text, value.start, value.end)) {
    if (before !== null) yield* close(before, before.end)
    before = member
  }
  // A value without members is taken as it is.
  if (before === null) yield { start: from, end: to, path }
  else yield* close(before, to)
}

/** The members of the first object or list in a stretch of text; none if it holds something else. */
function* membersOf(text: string, start: number, end: number): Generator<Member> {
  const bracket = findBracket(text, start, end)
  if (bracket < 0) return
  const isObject = text[bracket] === '{'
  let depth = 0
  let count = 0
  let from = bracket + 1
  for (let i = bracket; i < end; i += 1) {
    const char = text[i]
    if (char === '"') i = endOfString(text, i, end)
    else if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth -= 1
    const isEnd = depth === 0
    if (!isEnd && (depth !== 1 || char !== ',')) continue
    yield { start: from, end: i + 1, name: isObject ? keyIn(text, from, i) : `[${count}]` }
    if (isEnd) return
    count += 1
    from = i + 1
  }
}

/** The bracket that a stretch begins with, after its comma, its name and its colon at most. */
function findBracket(text: string, start: number, end: number): number {
  for (let i = start; i < end; i += 1) {
    const char = text[i]
    if (char === '{' || char === '[') return i
    if (char === '"') i = endOfString(text, i, end)
    else if (char === undefined || !/[\s,:]/.test(char)) return -1
  }
  return -1
}

function endOfString(text: string, quote: number, end: number): number {
  for (let i = quote + 1; i < end; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return i
  }
  return end
}

function keyIn(text: string, from: number, to: number): string {
  const quote = text.indexOf('"', from)
  if (quote < 0 || quote >= to) return '?'
  return text.slice(quote + 1, Math.min(endOfString(text, quote, to), quote + 1 + MAX_NAME))
}
