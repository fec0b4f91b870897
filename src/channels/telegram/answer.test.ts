import { afterEach, describe, expect, test } from 'vitest'
import { gate } from '../../../test/gate.ts'
import { rowsOf } from '../../../test/rows.ts'
import { type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { startWorld, type TelegramWorld, type WorldOptions } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
afterEach(() => world.stop())

async function begin(options: WorldOptions = {}) {
  db = await databases.fresh()
  world = await startWorld(db, options)
  const { telegram } = world
  const [ann, bob] = [telegram.person('Ann'), telegram.person('Bob')]
  const group = telegram.group('Friends', [ann, bob])
  return { telegram, ann, bob, group, tag: `@${telegram.me.username}` }
}

/** A model that finds every piece relevant and gives this answer. */
const modelThat = (answer: Script['answer'] & {}) =>
  scriptedModel({ answer, grade: '{"relevant":[1,2,3]}', rewrite: '{"query":"other words"}' })
const saying = (answer: string): WorldOptions => ({ engine: { model: modelThat(answer) } })

const principal = () =>
  ({ workspaceId: db.workspaceId, role: 'staff', personId: null, name: 'me' }) as const
const listed = (state: 'uncertain' | 'failed' | 'sent' | 'dropped') =>
  world.engine.describeSends(principal(), [state])

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('an answer', () => {
  test('replies to its tag, says that somebody types, and links its sources', async () => {
    const { telegram, ann, bob, group, tag } = await begin()
    group.say(ann, 'The train leaves at nine from platform four')
    const asked = group.say(bob, `${tag} when does the train leave?`)
    const [answer] = await world.answers(group.id)
    expect(answer?.replyTo).toBe(asked.message_id)
    expect(telegram.actions(group.id).length).toBeGreaterThan(0)
    expect(answer?.html).toMatch(/<a href="https:\/\/t\.me\/c\/\d+\/\d+">\[1\] Ann<\/a>/)
    expect(answer?.buttons.flat().map(({ text }) => text)).toEqual(['Why?'])
    expect(telegram.violations()).toEqual([])
  })

  test('is no reminder of a request that was deleted, though Telegram does not report that', async () => {
    const { ann, group, tag } = await begin()
    const asked = group.say(ann, `${tag} remind us in 2 seconds to stretch`)
    await world.answers(group.id)
    group.delete(asked)
    await until(async () => (await listed('failed')).length === 1)
    expect(await world.answers(group.id)).toHaveLength(1)
  })

  test('is an emoji where nothing was asked', async () => {
    const { telegram, ann, group, tag } = await begin()
    const thanks = group.say(ann, `${tag} thanks a lot!`)
    await until(async () => (await listed('sent')).length === 1)
    expect(telegram.calls('setMessageReaction').map(({ parameters }) => parameters)).toEqual([
      expect.objectContaining({ message_id: thanks.message_id }),
    ])
    group.say(ann, `${tag} thanks, and when does the train leave?`)
    expect(await world.answers(group.id)).toHaveLength(1)
  })

  test('is part of the talk: kept as said by the bot, without the list of sources', async () => {
    const { ann, group, tag } = await begin(saying('Nine o’clock [1].'))
    group.say(ann, 'The train leaves at nine')
    const asked = group.say(ann, `${tag} when?`)
    const [answer] = await world.answers(group.id)
    await until(async () => (await listed('sent')).length === 1)
    const rows = await db.database.asOwner((tx) =>
      tx.query(
        `select external_id as id, text, is_bot, reply_to from messages
          where workspace_id = $1 and is_bot`,
        [db.workspaceId],
      ),
    )
    expect(rows).toEqual([
      {
        id: String(answer?.messageId),
        text: 'Nine o’clock [1].',
        is_bot: true,
        reply_to: String(asked.message_id),
      },
    ])
  })

  test('is stored without its text if a source is deleted while it is being sent', async () => {
    const { telegram, ann, bob, group, tag } = await begin(saying('It leaves at CANARY-9 [1].'))
    const source = group.say(ann, 'The train leaves at CANARY-9')
    const sending = telegram.fault({ method: 'sendMessage', kind: 'hang', when: 'before' })
    group.say(bob, `${tag} when does the train leave?`)
    await sending.reached
    await world.engine.delete(principal(), {
      channel: 'telegram',
      externalId: String(group.id),
      messageId: String(source.message_id),
    })
    sending.release()
    await until(async () => (await listed('sent')).length === 1)
    expect([...(await rowsOf(db)).values()].flat().join('\n')).not.toContain('CANARY-9')
  })

  test('is a turn of the talk it was asked in, and goes with the tag when that is deleted', async () => {
    const { ann, group, tag } = await begin(saying('Nine, says CANARY-5.'))
    const asked = group.say(ann, `${tag} when, CANARY-5?`)
    await world.answers(group.id)
    await until(async () => (await listed('sent')).length === 1)
    const turns = () =>
      db.database.asOwner((tx) =>
        tx.query<{ question: string; own: boolean }>(
          `select t.question, m.session_id = t.session_id as own from turns t, messages m
            where t.workspace_id = $1 and m.workspace_id = $1 and not m.is_bot`,
          [db.workspaceId],
        ),
      )
    expect(await turns()).toEqual([{ question: 'when, CANARY-5?', own: true }])
    await world.engine.delete(principal(), {
      channel: 'telegram',
      externalId: String(group.id),
      messageId: String(asked.message_id),
    })
    expect((await turns())[0]?.question).toBe('')
    const answers = (await rowsOf(db)).get('answers') ?? []
    expect(answers.join().includes('when, CANARY-5')).toBe(false)
  })

  test('looks as it was written, and names with underscores stay names', async () => {
    const text = 'Ask **Ann** or @snake_case_bob about `a_b` in _this_ file: my_file_name.txt'
    const { ann, group, tag } = await begin(saying(text))
    group.say(ann, `${tag} whom?`)
    const [answer] = await world.answers(group.id)
    expect(answer?.text).toBe('Ask Ann or @snake_case_bob about a_b in this file: my_file_name.txt')
    expect(answer?.html).toContain('<b>Ann</b>')
    expect(answer?.html).toContain('<code>a_b</code>')
  })

  test('of any length arrives whole, in parts that fit, the first as a reply', async () => {
    const words = Array.from({ length: 2_500 }, (_, i) => `word${i}`).join(' ')
    const { telegram, ann, group, tag } = await begin(saying(words))
    group.say(ann, `${tag} all of them, please`)
    const parts = await world.answers(group.id, 6)
    expect(parts.flatMap(({ text }) => text.split(' ')).length).toBe(2_500)
    expect(parts.map(({ text }) => text).join(' ') === words).toBe(true)
    expect(parts.map(({ replyTo }) => replyTo === null)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ])
    expect(parts.filter(({ buttons }) => buttons.length > 0)).toEqual([parts.at(-1)])
    expect(telegram.violations()).toEqual([])
  })

  test('whose markup Telegram cannot read is sent as plain text', async () => {
    const { telegram, ann, group, tag } = await begin(saying('**bold** words'))
    telegram.fault({ method: 'sendMessage', kind: 'parse-error' })
    group.say(ann, `${tag} say it`)
    const [answer] = await world.answers(group.id)
    expect(answer).toMatchObject({ text: 'bold words', html: null })
    expect(telegram.sent(group.id)).toHaveLength(1)
  })

  test('is shown while it is written, by setting, and is one message', async () => {
    const ready = gate()
    const model = modelThat(async (call) => {
      call.onText?.('It is a long story. It begins like this. ')
      await ready.opened
      return 'once upon a time.'
    })
    const { telegram, ann, group, tag } = await begin({
      settings: { isStreaming: true },
      engine: { model },
    })
    group.say(ann, `${tag} tell me`)
    const [draft] = await world.answers(group.id)
    expect(draft?.text).toContain('begins like this')
    ready.open()
    await until(async () => (await listed('sent')).length === 1)
    expect(telegram.sent(group.id)).toHaveLength(1)
    expect(telegram.sent(group.id)[0]?.text).toBe('once upon a time.')
  })

  test('whose first words may have arrived or not is not sent again by itself', async () => {
    const model = modelThat((call) => {
      call.onText?.('It is a long story. It begins like this. ')
      return new Promise((done) => setTimeout(() => done('once upon a time.'), 300))
    })
    const { telegram, ann, group, tag } = await begin({
      settings: { isStreaming: true },
      engine: { model },
    })
    telegram.fault({ method: 'sendMessage', kind: 'cut-after' })
    group.say(ann, `${tag} tell me`)
    await until(async () => (await listed('uncertain')).some(({ answerId }) => answerId !== null))
    await world.restart()
    await world.heard()
    expect(telegram.calls('sendMessage')).toHaveLength(1)
    const [send] = await listed('uncertain')
    await world.engine.decideSend(principal(), send?.id ?? 0, 'again')
    const sent = await world.answers(group.id, 2)
    expect(sent.at(-1)?.text).toBe('once upon a time.')
  })

  test('is one at a time for a person in a chat; nobody else waits', async () => {
    const first = gate()
    const asked: string[] = []
    const model = modelThat(async ({ task }) => {
      const question = task.kind === 'answer' ? task.question : ''
      asked.push(question)
      if (question.includes('one')) await first.opened
      return `re ${question}`
    })
    const { ann, bob, group, tag } = await begin({ engine: { model } })
    group.say(ann, `${tag} one`)
    await until(async () => asked.length === 1)
    group.say(ann, `${tag} two`)
    group.say(bob, `${tag} three`)
    group.say(bob, 'and some chatter')
    const [answer] = await world.answers(group.id)
    expect(answer?.text).toContain('three')
    await world.heard()
    expect(asked.map((one) => /one|two|three/.exec(one)?.[0])).toEqual(['one', 'three'])
    first.open()
    const all = await world.answers(group.id, 3)
    expect(all.map(({ text }) => /one|two|three/.exec(text)?.[0])).toEqual(['three', 'one', 'two'])
  })

  test('that cannot be made is told so, once', async () => {
    const model = modelThat(() => {
      throw new AppError('model_key_rejected', 'The key was rejected.')
    })
    const { telegram, ann, group, tag } = await begin({ engine: { model } })
    group.say(ann, `${tag} anything?`)
    const [answer] = await world.answers(group.id)
    expect(answer?.text).toContain('I could not answer this. The key was rejected.')
    expect(telegram.sent(group.id)).toHaveLength(1)
  })

  test('that lacks something says what, and that it must be tagged again', async () => {
    const { ann, group, tag } = await begin()
    group.say(ann, 'We could meet on Friday')
    group.say(ann, `${tag} what does the ferry to Rhodes cost?`)
    const [answer] = await world.answers(group.id)
    expect(answer?.text).toMatch(/Not in the context: .*Rhodes.*Tag me again/)
  })

  test('is not made twice when the bot stops while it thinks', async () => {
    const slow = gate()
    let calls = 0
    const model = modelThat(async ({ signal }) => {
      calls += 1
      if (calls > 1) return 'Here it is.'
      await Promise.race([
        slow.opened,
        new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('gone')))),
      ])
      return 'never said'
    })
    const { telegram, ann, group, tag } = await begin({ engine: { model } })
    group.say(ann, `${tag} think hard`)
    await until(async () => calls === 1)
    await world.restart()
    const [answer] = await world.answers(group.id)
    expect(answer?.text).toBe('Here it is.')
    await until(async () => (await listed('sent')).length === 1)
    expect(telegram.sent(group.id)).toHaveLength(1)
  })
})

