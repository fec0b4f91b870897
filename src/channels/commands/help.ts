import { plain } from '../../text/markdown/rich.ts'
import { hearingText } from '../hearing.ts'
import type { BotCommand } from './command.ts'

/** Who the bot is, how to mention it, and which messages it receives here. */
export const helpCommand: BotCommand = {
  name: 'help',
  summary: 'how to ask me, and which messages I receive here',
  forAdmins: false,
  takesText: false,
  run: async ({ send, isPrivate, deps }) => {
    const tag = `@${deps.me.username}`
    const called = isPrivate
      ? 'Write your question here.'
      : `Mention me: “${tag} thoughts?” is enough, I find the conversation it is about. Or reply with ${tag} to the message you mean.`
    const lines = [
      `I am ${deps.me.name}. ${called}`,
      `I answer each mention once. If information is missing, I say what. Then mention me again with it, best as a reply to the message it is about.`,
      ...(isPrivate ? [] : [await hearingText(send.chat, deps)]),
      [
        '/why: what the last answer was based on (or reply with it to one of my answers)',
        '/context: preview the context I would use now (or as a reply, for that message)',
        '/catchup: what you missed here; /digest: the same every day or week',
        '/remind Friday at 9 bring the tent, or mention me with “remind us …”; /remind lists them',
        '/topic: the topics of this session',
        '/memory: what I know about you; /forget 12 deletes one of it',
        '/link: one memory for your accounts on several channels',
        '/privacy: what I store about you; /optout, /optin, /forget_me',
        'For admins: /prompt, /settings',
      ].join('\n'),
    ]
    return { rich: plain(lines.join('\n\n')) }
  },
}
