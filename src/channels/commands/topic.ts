import { findChat } from '../../db/messages/chats.ts'
import { findActiveTopics } from '../../db/sessions/session-topics.ts'
import { listAllTopicSummaries } from '../../db/sessions/topic-summaries.ts'
import { formatThreadId } from '../../domain/chat.ts'
import { memoryScope, slugOf } from '../../domain/memory.ts'
import { joined, plain, styled } from '../../text/markdown/rich.ts'
import { chatRef, inWorkspace } from '../deps.ts'
import type { BotCommand } from './command.ts'

const MAX_NAMES = 20

/** The current topic, and what is remembered of a named subject. */
export const topicCommand: BotCommand = {
  name: 'topic',
  summary: 'topics of this session; with a name, the summary of that topic',
  forAdmins: false,
  takesText: true,
  run: async ({ send, words, args, deps }) => {
    const { engine, principal, database } = deps
    const thread = { ...chatRef(send), topic: send.topic }
    const active = await inWorkspace(deps, async (db, workspaceId) => {
      const chat = await findChat(db, workspaceId, thread)
      return chat === null ? [] : findActiveTopics(db, workspaceId, chat.id, send.topic)
    })
    const author = words?.author ?? null
    const owner = await engine.findMemory(principal, formatThreadId(thread), author)
    const known =
      owner === null
        ? []
        : await database.within(memoryScope(principal.workspaceId, owner), (db) =>
            listAllTopicSummaries(db, principal.workspaceId, owner),
          )
    const wanted = args === '' ? null : known.find(({ slug }) => slug === slugOf(args))
    if (wanted) {
      const title = styled(plain(wanted.title), { kind: 'bold' })
      return { rich: joined([title, plain(wanted.text)], '\n') }
    }
    const about =
      active.length === 0
        ? 'The topics of this session are not known yet: I infer them after the third question to me.'
        : `Topics of this session: ${active.map(({ label }) => label).join(', ')}.`
    const names = known.slice(0, MAX_NAMES).map(({ title }) => title)
    const remembered =
      names.length === 0
        ? 'I remember no topics of earlier sessions here yet.'
        : `Topics of earlier sessions: ${names.join(', ')}. /topic NAME shows the summary.`
    const missing = args === '' ? [] : [`I remember no topic “${args.slice(0, 60)}”.`]
    return { rich: plain([...missing, about, remembered].join('\n')) }
  },
}
