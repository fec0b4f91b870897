const LEFT = 'Messages it received before are still stored.'

/** Texts about the bots on chat platforms. */
export const channels = {
  connected: (ago: string) => `last connected ${ago}`,
  evidence: 'Messages that were received count more than what the platform reports.',
  visibility: {
    all: 'receives all messages',
    unconfirmed: 'should receive all messages',
    mentions: 'receives only mentions, replies and commands',
    left: 'not in the group',
  },
  groups: 'Groups',
  noGroups: 'The bot is in no group yet. Add it to one; it posts a greeting.',
  unaddressed: (ago: string) => `last message without a mention ${ago}`,
  platforms: {
    telegram: {
      label: 'Telegram',
      none: 'No Telegram bot is connected yet.',
      steps: [
        'Send /newbot to @BotFather in Telegram to get a token.',
        'Send /setprivacy to @BotFather and choose Disable, so that the bot receives all messages of its groups. Do this before you add it to a group.',
        'Set the token below, restart Earshot, and add the bot to a group.',
      ],
      receives: {
        all: 'Privacy mode is off, Telegram reports',
        called: 'Privacy mode is on, Telegram reports',
      },
      todo: {
        all: '',
        unconfirmed:
          'It has not received a message without a mention yet. If this does not change, remove it from the group and add it again: Telegram applies a changed privacy mode only then.',
        mentions:
          'It cannot look back at messages between members. Make it an admin of the group; or disable privacy mode in @BotFather (/setprivacy), then remove it from the group and add it again.',
        left: LEFT,
      },
    },
  },
}
