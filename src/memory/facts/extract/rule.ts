import type { FactAttribute } from '../../../domain/fact.ts'

/* Rules are data: a file a language or group of languages. Patterns are written for lower-case text with straight
 * apostrophes and match a whole clause. Macros stand in braces: {v} is the value, {thing} what a fact is about; a
 * language adds its own. Every quantifier is bounded and a clause is short, so a match takes linear time. */

export type FactLanguage =
  | ('en' | 'de' | 'es' | 'ru' | 'uk' | 'fr' | 'it' | 'pt' | 'nl' | 'pl' | 'tr')
  | ('ja' | 'zh' | 'ko' | 'hi' | 'ar')

export type FactRule = {
  readonly attribute: FactAttribute
  /** What follows "I"; a language that drops its pronouns needs no "I". */
  readonly i?: string
  /** What follows "I" where the pronoun must be there: Russian past tense fits he and I alike. */
  readonly withI?: string
  /** What follows "we". */
  readonly we?: string
  /** What follows a name or "my sister". */
  readonly other?: string
  /** The whole clause, with its own subject: groups `my`, `thing`, `who`. */
  readonly free?: string
  /** `known`: a name counts only if a person of the chat has it; "Lasagne is vegetarian" is about no person. */
  readonly names?: 'known'
  /** About the group if "we" say it; otherwise "we" are the author and theirs. */
  readonly ofGroup?: true
  /** The value, if the clause does not spell it out. */
  readonly value?: string
  readonly key?: string
  /** The value must be a day or a time. */
  readonly when?: true
  /** The value must begin with a capital letter. */
  readonly proper?: true
  /** The value must not match. */
  readonly reject?: RegExp
  /** The sentence after the name, in English: "lives in {v}". */
  readonly say?: string
  /** The clause says that the value holds no longer. */
  readonly ends?: true
}

export type LanguageRules = {
  readonly language: FactLanguage
  /** Spellings that are rewritten before matching: "I'm" to "I am". */
  readonly expand?: readonly (readonly [RegExp, string])[]
  /** Alternatives, separated by |, that may precede a statement: "btw", "ok so". */
  readonly openers: string
  readonly adverbs: string
  readonly i: string
  readonly we: string
  /** Possessives of the first person. */
  readonly my: string
  /** Family and close people, without possessive. */
  readonly kin: string
  /** True where "we" and "I" may be left out. */
  readonly dropsPronouns?: true
  /** "says that", after a name. */
  readonly says: string
  /** The pronoun after "Ann says" that means Ann. */
  readonly heShe: string
  /** Words that start a clause of its own, and words that start one which states nothing by itself. */
  readonly joins: string
  readonly subordinates: string
  /** A clause that begins with one of these asks. */
  readonly asks: string
  /** A sentence with one of these states nothing: conditions, wishes, guesses. */
  readonly hypothetical: string
  /** Removed to see what is negated. */
  readonly negation: string
  /** What a value never is: pronouns, "there", "nothing". */
  readonly empty: string
  /** Cut off the end of a value: "now", "btw", "last week". */
  readonly tails: string
  /** Words before a thing that are not part of its name. */
  readonly articles: string
  readonly macros: Readonly<Record<string, string>>
  readonly rules: readonly FactRule[]
}
