import type { WebClient } from '@slack/web-api'
import { AppError } from '../../domain/errors.ts'
import type { MessageLinks } from '../../domain/message.ts'
import type { BotIdentity } from '../channel.ts'

/** The bot's account in its workspace. */
export type SlackAccount = {
  readonly me: BotIdentity
  /** The id under which its messages name it as a bot. */
  readonly botId: string | null
  readonly team: string
  /** The organisation that the workspace belongs to. */
  readonly enterprise: string | null
  /** Address of the workspace, with a slash at its end. */
  readonly url: string | null
}

/** Asks Slack whose token this is. */
export async function askForAccount(web: WebClient): Promise<SlackAccount> {
  const { user_id: id, user, bot_id, team_id: team, enterprise_id, url } = await web.auth.test()
  if (!id || !user || !team) {
    throw new AppError(
      'channel_failed',
      'Slack did not report the account of EARSHOT_SLACK_TOKEN. Check the token, and EARSHOT_SLACK_API_ROOT.',
    )
  }
  return {
    // Which channels it is in is up to their members; in those it receives all messages.
    me: { id, username: user, name: user, readsAll: true },
    botId: bot_id ?? null,
    team,
    enterprise: enterprise_id || null,
    url: url !== undefined && URL.canParse(url) ? new URL('/', url).href : null,
  }
}

/** Addresses of the messages of a chat: Slack writes their ids without the dot. */
export function slackLinks({ url }: SlackAccount, chat: string): MessageLinks | undefined {
  if (url === null) return undefined
  const base = `${url}archives/${encodeURIComponent(chat)}/p{digits}`
  return { message: base, threadMessage: `${base}?thread_ts={thread}&cid=${chat}` }
}
