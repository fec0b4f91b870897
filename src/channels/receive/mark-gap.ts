import { listBotGroups } from '../../db/channels/bots.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'

/**
 * Adds a system message to every group that messages may be missing, if the bot was away for longer than the platform
 * stores events.
 */
export async function markGap(since: Date, deps: BotDeps): Promise<void> {
  const { keepsEventsMs } = deps.channel.limits
  const now = deps.now()
  if (keepsEventsMs === null || now.getTime() - since.getTime() < keepsEventsMs) return
  const groups = await inWorkspace(deps, (db, workspaceId) =>
    listBotGroups(db, workspaceId, deps.bot),
  )
  const until = new Date(now.getTime() - keepsEventsMs)
  const { me } = deps
  for (const { chat, title } of groups) {
    const note = {
      ...EMPTY_FIELDS,
      externalId: `gap-${since.getTime()}`,
      kind: 'system' as const,
      author: { externalId: me.id, name: me.name, username: me.username, isBot: true },
      sentAt: until,
      text: `Messages between ${since.toISOString()} and ${until.toISOString()} may be missing: the bot was away.`,
    }
    const place = { ...chatRef({ channel: deps.bot.channel, chat }), kind: 'group', title } as const
    await deps.engine.receive(deps.principal, { chat: place, messages: [note] })
  }
}
