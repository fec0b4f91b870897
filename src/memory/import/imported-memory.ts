import type { FactAttribute, FactStatus } from '../../domain/fact.ts'

/* Memories of a file, as the reader of its format gives them. */

/** Whom or what a memory of our own format is about; a person is named as channel:id. */
export type ImportedSubject =
  | { readonly kind: 'person'; readonly name: string; readonly person: string | null }
  | { readonly kind: 'group' }
  | { readonly kind: 'thing'; readonly name: string; readonly person: string | null }

export type ImportedMemory = {
  /** Its place in the file, from 1: an entry or a line. */
  readonly position: number
  readonly text: string
  /** Whose it is: the id of a user of another program, or channel:id; null if the file does not say. */
  readonly person: string | null
  /** The group of our own export it was said in. */
  readonly threadId: string | null
  readonly saidAt: Date | null
  readonly validFrom: Date | null
  /** When it ended; null while it holds. */
  readonly validTo: Date | null
  readonly status: FactStatus
  readonly isPinned: boolean
  /** What it states; null for a sentence. */
  readonly stated: {
    readonly about: ImportedSubject
    readonly attribute: FactAttribute
    readonly key: string | null
    readonly value: string
  } | null
}

export const MEMORY_FORMATS = ['earshot', 'mem0', 'zep', 'chatgpt', 'claude'] as const
export type MemoryFormat = (typeof MEMORY_FORMATS)[number]

/** Why a memory was not stored. */
export const SKIP_REASONS = [
  ...['unreadable', 'too_long', 'no_person', 'person_unknown', 'other_person', 'opted_out'],
  ...['about_group', 'over_limit', 'deleted_before'],
] as const
export type MemorySkipReason = (typeof SKIP_REASONS)[number]

/** The entries of a file; those that could not be read by their place. */
export type MemoryFile = {
  readonly format: MemoryFormat
  readonly memories: readonly ImportedMemory[]
  readonly unreadable: readonly number[]
}

/** A sentence without anything else known about it. */
export function sentenceAt(position: number, text: string): ImportedMemory {
  return {
    ...{
      position,
      text,
      person: null,
      threadId: null,
      saidAt: null,
      validFrom: null,
      validTo: null,
    },
    ...{ status: 'active', isPinned: false, stated: null },
  }
}
