import type { ChatRef } from '../domain/chat.ts'
import type { IncomingMessage } from '../domain/message.ts'
import { readJsonLines, toDate } from './read-chats.ts'
import type { Evaluation } from './run-look-back.ts'
import { grouped, hasTexts, type Scratch } from './scratch.ts'

/* Which turns of a long history hold the evidence for a question: every history is delivered to a
 * scratch Earshot as a chat, and its own search is queried. */

/** A turn of a history; `conv` tells the histories apart. */
type Turn = {
  readonly conv: string
  readonly id: string
  readonly turn: number
  readonly session_time: string
  readonly author: string
  readonly text: string
  readonly image_caption?: string | null
}
type Asked = {
  readonly conv: string
  readonly id: string
  readonly type?: string
  readonly question: string
  /** Turns that hold the answer, where it is known. */
  readonly evidence?: readonly string[]
}

const RANKED = 50
/** Turns have only the time of their session; this is the assumed time between two. */
const TURN_MS = 20_000
const BATCH = 500

/** Ranks the turns of each question's history; with facts, tells too what those found rest on. */
export async function evaluateRecall(
  paths: { readonly messages: string; readonly questions: string },
  { hasFacts }: { readonly hasFacts: boolean },
  scratch: Scratch,
  progress: (line: string) => void,
): Promise<Evaluation> {
  const turns = readJsonLines(paths.messages, isTurn)
  const questions = readJsonLines(paths.questions, isAsked)
  for (const [conv, said] of grouped(turns, (turn) => turn.conv)) {
    progress(`loading ${conv}`)
    const chat = { ...refOf(conv), kind: 'group', title: conv } as const
    for (let from = 0; from < said.length; from += BATCH) {
      await scratch.deliver({ chat, messages: said.slice(from, from + BATCH).map(toMessage) })
    }
  }
  const facts = hasFacts ? await scratch.readFacts() : null
  await scratch.embed()
  const predictions: Prediction[] = []
  for (const { conv, id, question } of questions) {
    const ranked = await scratch.findInChat(refOf(conv), question, RANKED)
    const throughFacts = hasFacts ? await scratch.findThroughFacts(refOf(conv), question) : []
    predictions.push({ id, conv, ranked, throughFacts })
    if (predictions.length % 50 === 0) {
      progress(`question ${predictions.length} of ${questions.length}`)
    }
  }
  return { predictions, scores: scoresOf(questions, predictions, facts) }
}

type Prediction = {
  readonly id: string
  readonly conv: string
  readonly ranked: readonly string[]
  /** Turns that the facts found rest on. */
  readonly throughFacts: readonly string[]
}

const refOf = (conv: string): ChatRef => ({ channel: 'eval', externalId: conv })

function toMessage({ id, turn, session_time, author, text, image_caption }: Turn): IncomingMessage {
  return {
    externalId: id,
    kind: 'message',
    author: { externalId: author, name: author, username: null, isBot: false },
    sentAt: new Date(toDate(session_time).getTime() + turn * TURN_MS),
    text,
    replyTo: null,
    quote: null,
    topic: null,
    media: image_caption == null ? [] : [{ kind: 'photo', name: image_caption }],
    reactions: [],
    contextSnapshot: null,
    editedAt: null,
    raw: null,
  }
}

/** Share of the evidence among the first k, over all questions that have any, and by kind. */
function scoresOf(
  questions: readonly Asked[],
  predictions: readonly Prediction[],
  facts: number | null,
): Evaluation['scores'] {
  const rated = questions.flatMap(({ evidence = [], type = 'other' }, i) => {
    const { ranked = [], throughFacts = [] } = predictions[i] ?? {}
    return evidence.length === 0 ? [] : [{ type, evidence, ranked, throughFacts }]
  })
  const recall = (of: typeof rated, k: number, withFacts = false) => {
    const shares = of.map(({ evidence, ranked, throughFacts }) => {
      const first = new Set([...ranked.slice(0, k), ...(withFacts ? throughFacts : [])])
      return evidence.filter((id) => first.has(id)).length / evidence.length
    })
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  }
  const kinds = grouped(rated, ({ type }) => type)
  return {
    questions: rated.length,
    ...Object.fromEntries([5, 10, 20, 50].map((k) => [`recall_at_${k}`, recall(rated, k)])),
    ...Object.fromEntries(
      [...kinds].flatMap(([type, of]) => [
        [`${type}_recall_at_10`, recall(of, 10)],
        [`${type}_recall_at_50`, recall(of, 50)],
      ]),
    ),
    ...(facts === null
      ? {}
      : {
          facts_stored: facts,
          evidence_behind_facts: recall(rated, 0, true),
          ...Object.fromEntries(
            [10, 50].map((k) => [`with_facts_recall_at_${k}`, recall(rated, k, true)]),
          ),
        }),
  }
}

function isTurn(value: unknown): value is Turn {
  return (
    hasTexts(value, ['conv', 'id', 'session_time', 'author', 'text']) &&
    typeof value.turn === 'number'
  )
}

function isAsked(value: unknown): value is Asked {
  return (
    hasTexts(value, ['conv', 'id', 'question']) &&
    (value.evidence === undefined || Array.isArray(value.evidence))
  )
}
