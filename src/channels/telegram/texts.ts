import type { ChannelTexts } from '../channel.ts'

const HOW_TO_CHANGE =
  'To change that, make me an admin of this group; or open @BotFather, send /setprivacy, choose Disable, and then remove me from the group and add me again.'

/** What Telegram lets a bot receive, for the members of a chat. */
export const TELEGRAM_TEXTS: ChannelTexts = {
  hearing: {
    all: 'I receive all messages here.',
    perhaps:
      'I should receive all messages here, but have not yet received one that was not addressed to me. If that stays so, remove me from the group and add me again: only then does Telegram change which messages I receive.',
    called: `I receive only messages addressed to me here: mentions, replies to me and commands. I do not receive your other messages, so I cannot answer from them. ${HOW_TO_CHANGE}`,
  },
  advice: {
    refused: 'Check EARSHOT_TELEGRAM_TOKEN.',
    unreachable: 'Check the network, or EARSHOT_TELEGRAM_API_ROOT.',
    hearing: {
      perhaps:
        'Privacy mode is off, but may have been on when the bot was added: remove it from the group and add it again.',
      called:
        'Privacy mode is on: make the bot an admin, or disable it in @BotFather (/setprivacy), then remove and add the bot.',
    },
  },
  deletions:
    'Telegram does not tell me when you delete a message: use /forget_me, or ask my operator.',
}
