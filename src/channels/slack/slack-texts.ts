import type { ChannelTexts } from '../channel.ts'

/** What Slack lets a bot receive, for the members of a chat. */
export const SLACK_TEXTS: ChannelTexts = {
  // Slack has commands of its own, and each app one for all of its commands.
  commandPrefix: '/earshot ',
  hearing: {
    all: 'I receive all messages here.',
    perhaps:
      'I should receive all messages here, but have not yet received one that was not addressed to me. If that stays so, my app lacks a scope: see docs/channels/slack.md.',
    called:
      'I receive only messages that mention me here, so I cannot answer from the others. My operator can change that.',
  },
  advice: {
    refused:
      'Check EARSHOT_SLACK_TOKEN and EARSHOT_SLACK_APP_TOKEN, and that the app is installed in the workspace.',
    unreachable: 'Check the network, or EARSHOT_SLACK_API_ROOT.',
    hearing: {
      perhaps:
        'No message without a mention has arrived yet. If that stays so, add the scopes and events of docs/channels/slack-manifest.yaml to the app and install it again.',
      called:
        'Add the scopes and events of docs/channels/slack-manifest.yaml to the app and install it again.',
    },
  },
  deletions: null,
}
