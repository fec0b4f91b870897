import type { FactSubject } from '../../../domain/fact.ts'
import type { PersonId } from '../../../domain/ids.ts'
import { isStopWord } from '../../../text/stop-words.ts'
import type { CompiledLanguage, CompiledRule, RuleNeeds } from './compile-rules.ts'
import { type NameIndex, resolveName } from './resolve-name.ts'
import { lowerCase } from './split-clauses.ts'

/** Who speaks, and whom names mean. */
export type Speaker = {
  readonly id: PersonId
  readonly name: string
  readonly names: NameIndex
  /** The message asks a bot to do something: what is not about the author is part of the task. */
  readonly isCommanding: boolean
  /** What the message names: most name neither, and rules that need one are not tried on them. */
  readonly mentions: RuleNeeds
}

/** Words that begin a sentence with a capital letter and are no name. */
const NO_NAME =
  /^(?:everyone|everybody|someone|somebody|nobody|anyone|people|one|he|she|it|this|that|these|those|there|they|you|who|what|everything|nothing|all|alle|jeder|jemand|niemand|man|er|sie|es|das|dies|wer|todos|nadie|alguien|él|ella|eso|esto|quien|все|всё|он|она|оно|это|кто|никто|все|усі|всі|він|вона|воно|це|хто|ніхто|tout|tous|il|elle|ce|on|lui|lei|tutti|ele|ela|isso|dat|dit|hij|zij|iedereen|to|on|ona|ten|o|bu|şu|herkes)$/u

/** A pronoun, a verb of saying or a sentence's end inside a name of a thing: it was cut out of something longer. */
const NO_THING =
  /^\d|\d{3}|…|[.!] |^(?:or|at|in|on|and|but|for|of|to|with|by|from|as|then|oder|und|y|o|и|или|а|і|або|та) |(?:^| )(?:i|it|he|she|you|u|mine|her|his|their|your|ur|they|we|us|me|says?|said|thinks?|if|who|what|when|where|how|why|not|ich|er|sie|ihr|ihre|ihrer|seine?|deine?|eure|du|wir|que|yo|tu|su|sus|tus|él|ella|я|ты|он|она|они|мы|вы|его|её|ее|их|твоя|твой|что|как|если|ти|він|вона|вони|ми|ви|його|її|їх|твоя|твій|що|як|якщо)(?: |$)/u

/** The author as the subject of a fact. */
export function authorSubject({ id, name }: Speaker): FactSubject {
  return { kind: 'person', personId: id, name }
}

/** True for a capitalised word that begins a sentence and is no name. */
export function isNoName(lower: string): boolean {
  return NO_NAME.test(lower) || isStopWord(lower)
}

/** The person that a rule's group `who` names; null if it is no name. */
export function personOf(
  who: string,
  language: CompiledLanguage,
  speaker: Speaker,
  rule: CompiledRule,
): FactSubject | null {
  const subject = resolveName(who, speaker.names)
  const isKnown = speaker.names.ids.has(lowerCase(who))
  if (isKnown) return subject
  if (rule.names === 'known' || !/^\p{Lu}/u.test(who)) return null
  const lower = lowerCase(who)
  return isNoName(lower) || language.nothing.test(lower) ? null : subject
}

/** A thing by its name without article or possessive; null for a pronoun. */
export function thingOf(
  typed: string,
  isMine: boolean,
  language: CompiledLanguage,
  speaker: Speaker,
): FactSubject | null {
  const name = withoutArticle(typed, language)
  const lower = lowerCase(name)
  if (name.length < 2 || NO_NAME.test(lower) || language.nothing.test(lower)) return null
  if (name.split(' ').length > 5 || NO_THING.test(lower) || isSomebody(lower, speaker)) return null
  return { kind: 'thing', name, of: isMine ? speaker.id : null }
}

/** True for a name, and for the first word of one: Pete is no thing while "Pete B" is in the chat. */
function isSomebody(lower: string, { names }: Speaker): boolean {
  return names.ids.has(lower) || names.byFirstWord.has(lower)
}

/** The name without "the" or "my" before it. */
export function withoutArticle(typed: string, { article, my }: CompiledLanguage): string {
  const possessive = new RegExp(`^(?:${my}) `, 'u')
  const trimmed = typed.trim()
  for (const start of [possessive, article]) {
    const found = start.exec(lowerCase(trimmed))
    if (found !== null) return trimmed.slice(found[0].length)
  }
  return trimmed
}
