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
    discord: {
      label: 'Discord',
      none: 'No Discord bot is connected yet.',
      steps: [
        'Create an application at discord.com/developers/applications, and in it a bot; copy its token.',
        'Under Bot, turn on the Message Content Intent: without it the bot receives only what mentions it.',
        'Under Installation, invite it with the scopes bot and applications.commands; docs/channels/discord.md lists the permissions.',
        'Set the token below and restart Earshot.',
      ],
      receives: {
        all: 'Message Content Intent is on, Discord reports',
        called: 'Message Content Intent is off, Discord reports',
      },
      todo: {
        all: '',
        unconfirmed:
          'It has not received a message without a mention yet. If this does not change, check that it may view the channel and read its history.',
        mentions:
          'It cannot look back at messages between members. Turn on the Message Content Intent in the developer portal, then restart Earshot.',
        left: LEFT,
      },
    },
    slack: {
      label: 'Slack',
      none: 'No Slack app is connected yet.',
      steps: [
        'Create an app at api.slack.com/apps from the manifest in docs/channels/slack-manifest.yaml.',
        'Install it in the workspace and copy the bot token; for Socket Mode create an app token with connections:write.',
        'Set both below, restart Earshot, and add the app to a channel.',
      ],
      receives: {
        all: 'Receives all messages of its channels',
        called: 'Receives mentions only',
      },
      todo: {
        all: '',
        unconfirmed:
          'It has not received a message without a mention yet. If this does not change, the app lacks a scope: docs/channels/slack.md lists them.',
        mentions:
          'It cannot look back at messages between members. Add the history scopes of docs/channels/slack.md and install the app again.',
        left: LEFT,
      },
    },
    matrix: {
      label: 'Matrix',
      none: 'No Matrix bot is connected yet.',
      steps: [
        'Register an account for the bot on a homeserver and get its access token.',
        'Set the homeserver and the token below and restart Earshot.',
        'Invite the bot to a room without end-to-end encryption: it cannot read encrypted messages.',
      ],
      receives: {
        all: 'Receives all messages of its rooms that are not encrypted',
        called: 'Receives mentions only',
      },
      todo: {
        all: '',
        unconfirmed:
          'It has not received a message without a mention yet. If this does not change, the room is encrypted: the bot cannot read it.',
        mentions:
          'It cannot look back at messages between members. Use a room without end-to-end encryption.',
        left: LEFT,
      },
    },
  },
}
