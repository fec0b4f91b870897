import type { BotRef } from '../../domain/channels/bot.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/** An unanswered question of a group. */
export type OpenQuestion = {
  readonly chat: string
  readonly topic: string | null
  readonly messageId: string
  /** The author, by the channel's id. */
  readonly person: string
}

/** Older questions are not answered any more, as after an absence. */
const MAX_AGE_HOURS = 24

/**
 * The oldest open question of each group that wants the bot to answer unasked, after the silence that the group has set.
 * Left out are questions of before the setting, those of people who opted out, those the bot was asked to answer, and
 * groups in which it has answered unasked within that time.
 */
export async function listOpenQuestions(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  now: Date,
): Promise<OpenQuestion[]> {
  return db.query<OpenQuestion>(
    `select distinct on (c.id) c.external_id as chat, m.topic, m.external_id as "messageId",
            p.external_id as person
       from chats c
       join bot_chats b on b.workspace_id = c.workspace_id and b.channel = c.channel and b.bot = $3
        and b.chat = c.external_id and coalesce(b.status, 'member') not in ('left', 'kicked')
       cross join lateral (select make_interval(mins => (c.settings ->> 'unanswered')::int) as silence) s
       join conversations v on v.workspace_id = $1 and v.chat_id = c.id
       join messages m on m.workspace_id = $1 and m.id = v.question_id
       join people p on p.workspace_id = $1 and p.id = m.author_id
      where c.workspace_id = $1 and c.channel = $2 and c.kind = 'group'
        and c.settings ->> 'unanswered' is not null
        and coalesce(c.settings ->> 'hearing', 'on') <> 'off'
        and v.last_at <= $4::timestamptz - s.silence
        and m.sent_at > greatest((c.settings ->> 'unansweredSetAt')::timestamptz,
                                 $4::timestamptz - make_interval(hours => ${MAX_AGE_HOURS}))
        -- A reply in the thread that the question began is another conversation.
        and not exists (select 1 from messages r
          where r.workspace_id = $1 and r.chat_id = c.id and r.topic = m.external_id and r.author_id <> m.author_id)
        and m.deleted_at is null and not m.is_bot and not p.memory_opt_out
        and not exists (
          select 1 from outbox o
           where o.workspace_id = $1 and o.channel = $2 and o.chat = c.external_id
             and (o.message_id = m.external_id
                  or o.kind = 'unprompted' and o.created_at > $4::timestamptz - s.silence))
      order by c.id, m.sent_at, m.id`,
    [workspaceId, channel, bot, now.toISOString()],
  )
}
