import type { ChannelTexts } from '../channel.ts'

const HOW_TO_CHANGE =
  'My operator can change that: the Message Content Intent in the settings of my application, then a restart.'

/** What Discord lets a bot receive, for the members of a channel. */
export const DISCORD_TEXTS: ChannelTexts = {
  hearing: {
    all: 'I receive all messages here.',
    perhaps:
      'I should receive all messages here, but have not yet received one that was not addressed to me. If that stays so, look whether I may view this channel and read its history.',
    called: `I receive only messages that mention me, replies to me that do, and commands here. Of your other messages I do not receive the text, so I cannot answer from them. ${HOW_TO_CHANGE}`,
  },
  deletions:
    'Discord does not tell me of messages that you delete while I am not running for longer: use /forget_me, or ask my operator.',
  advice: {
    refused: 'Check EARSHOT_DISCORD_TOKEN.',
    unreachable: 'Check the network, or EARSHOT_DISCORD_API_ROOT.',
    hearing: {
      perhaps:
        'The Message Content Intent is on: check that the bot has the permissions View Channel and Read Message History there.',
      called:
        'The Message Content Intent is off: enable it in the Developer Portal (Bot → Privileged Gateway Intents), then restart.',
    },
  },
}
