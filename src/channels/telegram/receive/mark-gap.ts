import { listTelegramGroups } from '../../../db/channels/telegram-chats.ts'
import { EMPTY_FIELDS } from '../../../domain/message.ts'
import { type BotDeps, CHANNEL, inWorkspace } from '../deps.ts'

/** How long Telegram stores updates that were not fetched. */
const KEPT_MS = 24 * 3_600_000

/** Adds a system message to every group that messages may be missing, if the bot was away for too long. */
export async function markGap(since: Date, deps: BotDeps): Promise<void> {
  const now = deps.now()
  if (now.getTime() - since.getTime() < KEPT_MS) return
  const groups = await inWorkspace(deps, (db, workspaceId) =>
    listTelegramGroups(db, workspaceId, deps.bot),
  )
  const until = new Date(now.getTime() - KEPT_MS)
  const { me } = deps
  for (const { chat, title } of groups) {
    const note = {
      ...EMPTY_FIELDS,
      externalId: `gap-${since.getTime()}`,
      kind: 'system' as const,
      author: { externalId: String(me.id), name: me.name, username: me.username, isBot: true },
      sentAt: until,
      text: `Messages between ${since.toISOString()} and ${until.toISOString()} may be missing: the bot was away.`,
    }
    const place = { channel: CHANNEL, externalId: chat, kind: 'group', title } as const
    await deps.engine.receive(deps.principal, { chat: place, messages: [note] })
  }
}
