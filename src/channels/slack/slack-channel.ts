import type { Config } from '../../config/config.ts'
import { AppError } from '../../domain/errors.ts'
import type { Channel } from '../channel.ts'
import { openSlack } from './open-slack.ts'
import { slackClient, slackRoot } from './slack-client.ts'
import { slackFiles } from './slack-files.ts'

/** The channel of the app with this bot token, by the settings. */
export function slackChannel(config: Config, token: string): Channel {
  const {
    EARSHOT_SLACK_API_ROOT: root,
    EARSHOT_SLACK_APP_TOKEN: appToken,
    EARSHOT_SLACK_SIGNING_SECRET: signingSecret,
  } = config
  if (appToken === undefined && signingSecret === undefined) {
    throw new AppError(
      'bad_config',
      'EARSHOT_SLACK_TOKEN is set, but nothing by which events are received. Set EARSHOT_SLACK_APP_TOKEN (Socket Mode) or EARSHOT_SLACK_SIGNING_SECRET; see docs/channels/slack.md.',
    )
  }
  const web = slackClient(root, token)
  return openSlack({
    web,
    app: appToken === undefined ? null : slackClient(root, appToken),
    signingSecret: signingSecret ?? null,
    fetchFile: slackFiles(web, { token, root: slackRoot(root) }),
  })
}
