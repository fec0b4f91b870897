import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { SummaryCaps } from '../../domain/memory.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { Prices } from '../../models/prices.ts'
import type { ContextDeps } from '../context/deps.ts'
import type { FetchMedia, MediaCaps } from '../receive/attach-media.ts'
import type { ToolDeps } from '../tools/tool.ts'

/** Daily token limits of models; null for no limit. */
export type SpendLimits = {
  readonly workspace: number | null
  readonly chat: number | null
  readonly person: number | null
}
export type AnswerDeps = ContextDeps &
  ToolDeps & {
    readonly model: LanguageModel
    /** Another model by its name, `provider:name`, with the keys of the server. */
    readonly openModel: (name: string) => Promise<LanguageModel>
    readonly newId: () => string
    readonly countPromptTokens: (prompt: Prompt) => number
    /** The beginning of a text, at most `maxTokens` long. */
    readonly shorten: (text: string, maxTokens: number) => string
    readonly fetchMedia: FetchMedia
    readonly spending: { readonly limits: SpendLimits; readonly prices: Prices }
    readonly settings: AnswerSettings
  }

export type AnswerSettings = {
  readonly maxOutputTokens: number
  readonly temperature: number
  /** Whether the model may call tools. */
  readonly withTools: boolean
  /** Where the model may answer from its general knowledge. */
  readonly generalKnowledge: 'nowhere' | 'private' | 'everywhere'
  /** Whether the prompt is stored, for `why`. */
  readonly keepsPrompts: boolean
  /** Limit of the whole prompt, the system prompt included. */
  readonly contextTokens: number
  /** Maximum tokens of the summaries in the prompt. */
  readonly summaryCaps: SummaryCaps
  /** Maximum attachments of a prompt. */
  readonly mediaCaps: MediaCaps
  /** Whether anything is remembered and recalled in a workspace. */
  readonly remembers: (workspaceId: WorkspaceId) => boolean
  readonly timeZone: string
  /** Which role a block of lines is sent in. */
  readonly placement: 'user' | 'system'
  /** What the assistant is for; empty allows any question. */
  readonly scope: string
  readonly guardrailThreshold: number
  readonly retrieval: { readonly attempts: number; readonly topK: number }
  /** Whether the model decides which doubtful messages belong to the conversation. */
  readonly judgesDoubtful: boolean
}

/** The session a question continues, how many of its turns the model is shown, and who receives the text. */
export type AnswerRequest = {
  /** Null stores no turn: only the answer and its trace are written. */
  readonly sessionId: SessionId | null
  readonly window: number
  /** False keeps nothing: no session, turn, answer, trace, fact or asker; only tokens and cost are counted. */
  readonly isStored?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with each cleaned piece of the answer as it is written. */
  readonly onText?: ((piece: string) => void) | undefined
}
