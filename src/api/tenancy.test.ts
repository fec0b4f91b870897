import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeats, runs } from '../../test/depth.ts'
import { testApp } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'

/* Every text carries the name of its chat. No answer to any caller may hold a text of a chat that the caller
 * is no member of. */

const db = useDatabase()

const CHATS = ['red', 'green', 'blue'] as const
type Chat = (typeof CHATS)[number]
/** The members of each chat. Ann's two chats must not mix either. */
const MEMBERS: Record<Chat, readonly string[]> = {
  red: ['ann', 'bob'],
  green: ['ann', 'cat'],
  blue: ['dan'],
}

const canary = (tenant: string, chat: Chat) => `canary-${tenant}-${chat}`
const wordIn = fc.constantFrom('invoice', 'deploy', 'restaurant', 'canary', 'red', 'green', 'blue')

const call = fc.record({
  tenant: fc.constantFrom('one', 'two'),
  who: fc.constantFrom('ann', 'bob', 'cat', 'dan', 'staff'),
  chat: fc.constantFrom(...CHATS),
  text: fc.oneof(
    fc.constant('@bot'),
    fc.array(wordIn, { minLength: 1, maxLength: 4 }).map((w) => `@bot ${w.join(' ')}?`),
  ),
  replyTo: fc.option(fc.integer({ min: 1, max: 12 }).map(String), { nil: null }),
  kind: fc.constantFrom('build', 'ask', 'ask-session', 'why-last', 'forget-last'),
})

test('no word of another chat or tenant is in any reply, whoever asks whatever', async () => {
  const tenants = { one: await tenant('one'), two: await tenant('two') }
  const last = { answerId: 'none', sessionId: 'none' }
  let answered = 0
  await fc.assert(
    fc.asyncProperty(call, async ({ tenant: name, who, chat, text, replyTo, kind }) => {
      const { send, keys } = tenants[name as 'one' | 'two']
      const thread_id = `api:${chat}`
      const request = {
        build: ['POST', '/api/context/build', { thread_id, message: text, reply_to: replyTo }],
        ask: ['POST', '/api/ask', { thread_id, query: text, reply_to: replyTo }],
        'ask-session': ['POST', '/api/ask', { query: text, session_id: last.sessionId }],
        'why-last': ['GET', `/api/answers/${last.answerId}/why`, undefined],
        'forget-last': ['DELETE', `/api/conversations/${last.sessionId}`, undefined],
      }[kind] as [string, string, unknown]
      const key = keys.get(who) ?? ''
      const reply = await send(...request, { Authorization: `Bearer ${key}` })
      const said = JSON.stringify(reply.body)
      if (reply.status === 200) answered += 1
      if (typeof reply.body.answer_id === 'string' && kind === 'ask') {
        last.answerId = reply.body.answer_id
        last.sessionId = String(reply.body.session_id)
      }
      for (const other of ['one', 'two']) {
        for (const place of CHATS) {
          const isMember = other === name && (who === 'staff' || MEMBERS[place].includes(who))
          const isHere = place === chat || kind === 'why-last' || kind === 'ask-session'
          if (!isMember || !isHere) expect(said).not.toContain(canary(other, place))
        }
      }
    }),
    runs(150, 500),
  )
  expect(answered).toBeGreaterThan(repeats(30, 100))
}, 120_000)

async function tenant(name: string) {
  const app = await testApp(await db.fresh(), { api: { ratePerMinute: 1_000_000 } })
  for (const chat of CHATS) {
    const messages = Array.from({ length: 12 }, (_, i) => ({
      id: String(i + 1),
      author: { id: MEMBERS[chat][i % MEMBERS[chat].length] },
      sent_at: `2026-03-10T11:${10 + i}:00Z`,
      text: `the invoice deploy restaurant ${i} ${canary(name, chat)}`,
    }))
    await app.send('POST', '/api/messages', { chat: { channel: 'api', id: chat }, messages })
  }
  const keys = new Map([['staff', await app.keyFor('staff')]])
  for (const who of ['ann', 'bob', 'cat', 'dan'])
    keys.set(who, await app.keyFor('member', `api:${who}`))
  return { send: app.send, keys }
}