describe('when Telegram', () => {
  test('asks for patience, nothing is sent before its time', async () => {
    const { telegram, ann, bob, group, tag } = await begin(saying('patience'))
    const flood = telegram.fault({ method: 'sendMessage', kind: 'flood', retryAfter: 2 })
    group.say(ann, `${tag} say it`)
    await flood.reached
    // Nor to another user of that chat.
    group.say(bob, `${tag} say it to me`)
    await world.heard()
    const answers = await world.answers(group.id, 2)
    expect(answers.map(({ text }) => text)).toEqual(['patience', 'patience'])
    expect(telegram.violations()).toEqual([])
  })

  test.each([
    ['cut-after', 1],
    ['cut-before', 0],
  ] as const)(
    'breaks the connection (%s), it is listed and not sent again',
    async (kind, there) => {
      const { telegram, ann, group, tag } = await begin(saying('once'))
      telegram.fault({ method: 'sendMessage', kind })
      group.say(ann, `${tag} say it`)
      await until(async () => (await listed('uncertain')).length === 1)
      await world.restart()
      group.say(ann, 'more talk')
      await world.heard()
      expect(telegram.sent(group.id)).toHaveLength(there)
      const [send] = await listed('uncertain')
      expect(send).toMatchObject({ kind: 'answer', chat: String(group.id) })
      expect(send?.problem).toContain('connection broke')
      await world.engine.decideSend(principal(), send?.id ?? 0, 'again')
      const sent = await world.answers(group.id, there + 1)
      expect(sent.at(-1)?.text).toBe('once')
      expect(await listed('uncertain')).toEqual([])
    },
  )

  test('fails (500), it is listed; whoever looked may leave it', async () => {
    const { telegram, ann, group, tag } = await begin(saying('once'))
    telegram.fault({ method: 'sendMessage', kind: 'status', status: 502 })
    group.say(ann, `${tag} say it`)
    await until(async () => (await listed('uncertain')).length === 1)
    const [send] = await listed('uncertain')
    await world.engine.decideSend(principal(), send?.id ?? 0, 'dismiss')
    expect(await listed('uncertain')).toEqual([])
    await expect(
      world.engine.decideSend(principal(), send?.id ?? 0, 'again'),
    ).rejects.toMatchObject({ code: 'send_not_found' })
    expect(telegram.sent(group.id)).toEqual([])
  })

  test('has thrown the bot out, it is not tried again', async () => {
    const slow = gate()
    const model = modelThat(() => slow.opened.then(() => 'too late'))
    const { telegram, ann, group, tag } = await begin({ engine: { model } })
    group.say(ann, `${tag} say it`)
    await until(async () => model.calls.length > 0)
    group.kickBot(ann)
    slow.open()
    await until(async () => (await listed('failed')).length === 1)
    expect(telegram.calls('sendMessage')).toHaveLength(1)
    expect((await listed('failed'))[0]?.problem).toContain('403')
  })

  test('has moved the group meanwhile, the answer goes where it is now', async () => {
    const slow = gate()
    const model = modelThat(() => slow.opened.then(() => 'found you'))
    const { telegram, ann, bob, tag } = await begin({ engine: { model } })
    const group = telegram.group('Old', [ann, bob], { kind: 'group' })
    group.say(ann, `${tag} say it`)
    await until(async () => model.calls.length > 0)
    const after = group.migrate(ann)
    slow.open()
    const [answer] = await world.answers(after.id)
    expect(answer?.text).toBe('found you')
  })

  test('has another listener, or a webhook, or no connection, the bot waits and hears all', async () => {
    const { telegram, ann, group } = await begin()
    group.say(ann, 'one')
    await world.heard()
    const other = telegram.secondPoller()
    await telegram.until(() => telegram.calls('getUpdates').some(({ status }) => status === 409))
    other.stop()
    telegram.fault({ method: 'getUpdates', kind: 'status', status: 500, times: 2 })
    telegram.fault({ method: 'getUpdates', kind: 'cut-after' })
    telegram.fault({ method: 'getUpdates', kind: 'garbage' })
    group.say(ann, 'two')
    await world.heard()
    const rows = await db.database.asOwner((tx) =>
      tx.query<{ text: string }>('select text from messages where workspace_id = $1 order by id', [
        db.workspaceId,
      ]),
    )
    expect(rows.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(telegram.skipped).toEqual([])
  })
})
