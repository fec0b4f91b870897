/* Ids are branded, so that a chat's id cannot be passed where a person's is meant. The brand exists
 * only in types; at run time a database id is a number and a public id is a string. */

type Brand<T, Name extends string> = T & { readonly __brand: Name }

/** The tenant. Everything belongs to one; the embedded mode has just 'default'. */
export type WorkspaceId = Brand<string, 'workspace'>
export type ChatId = Brand<number, 'chat'>
export type PersonId = Brand<number, 'person'>
export type MessageId = Brand<number, 'message'>
export type FileId = Brand<number, 'file'>
/** A piece of one upload of a file: the next upload has pieces of its own. */
export type ChunkId = Brand<number, 'chunk'>
/** Something pinned to a chat. */
export type ReferenceId = Brand<number, 'reference'>
export type CorrectionId = Brand<number, 'correction'>
/** Chosen by the caller or made by us; unique within a workspace. */
export type SessionId = Brand<string, 'session'>
/** Short enough to type after `earshot why`. */
export type AnswerId = Brand<string, 'answer'>

export const DEFAULT_WORKSPACE = 'default' as WorkspaceId
