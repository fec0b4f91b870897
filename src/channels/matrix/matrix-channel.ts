import type { Config } from '../../config/config.ts'
import type { Channel } from '../channel.ts'
import { isAllowed } from '../deps.ts'
import { matrixClient } from './client.ts'
import { openMatrix } from './open-matrix.ts'

/** The channel of the account with this token, by the settings. */
export function matrixChannel(
  config: Config,
  { homeserver, token }: { readonly homeserver: string; readonly token: string },
): Channel {
  const isAccepting = config.EARSHOT_MATRIX_AUTO_JOIN === '1'
  return openMatrix({
    client: matrixClient(homeserver, token),
    now: () => new Date(),
    mayJoin: (room) => isAccepting && isAllowed(config.EARSHOT_BOT_MAY_HEAR, room),
    mayWrite: (room) => isAllowed(config.EARSHOT_BOT_MAY_ANSWER_IN, room),
  })
}
