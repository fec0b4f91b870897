/* A platform on this machine, in the hands of a test: a server that speaks the platform's protocol as strictly as the
 * platform does, the people who chat there, and what the bot did. What is written against this type runs on every
 * channel: the stories (test/channel-stories.test.ts) and the kills (test/channel-kills). A platform is listed in
 * platforms.ts. All ids are the platform's, as text. */

export type Platform = {
  /** The channel's name, as in rows. */
  readonly channel: string
  /** The settings by which the program finds this server and logs in. */
  readonly env: Readonly<Record<string, string>>
  /** The text that mentions the bot. */
  readonly mention: string
  /** Whether deletions by people reach the bot. */
  readonly tellsDeletions: boolean

  person(name: string): PlatformPerson
  /** A group chat that the bot is in. */
  room(title: string, members: readonly PlatformPerson[]): Room
  /** The private chat of a person with the bot. */
  direct(person: PlatformPerson): Room

  /** All messages of people that the bot may read, as they are now. */
  messages(): readonly PlatformMessage[]
  /** Messages that the bot sent, oldest first, with their current text. */
  sent(chat?: string): readonly BotMessage[]
  /** Presses the button with this label under a message of the bot. */
  press(person: PlatformPerson, message: BotMessage, label: string): void
  /** Events that were not handed to the bot yet, or that it has not acknowledged. */
  pending(): number
  /** Breaches of the protocol by the bot: a call before a rate limit ended, no heartbeat, an unknown method. */
  violations(): readonly string[]

  /** Resolves once the condition holds; it is checked after whatever the server does. Rejects after a minute. */
  until(condition: () => boolean, what?: string): Promise<void>
  /** Holds the next message that the bot sends, before it takes effect or after. */
  holdSend(when: 'before' | 'after'): HeldSend
  /** What may go wrong at the platform, by name. */
  readonly troubles: Readonly<Record<string, Trouble>>
  stop(): Promise<void>
}

export type PlatformPerson = { readonly id: string; readonly name: string }

export type SayOptions = {
  readonly replyTo?: SaidMessage | BotMessage
  /** When it is said; now if absent. */
  readonly at?: Date
  /** A thread of the room. */
  readonly topic?: string
}

/** A chat with people in it. */
export type Room = {
  readonly id: string
  say(author: PlatformPerson, text: string, options?: SayOptions): SaidMessage
  edit(message: SaidMessage, text: string): void
  delete(message: SaidMessage): void
  /** A thread in which messages may be said; null where the chat has none. */
  openThread(by: PlatformPerson, title: string): string | null
  /** Runs a command of the bot as a person does there: typed, or from a menu. */
  command(author: PlatformPerson, name: string, args?: string): void
}

/** A message of a person. */
export type SaidMessage = {
  /** The chat and the topic, as Earshot stores them. */
  readonly chat: string
  readonly topic: string | null
  readonly id: string
}

export type PlatformMessage = SaidMessage & {
  /** As Earshot stores it: mentions as names, marks of formatting as the channel's reader leaves them. */
  readonly text: string
  readonly isDeleted: boolean
}

export type BotMessage = SaidMessage & {
  readonly text: string
  /** The message it replies to; null if to none. */
  readonly replyTo: string | null
  readonly buttons: readonly string[]
}

export type HeldSend = {
  /** Resolves when a message ran into it. */
  readonly reached: Promise<void>
  /** Lets it go on; holds none any more. A message whose sender is dead may still arrive. */
  release(): void
}

export type Trouble = {
  /** True if the bot cannot know afterwards whether a message was sent. */
  readonly isDoubtful: boolean
  /** Lets it happen once, at the next occasion. */
  start(): void
  /** What has not happened yet does not happen. */
  clear(): void
}
