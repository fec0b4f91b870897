import type { Rich } from '../../text/markdown/rich.ts'
import type { Button } from '../channel.ts'
import { writeCommands } from '../commands/command-names.ts'
import type { BotDeps } from '../deps.ts'
import { splitForChannel } from './split-for-channel.ts'

/** A message of the bot, ready to send. */
export type OutgoingMessage = {
  /** One message of the platform each. */
  readonly parts: readonly Rich[]
  /** Under the last part. */
  readonly buttons: readonly Button[]
  /** The message it replies to. */
  readonly replyTo: string | null
  /** The message of the streamed draft, if any; it is edited instead of sending the first part. */
  readonly draftId: string | null
  /** The text of each part to store as a message of the chat; null for a notice, which is not stored. */
  readonly kept: readonly string[] | null
}

/** A notice: a message about the bot itself or a listing; not stored as a message of the chat. */
export function notice(
  rich: Rich,
  replyTo: string | null,
  { channel }: Pick<BotDeps, 'channel'>,
  buttons: readonly Button[] = [],
): OutgoingMessage {
  const written = writeCommands(rich, channel.texts.commandPrefix ?? '/')
  return { parts: splitForChannel(written, channel), buttons, replyTo, draftId: null, kept: null }
}
