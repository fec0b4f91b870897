import type { FactLine, NamedPerson, StatedFact } from '../../../domain/fact.ts'
import type { MessageId } from '../../../domain/ids.ts'
import { joinFacts } from '../../../text/facts/supersede.ts'
import { namesTime } from '../../../text/facts/when-words.ts'
import { sentencesOf, wordsOf } from '../../../text/words.ts'
import { cleanMessage } from './clean-message.ts'
import { isAboutTime } from './clean-value.ts'
import type { CompiledLanguage } from './compile-rules.ts'
import { isJoke, isWithdrawal } from './is-joke.ts'
import { commonLanguages, messageLanguages, rulesFor } from './languages.ts'
import { matchClause, type RuleMatch } from './match-clause.ts'
import type { Speaker } from './name-subject.ts'
import { readMoment } from './read-validity.ts'
import { indexNames, leadingName, type NameIndex } from './resolve-name.ts'
import { sayFact } from './say-fact.ts'
import { lowerCase, statementsIn } from './split-clauses.ts'
import { splitValues } from './split-values.ts'

/* Explicit statements in the messages of a closed conversation, by rules and without a model. Built for precision: a
 * fact that was never stated costs more trust than one that was missed. */

/** How long after a message its author can take it back with "just kidding". */
const WITHDRAWAL_MS = 30 * 60_000
/** A message of the author's own in between ends the chance to take it back. */
const MAX_LINES_BETWEEN = 8

const CONFIDENCE = { own: 0.9, other: 0.75, reported: 0.65, laughing: 0.85 } as const
const LAUGHING = /😂|🤣|(?:^|\s)(?:lol|lmao|haha+|jaja+|хаха+|ахах+|ахаха+)(?:\s|$)/iu

/** The facts that people state in these lines, in order; a repeated one is joined to the first. */
export function extractFacts(
  lines: readonly FactLine[],
  people: readonly NamedPerson[],
): StatedFact[] {
  return joinFacts(extractStatements(lines, people))
}

/** The same, each statement by itself. */
export function extractStatements(
  lines: readonly FactLine[],
  people: readonly NamedPerson[],
): StatedFact[] {
  const names = indexNames(people)
  const likely = lines.map(({ text }) => messageLanguages(text))
  const common = commonLanguages(likely)
  const copied = botSentences(lines)
  return lines.flatMap((line, i) => {
    if (line.isBot) return []
    const facts = factsOf(line, names, (text) => rulesFor(text, likely[i] ?? [], common))
    // Few messages state anything, so what speaks against a statement is looked for last.
    return facts.length === 0 || isUnmeant(lines, i, copied) ? [] : facts
  })
}

/** The messages that no fact may rest on: of bots, jokes, taken back, or copied from a bot. */
export function unmeantMessages(lines: readonly FactLine[]): ReadonlySet<MessageId> {
  const copied = botSentences(lines)
  return new Set(
    lines.flatMap(({ messageId, isBot }, i) =>
      isBot || isUnmeant(lines, i, copied) ? messageId : [],
    ),
  )
}

function isUnmeant(lines: readonly FactLine[], at: number, copied: ReadonlySet<string>): boolean {
  const text = lines[at]?.text ?? ''
  return isJoke(text) || isWithdrawn(lines, at) || copied.has(foldText(text))
}

function botSentences(lines: readonly FactLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ isBot, text }) => (isBot ? foldText(text) : [])))
}

function factsOf(
  line: FactLine,
  names: NameIndex,
  rules: (text: string) => readonly CompiledLanguage[],
): StatedFact[] {
  const text = cleanMessage(line.text)
  const sentences = sentencesOf(text)
  const mentions = { time: namesTime(lowerCase(text)), number: /\d/u.test(text) }
  const speaker: Speaker = {
    ...{ id: line.authorId, name: line.authorName, names, mentions },
    isCommanding: isToBot(text, names),
  }
  for (const language of rules(text)) {
    const facts = factsIn(sentences, line, language, speaker)
    if (facts.length > 0) return facts
  }
  return []
}

function factsIn(
  sentences: readonly string[],
  line: FactLine,
  language: CompiledLanguage,
  speaker: Speaker,
): StatedFact[] {
  return statementsIn(sentences, language).flatMap((clause) => {
    const match = matchClause(clause, language, speaker)
    if (match === null || language.guess.test(clause.sentence)) return []
    const moment = isAboutTime(match.rule) ? null : readMoment(match.tail, line.sentAt)
    return splitValues(match.rule.attribute, match.value, clause.rest, language).map((value) => ({
      about: match.about,
      attribute: match.rule.attribute,
      key: match.key,
      value,
      text: sayFact(match, value, language.language, line.authorName),
      saidBy: line.authorId,
      saidAt: line.sentAt,
      validFrom: moment ?? line.sentAt,
      validTo: null,
      ends: match.ends,
      messageIds: [line.messageId],
      confidence: confidenceOf(match, line),
    }))
  })
}

function confidenceOf({ isReported, about }: RuleMatch, { authorId, text }: FactLine): number {
  const isOwn =
    about.kind === 'person'
      ? about.personId === authorId
      : about.kind === 'group' || about.of !== null
  const base = isReported ? CONFIDENCE.reported : isOwn ? CONFIDENCE.own : CONFIDENCE.other
  return LAUGHING.test(text) ? base * CONFIDENCE.laughing : base
}

/** True if one of the author's next messages takes this one back. */
function isWithdrawn(lines: readonly FactLine[], at: number): boolean {
  const line = lines[at]
  if (line === undefined) return false
  for (const next of lines.slice(at + 1, at + 1 + MAX_LINES_BETWEEN)) {
    if (next.sentAt.getTime() - line.sentAt.getTime() > WITHDRAWAL_MS) return false
    if (next.authorId !== line.authorId) continue
    return isWithdrawal(next.text)
  }
  return false
}

/** True for a message that begins with a mention that names no person of the chat: of a bot. */
function isToBot(text: string, names: NameIndex): boolean {
  const mention = /^@\S{1,40}/u.exec(text)?.[0]
  return mention !== undefined && leadingName(lowerCase(mention), names) === null
}

function foldText(text: string): string {
  return wordsOf(text).join(' ')
}
