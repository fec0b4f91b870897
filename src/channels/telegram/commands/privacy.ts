import { plain } from '../../../text/markdown/rich.ts'
import { type BotCommand, personRef } from './command.ts'

/** Shows what is stored about the user. */
export const privacyCommand: BotCommand = {
  name: 'privacy',
  summary: 'what I keep of you, and how to change it',
  forAdmins: false,
  run: async ({ send, isPrivate, deps }) => {
    const { who } = await deps.memory.see(deps.principal, personRef(send))
    const here = isPrivate
      ? 'I keep what you write to me here, and short summaries of our talks. Nobody else is shown them.'
      : 'I keep what I hear in this group, and short summaries of its talks, and show them in this group only. What you write to me alone never comes up here.'
    const state = who.isOptedOut
      ? 'You have opted out: I remember nothing of you. Others see a placeholder where I would quote you, and no model is sent what you say, unless you ask me yourself. /optin changes that.'
      : '/optout: I remember nothing of you from then on, and what I remembered goes.'
    const lines = [
      here,
      'When somebody tags me, the messages it is about are sent to the language model whoever runs me has chosen.',
      state,
      '/forget_me: I erase everything you said, everywhere I heard it, and what I made of it.',
      'What you delete in Telegram I am not told about: delete it here with /forget_me, or ask whoever runs me.',
    ]
    return { rich: plain(lines.join('\n\n')) }
  },
}

/** Opts the user out of memory. */
export const optOutCommand: BotCommand = {
  name: 'optout',
  summary: 'remember nothing of me',
  forAdmins: false,
  run: async ({ send, deps }) => {
    await deps.memory.optOut(deps.principal, personRef(send), true)
    return {
      rich: plain(
        'Done. I remember nothing of you from now on, and what I remembered is gone. What you said stays in its chats, hidden from my answers to others. /forget_me erases that too; /optin takes this back.',
      ),
    }
  },
}

/** Opts the user in to memory again. */
export const optInCommand: BotCommand = {
  name: 'optin',
  summary: 'remember me again',
  forAdmins: false,
  run: async ({ send, deps }) => {
    await deps.memory.optOut(deps.principal, personRef(send), false)
    return { rich: plain('Done. I remember you again, from now on.') }
  },
}

/** Asks for confirmation first: it cannot be undone. */
export const forgetMeCommand: BotCommand = {
  name: 'forget_me',
  summary: 'erase everything I said',
  forAdmins: false,
  run: async ({ send }) => ({
    rich: plain(
      'This erases everything you said, in every chat I heard it, and everything I made of it. It cannot be undone, and it does not delete your messages in Telegram itself. Are you sure?',
    ),
    keyboard: {
      inline_keyboard: [
        [
          { text: 'Yes, forget me', callback_data: `forget:${send.person}` },
          { text: 'No', callback_data: `keep:${send.person}` },
        ],
      ],
    },
  }),
}
