import type { Message } from '../../domain/message.ts'
import { isBareTag, withoutMentions } from '../../domain/question.ts'
import { keywordsOf } from '../../domain/words.ts'

/* Which earlier message does this one continue?
 *
 * Several conversations run through one chat, and many people do not press "reply". We look back over
 * the last messages, newest first, and stop at the first rule that speaks:
 *
 *   1. reply     the sender pressed "reply", or quoted            certain
 *   2. name      the text names someone in the window             likely
 *   3. run       the same author spoke a moment ago               likely
 *   4. words     it shares words that are rare in this chat       likely
 *   5. own       no subject of its own: the author's last message likely
 *   6. near      an answer right behind somebody's message        a guess
 *   7. nothing   the message opens a conversation
 *
 *        ann: where do we meet on sunday?      <─┐
 *        bob: did the build pass?        <─┐     │
 *        cat: @ann by the fountain         │   ──┘  name
 *        dan: the build is green         ──┘        words
 *
 * Plain rules, each of which can be shown to a person. The learned model takes this function's place
 * without a change to anyone who calls it: message and window in, weighted links with reasons out. */

/** How many earlier messages are looked at. */
export const WINDOW = 100

/** One step back: from a message to an earlier one. */
export type Step = {
  readonly to: Message
  readonly probability: number
  readonly reason: string
}

/** A message, or a tag that is not stored: what the rules need of it. */
export type Linkable = Pick<Message, 'sentAt' | 'text' | 'quote'> & {
  readonly authorId: Message['authorId'] | null
}

const RUN_MS = 2 * 60_000
const NEAR_MS = 3 * 60_000
/** A word is rare if at most this share of the window has it. */
const RARE_SHARE = 0.1

/**
 * Links a message to what it continues. `window` is earlier messages of its topic, oldest first;
 * `parent` is the message it replies to, which may be older than the window.
 */
export function linkMessage(
  message: Linkable,
  window: readonly Message[],
  parent: Message | null,
): readonly Step[] {
  if (parent !== null) return [step(parent, 1, `reply to ${parent.authorName}`)]
  const newestFirst = window.slice(-WINDOW).reverse()
  const rules = [byQuote, byName, byRun, byWords, byOwn, byNear]
  for (const rule of rules) {
    const step = rule(message, newestFirst)
    if (step !== null) return [step]
  }
  return []
}

type Rule = (message: Linkable, newestFirst: readonly Message[]) => Step | null

const byQuote: Rule = ({ quote }, newestFirst) => {
  const quoted = quote ? newestFirst.find((m) => m.text.includes(quote)) : undefined
  return quoted === undefined ? null : step(quoted, 1, `quotes ${quoted.authorName}`)
}

const byName: Rule = ({ text, authorId }, newestFirst) => {
  const lower = text.toLowerCase()
  const named = newestFirst.find(
    (m) => m.authorId !== authorId && !m.isBot && namesOf(m).some((name) => isNamed(lower, name)),
  )
  return named === undefined ? null : step(named, 0.8, `names ${named.authorName}`)
}

const byRun: Rule = ({ authorId, sentAt, text }, newestFirst) => {
  const own = newestFirst.find((m) => m.authorId === authorId)
  if (own === undefined || sentAt.getTime() - own.sentAt.getTime() > RUN_MS) return null
  if (isOpening(text)) return null
  return step(own, 0.7, `${own.authorName} went on a moment later`)
}

const byWords: Rule = ({ text }, newestFirst) => {
  const words = new Set(keywordsOf(withoutMentions(text)))
  if (words.size === 0) return null
  const inWindow = newestFirst.map(keywordSet)
  const limit = Math.max(3, newestFirst.length * RARE_SHARE)
  const rare = [...words].filter((word) => {
    const count = inWindow.filter((others) => others.has(word)).length
    return count > 0 && count <= limit
  })
  const found = newestFirst
    .map((to, i) => ({ to, shared: rare.filter((word) => inWindow[i]?.has(word)) }))
    .sort((a, b) => b.shared.length - a.shared.length)[0]
  if (found === undefined || found.shared.length === 0) return null
  const shown = found.shared.slice(0, 3).map((word) => `“${word}”`)
  return step(found.to, 0.75, `same subject: ${shown.join(', ')}`)
}

const byOwn: Rule = ({ authorId, text }, newestFirst) => {
  if (!isBareTag(withoutMentions(text))) return null
  const own = newestFirst.find((m) => m.authorId === authorId)
  if (own !== undefined) return step(own, 0.8, `${own.authorName}’s own last message`)
  const last = authorId === null ? newestFirst[0] : undefined
  return last === undefined ? null : step(last, 0.6, 'the last thing said')
}

const byNear: Rule = ({ authorId, sentAt, text }, newestFirst) => {
  const last = newestFirst[0]
  if (last === undefined || last.authorId === authorId || isOpening(text)) return null
  if (sentAt.getTime() - last.sentAt.getTime() > NEAR_MS) return null
  return step(last, 0.5, `right after ${last.authorName}`)
}

function step(to: Message, probability: number, reason: string): Step {
  return { to, probability, reason }
}

// A message is looked back at by a hundred later ones; its words are split once.
const keywordSets = new WeakMap<Message, ReadonlySet<string>>()

function keywordSet(message: Message): ReadonlySet<string> {
  const known = keywordSets.get(message) ?? new Set(keywordsOf(message.text))
  keywordSets.set(message, known)
  return known
}

/** A question with a subject of its own may well be a new conversation. */
function isOpening(text: string): boolean {
  return /[?？؟]/u.test(text) && keywordsOf(text).length >= 3
}

/** The names a person is called by in text: @username, username, first name. */
function namesOf({ authorName, authorUsername }: Message): string[] {
  const first = authorName.split(/\s+/)[0] ?? ''
  return [authorUsername ?? '', first].map((name) => name.toLowerCase()).filter((n) => n.length > 2)
}

function isNamed(lowerText: string, name: string): boolean {
  for (let at = lowerText.indexOf(name); at >= 0; at = lowerText.indexOf(name, at + 1)) {
    const before = lowerText[at - 1] ?? ' '
    const after = lowerText[at + name.length] ?? ' '
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true
  }
  return false
}
