import { testApp, wireMessages } from './test-app.ts'
import type { TestDb } from './with-db.ts'

/* Two conversations by turns, 1 3 5 about a picnic, 2 4 6 about a deploy. Each is held together by replies, and
 * links that are not certain are deleted, so that nothing here depends on the weights of the model. */

const LINES = [
  ['ann', 'Where shall we meet for the picnic on Sunday?', null],
  ['bob', 'The deploy of the invoices service has failed again', null],
  ['cid', 'By the fountain in the park, at noon', '1'],
  ['dan', 'Rolling the invoices service back right now', '2'],
  ['ann', 'Good, then I bring the potato salad', '3'],
  ['bob', 'Thanks, it answers requests again', '4'],
] as const

export const THREAD = 'api:team'
const CORRECTIONS = '/api/conversations/corrections'

type Wire = { readonly id: string; readonly links: readonly { to: string; probability: number }[] }

/** A chat of the test's workspace, with what is done to correct it and ways to look at it. */
export async function correctedChat(it: TestDb) {
  const app = await testApp(it)
  const said = LINES.map(([id, text, reply_to], i) => ({
    author: { id, name: id },
    text,
    reply_to,
    sent_at: `2026-03-10T11:${10 + i}:00Z`,
  }))
  await app.send('POST', '/api/messages', wireMessages(...said))
  await it.database.asOwner((tx) =>
    tx.query('delete from message_links where workspace_id = $1 and probability < 1', [
      it.workspaceId,
    ]),
  )
  const as = async (who: string | null) =>
    who === null ? {} : { Authorization: `Bearer ${await app.keyFor('member', `api:${who}`)}` }
  const timeline = async () => {
    const { body } = await app.send('GET', `/api/chats/${encodeURIComponent(THREAD)}/messages`)
    return body.messages as (Wire & { corrections: Record<string, unknown>[] })[]
  }
  return {
    ...app,
    timeline,
    /** Corrects as a member of the chat, or as staff. */
    correct: async (
      kind: string,
      message_ids: readonly string[],
      more: { by?: string; apart_from?: string; author?: unknown } = {},
    ) => {
      const { by = null, ...rest } = more
      const body = { thread_id: THREAD, kind, message_ids, ...rest }
      return app.send('POST', CORRECTIONS, body, await as(by))
    },
    undo: async (id: string, by: string | null = null) =>
      app.send('DELETE', `${CORRECTIONS}/${id}`, undefined, await as(by)),
    list: async () => {
      const { body } = await app.send('GET', `${CORRECTIONS}?thread_id=${THREAD}`)
      return body.corrections as Record<string, unknown>[]
    },
    /** The conversations as the console draws them, by the best link of each message: "1 3 5 | 2 4 6". */
    conversations: async () => {
      const roots = new Map<string, string>()
      for (const { id, links } of await timeline()) {
        const [best] = links.toSorted((a, b) => b.probability - a.probability)
        const parent = best !== undefined && best.probability >= 0.35 ? best.to : null
        roots.set(id, parent === null ? id : (roots.get(parent) ?? parent))
      }
      const groups = new Map<string, string[]>()
      for (const [id, root] of roots) groups.set(root, [...(groups.get(root) ?? []), id])
      return [...groups.values()].map((group) => group.join(' ')).join(' | ')
    },
    /** The messages a bare tag in reply to this one would be answered from. */
    lookBack: async (reply_to: string) => {
      const { body } = await app.send('POST', '/api/context/build', {
        thread_id: THREAD,
        message: '@bot',
        reply_to,
        author: { id: 'eve' },
        sent_at: '2026-03-10T11:20:00Z',
      })
      type Item = { type: string; metadata: { message_id: string } }
      const { items } = body.data as { items: Item[] }
      return items
        .filter(({ type }) => type !== 'nearby')
        .map(({ metadata }) => metadata.message_id)
        .sort()
        .join(' ')
    },
  }
}

/** The id of the one correction that was stored. */
export function idOf({ body }: { readonly body: Record<string, unknown> }): string {
  return (body.corrections as { id: string }[])[0]?.id ?? ''
}
