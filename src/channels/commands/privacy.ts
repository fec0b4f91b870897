import { plain } from '../../text/markdown/rich.ts'
import { rulesOf } from '../chat-rules.ts'
import { type BotCommand, personRef } from './command.ts'

/** Shows what is stored about the user. */
export const privacyCommand: BotCommand = {
  name: 'privacy',
  summary: 'what I store about you, and how to change it',
  forAdmins: false,
  takesText: false,
  run: async ({ send, isPrivate, deps }) => {
    const { who } = await deps.memory.see(deps.principal, personRef(send))
    const { mayReceiveFrom } = await rulesOf(send.chat, deps)
    const here = !mayReceiveFrom
      ? 'I do not store the messages of this chat.'
      : isPrivate
        ? 'I store the messages you send me here, and short summaries of our sessions. I show them to nobody else.'
        : 'I store the messages I receive in this group, and short summaries of its sessions, and show them in this group only. Your private messages to me are never used here.'
    const state = who.isOptedOut
      ? 'You opted out: I remember nothing about you. Others see a placeholder where I would quote you, and your messages are not sent to a model unless you ask me yourself. /optin changes that.'
      : '/optout: I remember nothing about you from then on, and delete what I remembered.'
    const lines = [
      here,
      'When somebody mentions me, the messages it is about are sent to the language model that my operator has chosen.',
      state,
      '/forget_me: I delete all your messages in all my chats, and everything derived from them.',
    ]
    const { deletions } = deps.channel.texts
    if (deletions !== null) lines.push(deletions)
    return { rich: plain(lines.join('\n\n')) }
  },
}

/** Opts the user out of memory. */
export const optOutCommand: BotCommand = {
  name: 'optout',
  summary: 'stop remembering me',
  forAdmins: false,
  takesText: false,
  run: async ({ send, deps }) => {
    await deps.memory.optOut(deps.principal, personRef(send), true)
    return {
      rich: plain(
        'Done. I remember nothing about you from now on, and what I remembered is deleted. Your messages stay stored with their chats, hidden from my answers to others. /forget_me deletes them too; /optin reverses this.',
      ),
    }
  },
}

/** Opts the user in to memory again. */
export const optInCommand: BotCommand = {
  name: 'optin',
  summary: 'remember me again',
  forAdmins: false,
  takesText: false,
  run: async ({ send, deps }) => {
    await deps.memory.optOut(deps.principal, personRef(send), false)
    return { rich: plain('Done. I remember you again, from now on.') }
  },
}

/** Asks for confirmation first: it cannot be undone. */
export const forgetMeCommand: BotCommand = {
  name: 'forget_me',
  summary: 'delete all my messages and what was derived from them',
  forAdmins: false,
  takesText: false,
  run: async ({ send, deps }) => ({
    rich: plain(
      `This deletes all your messages that I stored, in all chats, and everything derived from them. It cannot be undone, and it does not delete your messages in ${deps.channel.label} itself. Are you sure?`,
    ),
    buttons: [
      { label: 'Yes, forget me', action: `forget:${send.person}` },
      { label: 'No', action: `keep:${send.person}` },
    ],
  }),
}
