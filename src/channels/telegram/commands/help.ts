import { plain } from '../../../text/markdown/rich.ts'
import { privacyModeText } from '../deliver/greeting.ts'
import type { BotCommand } from './command.ts'

/** Who the bot is, how to mention it, and which messages it receives here. */
export const helpCommand: BotCommand = {
  name: 'help',
  summary: 'how I am called, and what I hear here',
  forAdmins: false,
  run: async ({ send, isPrivate, deps }) => {
    const tag = `@${deps.me.username}`
    const called = isPrivate
      ? 'Ask me here, in your own words.'
      : `Tag me: “${tag} thoughts?” is enough, I find what it is about. Or reply with ${tag} to the message you mean.`
    const lines = [
      `I am ${deps.me.name}. ${called}`,
      `I answer once: if something is missing I say what. Then tag me again with it, best as a reply to the last message it is about.`,
      ...(isPrivate ? [] : [await privacyModeText(send.chat, deps)]),
      [
        '/why: what the last answer was made from (or reply with it to one of mine)',
        '/context: what I would look at now (or as a reply, for that message)',
        '/topic: what this talk is about, as far as I know',
        '/privacy: what I keep of you; /optout, /optin, /forget_me',
        'For admins: /prompt, /settings',
      ].join('\n'),
    ]
    return { rich: plain(lines.join('\n\n')) }
  },
}
