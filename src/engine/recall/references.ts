import { listPinnedChunks, listPins } from '../../db/answers/context-references.ts'
import { listByIds } from '../../db/messages/find-messages.ts'
import type { ChatSearch, Found, Source } from './source.ts'

/** Chunks of one pinned file; a search finds the rest if it matters. */
const MAX_PARTS = 20

/** What is pinned to this thread. */
export const referencesSource: Source<ChatSearch> = {
  name: 'references',
  needsVector: false,
  appliesTo: () => true,
  find: async (db, { place }) => {
    const pins = await listPins(db, place)
    if (pins.length === 0) return []
    const messageIds = pins.flatMap((pin) => pin.messageId ?? [])
    const messages = await listByIds(db, place.workspaceId, place.chatId, messageIds)
    const chunks = await listPinnedChunks(db, place, MAX_PARTS)
    return [
      ...messages.map((message) => pinned({ kind: 'message', message })),
      ...chunks.map(({ pinId: _pin, ordinal: _ordinal, ...chunk }) =>
        pinned({ kind: 'chunk', chunk }),
      ),
    ]
  },
}

function pinned(piece: Found['piece']): Found {
  const finding = { by: 'references', part: 'none', weight: 1, reason: 'pinned here' } as const
  return { piece, finding, isPinned: true }
}
