import { z } from 'zod'

/** The settings of the Slack bot. */
export const slackSettings = {
  EARSHOT_SLACK_TOKEN: z
    .string()
    .regex(/^xox[be]\S+$/, 'must be a bot token, which begins with xoxb-')
    .optional()
    .meta({ secret: true, label: 'Slack bot token' })
    .describe(
      'Bot token of the Slack app (`xoxb-…`), from *OAuth & Permissions*; unset: no bot. Needs an app token or a signing secret besides.',
    ),
  EARSHOT_SLACK_APP_TOKEN: z
    .string()
    .regex(/^xapp-\S+$/, 'must be an app-level token, which begins with xapp-')
    .optional()
    .meta({ secret: true, label: 'Slack app token' })
    .describe(
      'App-level token (`xapp-…`) with the scope `connections:write`: events are received by Socket Mode, which needs no public address.',
    ),
  EARSHOT_SLACK_SIGNING_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta({ secret: true, label: 'Slack signing secret' })
    .describe(
      'Signing secret of the Slack app, from *Basic Information*: Slack posts events to this server’s `/webhooks/slack`. For servers with a public address, instead of an app token.',
    ),
  EARSHOT_SLACK_API_ROOT: z
    .url({ protocol: /^https?$/ })
    .default('https://slack.com/api/')
    .meta({ label: 'Slack API base URL' })
    .describe('Base URL of Slack’s Web API; change it for GovSlack or to test.'),
}
