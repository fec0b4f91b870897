import type { Media } from '../domain/message.ts'
import type { Rich } from '../text/markdown/rich.ts'
import type { ChannelEvent, RawEvent } from './channel-event.ts'

/* The port: what the bot needs of a platform that people chat on. A platform is a folder here and a line in
 * app/channels/open-channels.ts; nothing outside its folder imports the platform's packages. All ids are the platform's, as
 * text. */

export type Channel = {
  /** As stored in rows and in thread ids: `telegram`. */
  readonly name: string
  /** As written for people: `Telegram`. */
  readonly label: string
  readonly limits: ChannelLimits
  /** True where an answer to a message of a group begins a thread, whose id is that of the message. */
  readonly answersInThreads?: boolean
  readonly texts: ChannelTexts

  /** Logs in. Throws if the platform refuses or is away. */
  introduce(): Promise<BotIdentity>
  /** Registers the commands with the platform, where it has a menu of them. */
  registerCommands(commands: readonly CommandEntry[]): Promise<void>

  /**
   * Receives events until it is stopped, and throws if it cannot; it is then called again after a pause. The platform
   * gets its acknowledgement only after `inbox.save` has resolved, or has called `onSaved`. Answers wait for the first call of
   * `inbox.save`
   * without `isMore`, for a while: where nothing waits, it is called with no events.
   */
  listen(inbox: Inbox, stopping: AbortSignal): Promise<void>
  /**
   * Authenticates and reads a request that the platform posted to `/webhooks/{name}`. The response is sent once the
   * events are saved. Null where events do not come that way.
   */
  readonly readWebhook: ((request: WebhookRequest) => WebhookReading) | null
  /** Reads saved events: the parts of one album, else a single one. Null: there is nothing to store or to answer. */
  read(payloads: readonly [string, ...string[]], names: BotNames): Promise<ChannelEvent | null>

  /** Sends one message, once. */
  post(target: PostTarget, message: Formatted): Promise<Posted>
  /** Replaces the text of a message that was sent; idempotent. */
  edit(message: SentMessage, text: Formatted): Promise<Posted>
  /** Adds the bot's reaction to a message, an emoji; idempotent. Null where bots cannot react. */
  readonly react: ((message: SentMessage, emoji: string) => Promise<Posted>) | null
  /** Length of a text as the platform counts it, in units of `limits.characters`. */
  lengthOf(text: Rich): number
  /** Shows that the bot is typing; it is shown for `limits.typingMs`. */
  showTyping(thread: ThreadRef): Promise<void>

  /** The address that opens a private chat with the bot; null if the platform has no such addresses. */
  privateChatLink(me: BotIdentity): string | null
  /** The person's membership in a group now; null if there is none. */
  findMember(chat: string, person: string): Promise<Member | null>
  /** The bytes of a file that was sent in a chat; null if they are too large or gone. */
  readonly fetchFile: FetchChannelFile
  /** What an error of the platform means for the call that threw it; null for an error of another kind. */
  classifyError(error: unknown): SendFailure | null
}

export type ChannelLimits = {
  /** The longest message. */
  readonly characters: number
  /** The shortest time between two edits of a message, in ms. */
  readonly editPauseMs: { readonly group: number; readonly private: number }
  readonly typingMs: number
  /** How long the platform stores events that were not fetched, in ms; null if missed messages are read from its history. */
  readonly keepsEventsMs: number | null
  /** How long the platform recognises a repeated `PostTarget.key`, in ms; 0 if it does not. */
  readonly repeatsMs: number
}

/** What the platform lets a bot do, for the members of a chat. */
export type ChannelTexts = {
  /** What people type before the name of a command; a slash if absent. */
  readonly commandPrefix?: string
  /** Which messages of a group the bot receives, by what is known of that. */
  readonly hearing: Readonly<Record<'all' | 'perhaps' | 'called', string>>
  /** What the bot does not learn of deletions; null if it learns of all. */
  readonly deletions: string | null
  /** What an operator does about a refused login, an unreachable platform, and messages that are not received. */
  readonly advice: {
    readonly refused: string
    readonly unreachable: string
    readonly hearing: Readonly<Record<'perhaps' | 'called', string>>
  }
}

/** The bot's account. */
export type BotIdentity = {
  readonly id: string
  /** The name by which it is mentioned, without @. */
  readonly username: string
  readonly name: string
  /** True if the platform reports that it receives all messages of groups. */
  readonly readsAll: boolean
}

/** The names that count as a mention. */
export type BotNames = {
  readonly me: BotIdentity
  /** At the start of a message, in addition to its @name. */
  readonly names: readonly string[]
}

export type CommandEntry = {
  readonly name: string
  readonly summary: string
  /** Whether the command takes arguments. */
  readonly takesText: boolean
  readonly forAdmins: boolean
}

export type ThreadRef = { readonly chat: string; readonly topic: string | null }

/** A request of the platform; header names are in lower case. */
export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Its events, and the body of the response if the platform expects one. Throws an AppError for a stranger's request. */
export type WebhookReading = { readonly events: readonly RawEvent[]; readonly reply: string | null }

export type Inbox = {
  /**
   * Makes events durable, with the position from which the platform is to be asked next, in one transaction. Repeated
   * events change nothing. `isMore`: more events are waiting, and answers should come after them. `onSaved` is called
   * as soon as the events are durable, before they are processed: for platforms that wait only seconds for their
   * acknowledgement.
   */
  save(
    events: readonly RawEvent[],
    options?: {
      readonly position?: string
      readonly isMore?: boolean
      readonly onSaved?: () => void
    },
  ): Promise<void>
  /** The position that was saved last; null at the first start. */
  position(): Promise<string | null>
  /** The newest stored message of each thread of each chat that the bot is in. */
  newestMessages(): Promise<readonly StoredThread[]>
}

export type StoredThread = ThreadRef & { readonly messageId: string; readonly sentAt: Date }

/** Where a message is sent. */
export type PostTarget = ThreadRef & {
  readonly replyTo: string | null
  /** Nothing is sent if the message it replies to is gone, where the platform can tell. */
  readonly needsParent?: boolean
  /** Unique per message: a platform that knows keys of repetition sends the message once for each. */
  readonly key: string
}

export type SentMessage = ThreadRef & { readonly messageId: string }

/** A message ready to be sent. */
export type Formatted = { readonly text: Rich; readonly buttons: readonly Button[] }

export type Button = { readonly label: string; readonly action: string }

export type Posted = { readonly kind: 'sent'; readonly messageId: string } | SendFailure

/** What matters is whether the call may have had an effect: only one that certainly had none may be repeated. */
export type SendFailure =
  /** Not done; may be retried after this many seconds. */
  | { readonly kind: 'later'; readonly seconds: number; readonly problem: string }
  /** Not done, because too many calls were made; the chat gets none for this many seconds. */
  | { readonly kind: 'limited'; readonly seconds: number; readonly problem: string }
  /** Not done; the same call will always be refused. `isGone`: the bot may not write there any more. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly problem: string
      readonly isGone: boolean
    }
  /** The chat has moved to another id. */
  | { readonly kind: 'moved'; readonly to: string }
  /** It is not known whether it was done. */
  | { readonly kind: 'unknown'; readonly problem: string }

export type Member = { readonly isAdmin: boolean; readonly names: readonly (string | null)[] }

export type FetchChannelFile = (
  media: Media,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal | undefined },
) => Promise<Uint8Array | null>
