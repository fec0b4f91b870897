import { z } from 'zod'

/** The settings of the Matrix bot. */
export const matrixSettings = {
  EARSHOT_MATRIX_HOMESERVER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ label: 'Homeserver URL' })
    .describe(
      'Base URL of the client-server API of the bot’s homeserver, such as `https://matrix.example.org`; unset: no bot.',
    ),
  EARSHOT_MATRIX_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be an access token: no spaces, no line breaks')
    .optional()
    .meta({ secret: true, label: 'Matrix access token' })
    .describe('Access token of the bot’s Matrix account; unset: no bot.'),
  EARSHOT_MATRIX_AUTO_JOIN: z
    .enum(['0', '1'])
    .default('1')
    .meta({ label: 'Accept invitations' })
    .describe(
      '`1`: the bot joins rooms that it is invited to, if the chats to store are `all` or list the room. `0`: it joins none; join them with another client.',
    ),
}
