import type { ChannelTexts } from '../channel.ts'

const ENCRYPTED = 'I cannot read end-to-end encrypted messages.'

/** What Matrix lets the bot receive, for the members of a room. */
export const MATRIX_TEXTS: ChannelTexts = {
  // Clients keep what begins with a slash for themselves.
  commandPrefix: '!',
  hearing: {
    all: 'I receive all messages here, except encrypted ones.',
    perhaps: `I should receive all messages here, but have not yet received one that was not addressed to me. ${ENCRYPTED}`,
    called: `I should receive all messages here. ${ENCRYPTED}`,
  },
  deletions: null,
  advice: {
    refused:
      'Check EARSHOT_MATRIX_TOKEN: an access token ends when its session is signed out or expires. Log in again for a new one (docs/channels/matrix.md).',
    unreachable: 'Check the network, or EARSHOT_MATRIX_HOMESERVER.',
    hearing: {
      perhaps:
        'If such a room is end-to-end encrypted, the bot cannot read it: encryption cannot be switched off, so make a new room without it.',
      called: 'If such a room is end-to-end encrypted, the bot cannot read it.',
    },
  },
}

/** What the bot writes, once, into a room that it does not read. */
export const ROOM_NOTICES = {
  encrypted:
    'This room is end-to-end encrypted, and I cannot read encrypted messages: I store none of them, and I cannot answer here. Invite me to a room without encryption.',
  crowded:
    'This was a private chat with me, and others have joined it. I neither store nor answer messages here while they are here: what I know from private chats is not for them. Invite me to a new room for all of you.',
} as const
