import type { ChatId, FactId, MessageId, PersonId, WorkspaceId } from './ids.ts'
import type { MemoryOwner } from './memory.ts'

/* A fact is a statement of a person in a chat that is worth storing: about whom or what, which attribute,
 * which value, who stated it, and from when to when it holds. An update closes a fact and never overwrites it. */

/** One value at a time: a new value closes the one before. */
const SINGLE_VALUED = [
  ...['name', 'home', 'origin', 'age', 'birthday', 'job', 'employer', 'study', 'contact', 'diet'],
  ...['deadline', 'price', 'time', 'place', 'plan', 'decision', 'availability', 'other'],
] as const
/** Any number of values side by side. */
const MULTI_VALUED = [
  ...['allergy', 'relation', 'pet', 'possession', 'preference', 'dislike', 'skill', 'language'],
  // What a person had remembered in their own words.
  ...['health', 'note'],
] as const

export type FactAttribute = (typeof SINGLE_VALUED)[number] | (typeof MULTI_VALUED)[number]

/** All attributes; a closed list, so that storage and API can check it. */
export const FACT_ATTRIBUTES: readonly FactAttribute[] = [...SINGLE_VALUED, ...MULTI_VALUED]

/** Whom or what a fact is about. */
export type FactSubject =
  /** `personId` is null for a name that no person of the chat has, or that several have. */
  | { readonly kind: 'person'; readonly personId: PersonId | null; readonly name: string }
  | { readonly kind: 'group' }
  /** A thing, event or relative; `of` is its owner: "my sister" is the sister of the author. */
  | { readonly kind: 'thing'; readonly name: string; readonly of: PersonId | null }

/** A fact as it was stated, before it is compared with what is stored. */
export type StatedFact = {
  readonly about: FactSubject
  readonly attribute: FactAttribute
  /** Which of several values of one attribute: "sister" of a relation, "email" of a contact. */
  readonly key: string | null
  readonly value: string
  /** A sentence in the third person, with the name: "Ann lives in Lisbon". */
  readonly text: string
  readonly saidBy: PersonId
  readonly saidAt: Date
  readonly validFrom: Date
  /** Null while the fact holds. */
  readonly validTo: Date | null
  /** True for "I no longer live in Rome": the value held until now. */
  readonly ends: boolean
  /** The messages it rests on; empty for an entered fact: remembered on request, or imported. */
  readonly messageIds: readonly MessageId[]
  /** 0 to 1. */
  readonly confidence: number
}

export type StoredFact = StatedFact & { readonly id: FactId }

/** A message as extraction reads it. */
export type FactLine = {
  readonly messageId: MessageId
  readonly authorId: PersonId
  readonly authorName: string
  readonly isBot: boolean
  readonly sentAt: Date
  readonly text: string
  readonly replyTo: MessageId | null
}

/** A person of the chat. A name in a message means this person only if no other has it. */
export type NamedPerson = {
  readonly id: PersonId
  readonly name: string
  readonly username: string | null
}

/** True where a new value closes the one before. */
export function isSingleValued(attribute: FactAttribute): boolean {
  return (SINGLE_VALUED as readonly string[]).includes(attribute)
}

/** `proposed` waits for a person's yes; `corrected` was replaced by a person, and counts no more. */
export const FACT_STATUSES = ['active', 'proposed', 'rejected', 'corrected'] as const
export type FactStatus = (typeof FACT_STATUSES)[number]

/** A fact as it is shown. */
export type Fact = StoredFact & {
  /** The key of the memory it belongs to (domain/memory.ts). */
  readonly owner: string
  /** The chat it was said in; null for a private one. */
  readonly chatId: ChatId | null
  /** The person whose private memory it is in; null for a chat's. */
  readonly personId: PersonId | null
  readonly saidByName: string
  readonly status: FactStatus
  readonly isPinned: boolean
  /** How many statements say it. */
  readonly times: number
  /** The fact that ended it. */
  readonly closedBy: FactId | null
  readonly modelId: string
  readonly changedBy: string | null
  readonly changedAt: Date | null
}

/* What a language model may do with facts, for the person who asks: made by memory, handed to the tools. */

/** The person who asks, and the memory that is open to them where they ask. */
export type FactAsker = {
  readonly workspaceId: WorkspaceId
  readonly personId: PersonId
  readonly memory: MemoryOwner
}

/** What became of a text that a person asked to have remembered. */
export type RememberedText =
  /** `text` is what is stored: personal data is removed from it. */
  | { readonly outcome: 'stored' | 'known'; readonly id: FactId; readonly text: string }
  | { readonly outcome: 'opted-out' }

/** Facts in the scope of an asker: others do not exist for these functions. */
export type AskerFacts = {
  /** Stores what the person asked to have remembered. */
  remember(asker: FactAsker, text: string, saidAt: Date): Promise<RememberedText>
  /** Facts that share words with the query first, then the asker's own, newest first. */
  recall(asker: FactAsker, query: RecallQuery): Promise<readonly Fact[]>
  /** Corrects a fact about the asker, or stated by them. */
  update(asker: FactAsker, id: FactId, text: string): Promise<Fact>
  /** Erases one. */
  forget(asker: FactAsker, id: FactId): Promise<void>
}

export type RecallQuery = {
  /** Null: the asker's own facts only. */
  readonly text: string | null
  /** Facts that hold at this time. */
  readonly at: Date
  readonly limit: number
}
