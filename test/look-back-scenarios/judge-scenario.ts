import type { ChatId, MessageId, PersonId } from '../../src/domain/ids.ts'
import type { Message } from '../../src/domain/message.ts'
import { isBareTag, withoutMentions } from '../../src/domain/question.ts'
import { weighTrail } from '../../src/engine/link/look-back.ts'
import { LINK_MODEL } from '../../src/engine/link/shipped-model.ts'
import { linkInOrder } from '../../src/engine/receive/link-stretch.ts'
import type { Line, Scenario } from './scenario.ts'

/* A scenario without a database: the same links and the same look back, in memory, for counting many at once.
 * engine/look-back.test.ts asks the same of a real engine. */

export type Verdict = {
  readonly missing: readonly number[]
  readonly wrong: readonly number[]
  readonly isRight: boolean
}

const NOW = Date.UTC(2026, 2, 2, 12)

/** Whether a scenario can be judged so: it needs no topics, edits, deletions or messages of others. */
export function isPlain({ lines, tag, filler }: Scenario): boolean {
  const isPlainLine = ([, , , more = {}]: Line) =>
    more.topic === undefined && more.kind === undefined && !more.isDeleted && !more.editedText
  return filler === undefined && tag.topic === undefined && lines.every(isPlainLine)
}

/** What the look back gets wrong. */
export function judgeScenario(scenario: Scenario): Verdict {
  const people = new Map<string, PersonId>()
  const idOf = (name: string) => {
    const id = people.get(name) ?? ((people.size + 1) as PersonId)
    people.set(name, id)
    return id
  }
  const messages = scenario.lines
    .map((line, i) => toMessage(line, i, idOf(line[0])))
    .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.position - b.position)
  const byId = new Map(messages.map((message) => [message.externalId, message]))
  const links = [
    ...linkInOrder({ all: messages, from: 0, parents: byId, drafts: new Map() }),
  ].flat()
  const { by, text, replyTo } = scenario.tag
  const asked = withoutMentions(text)
  const parent = byId.get(replyTo ?? '') ?? null
  const tag = {
    authorId: idOf(by),
    authorName: by,
    authorUsername: null,
    sentAt: new Date(NOW),
    text: asked,
    quote: null,
    replyTo: null,
    isBot: false,
    isBare: isBareTag(asked),
    parent,
  }
  const found = weighTrail(tag, { messages, links }, LINK_MODEL).filter(
    ({ standing }) => standing === 'conversation',
  )
  const inside = new Set([...found, ...(parent === null ? [] : [{ message: parent }])].map(lineOf))
  const missing = scenario.inside.filter((line) => !inside.has(line))
  const wrong = scenario.outside.filter((line) => inside.has(line))
  return { missing, wrong, isRight: missing.length + wrong.length === 0 }
}

const lineOf = ({ message }: { readonly message: Message }) => Number(message.externalId)

function toMessage([author, ago, text, more = {}]: Line, i: number, authorId: PersonId): Message {
  return {
    id: (i + 1) as MessageId,
    chatId: 1 as ChatId,
    externalId: String(i + 1),
    kind: 'message',
    authorId,
    authorName: author,
    authorUsername: author.toLowerCase().replaceAll(' ', '-'),
    isBot: more.isBot ?? false,
    sentAt: new Date(NOW - ago * 60_000),
    position: i,
    text,
    replyTo: more.replyTo ?? null,
    quote: more.quote ?? null,
    topic: null,
    sessionId: null,
    contextSnapshot: null,
  }
}
