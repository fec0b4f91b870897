import { EMPTY_FIELDS } from '../../../domain/message.ts'
import type { MessageEvent } from '../../channel-event.ts'
import { isCommandOfOurs } from '../../commands/commands.ts'
import type { SlashCommand } from '../receive/raw-events.ts'
import { slackLinks } from '../slack-account.ts'
import { isDirect } from '../slack-ids.ts'
import type { SlackReader } from './slack-message-event.ts'
import { readableText } from './slack-words.ts'

/**
 * Reads a slash command, `/earshot why`: the first word is the command. Slack does not show it in the channel;
 * it is stored as a system message with an id of its own, like the commands of every channel.
 */
export async function readSlashCommand(
  { trigger_id, channel_id: chat, user_id, text }: SlashCommand,
  at: Date,
  { account, directory, names }: SlackReader,
): Promise<MessageEvent> {
  const isGroup = !isDirect(chat)
  const words = await readableText({ text }, directory, names.me)
  const [typed = ''] = words.trim().split(/\s/, 1)
  const isKnown = isCommandOfOurs(typed.toLowerCase())
  const command = isKnown ? typed.toLowerCase() : 'help'
  const args = isKnown ? words.trim().slice(typed.length).trim() : ''
  const { name, username } = await directory.person(user_id)
  const { name: title } = isGroup ? await directory.conversation(chat) : { name: null }
  return {
    kind: 'message',
    delivery: {
      chat: {
        channel: 'slack',
        externalId: chat,
        kind: isGroup ? 'group' : 'private',
        title: title === null ? null : `#${title}`,
        links: slackLinks(account, chat),
      },
      messages: [
        {
          ...EMPTY_FIELDS,
          externalId: `command-${trigger_id}`,
          kind: 'system',
          author: { externalId: user_id, name, username, isBot: false },
          sentAt: at,
          text: `/${command} ${args}`.trim(),
        },
      ],
    },
    isEdit: false,
    command,
    isAddressed: false,
    isOverheard: false,
    chatNames: [chat, title],
    authorNames: [user_id, username],
    parent: null,
    movedFrom: null,
  }
}
