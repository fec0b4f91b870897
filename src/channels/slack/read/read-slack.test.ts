import { afterEach, describe, expect, test } from 'vitest'
import type { SlackChat, SlackUser } from '../../../../test/slack-server/slack-state.ts'
import { type SlackWorld, startSlackWorld } from '../../../../test/slack-world.ts'
import { useDatabase } from '../../../../test/with-db.ts'
import { slackMedia } from '../../../text/slack/slack-entry.ts'

const db = useDatabase()
let world: SlackWorld
afterEach(() => world.end())

async function begin() {
  world = await startSlackWorld(await db.fresh())
  const { people, state } = world.slack
  const [ann, bob] = [people.user('Ann'), people.user('Bob Moor')]
  return { people, state, ann, bob, general: people.chat('general', [ann, bob]) }
}

async function texts(): Promise<string[]> {
  await world.processed()
  return (await world.stored()).map(({ text }) => text)
}

describe('a message', () => {
  test('is stored with its author, its channel and what people see of it', async () => {
    const { people, state, ann, bob, general } = await begin()
    const other = people.chat('travel', [ann])
    people.post(
      general,
      ann,
      `<@${bob.id}> see <#${other.id}> and <#C9|old> <!here> <https://a.example/x?a=1|the plan> <mailto:a@b.example|a@b.example> 1 < 2 & 3`,
    )
    people.post(general, bob, `and <@U404> with <@${state.me.id}|bot> *bold*`)
    await world.processed()
    const [first, second] = await world.stored()
    expect(first).toMatchObject({
      text: '@Bob Moor see #travel and #old @here the plan (https://a.example/x?a=1) a@b.example 1 < 2 & 3',
      author: ann.id,
      name: 'Ann',
      kind: 'message',
      chat: general.id,
      title: '#general',
      topic: null,
      reply_to: null,
      is_bot: false,
    })
    expect(second?.text).toBe('and @U404 with @earshot *bold*')
    expect(world.slack.violations()).toEqual([])
  })

  test('of a thread belongs to the thread, and its first message does not', async () => {
    const { people, ann, bob, general } = await begin()
    const start = people.post(general, ann, 'Shall we take the ferry?')
    people.post(general, bob, 'The plane', { thread: start.ts })
    const fields = { subtype: 'thread_broadcast' }
    people.post(general, ann, 'Decided: the ferry', { thread: start.ts, fields })
    await world.processed()
    expect((await world.stored()).map(({ topic, reply_to }) => [topic, reply_to])).toEqual([
      [null, null],
      [start.ts, start.ts],
      [start.ts, start.ts],
    ])
  })

  test('of a bot, without a text, is read from its blocks and attachments', async () => {
    const { people, ann, general } = await begin()
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text: 'Build *7* is &lt;green&gt;' } },
    ]
    const bot = { subtype: 'bot_message', user: undefined, bot_id: 'B77', username: 'CI' }
    people.post(general, ann, '', { fields: { ...bot, text: '', blocks } })
    const attachments = [{ title: 'web 7', text: 'took 3 min', fallback: 'web' }]
    people.post(general, ann, '', { fields: { ...bot, text: '', attachments } })
    await world.processed()
    const rows = await world.stored()
    expect(rows.map(({ text }) => text)).toEqual(['Build *7* is <green>', 'web 7\ntook 3 min'])
    expect(rows[0]).toMatchObject({ author: 'B77', name: 'CI', is_bot: true })
  })

  test('that Slack writes is a system message', async () => {
    const { people, ann, bob, general } = await begin()
    const joined = { subtype: 'channel_join' }
    people.post(general, bob, `<@${bob.id}> has joined the channel`, { fields: joined })
    people.post(general, ann, 'set the topic: boats', { fields: { subtype: 'channel_topic' } })
    people.post(general, ann, 'waves', { fields: { subtype: 'me_message' } })
    await world.processed()
    expect((await world.stored()).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', '@Bob Moor has joined the channel'],
      ['system', 'set the topic: boats'],
      ['message', 'waves'],
    ])
  })

  test('with files has them as media, and one that was deleted has none', async () => {
    const { people, ann, general } = await begin()
    const file = people.file({ bytes: new Uint8Array(9), name: 'a.png', mimetype: 'image/png' })
    const files = [
      {
        id: file.id,
        name: 'a.png',
        mimetype: 'image/png',
        size: 9,
        url_private: 'https://x.example',
      },
      { id: 'F2', mode: 'tombstone' },
    ]
    people.post(general, ann, '', { fields: { subtype: 'file_share', text: '', files } })
    await world.processed()
    expect((await world.stored())[0]?.media).toEqual([
      { kind: 'photo', fileId: file.id, name: 'a.png', mimeType: 'image/png', sizeBytes: 9 },
    ])
  })

  test('of an organisation has the ids of that, and a name where Slack tells it', async () => {
    const { people, general } = await begin()
    const stranger = { id: 'W01ABCDEF', name: '', isBot: false, isAdmin: false, isGone: false }
    const user_profile = { display_name: 'Cat of Partner', name: 'cat' }
    people.post(general, stranger, 'hello from outside', {
      fields: { user_profile, user_team: 'T0PARTNER', source_team: 'T0PARTNER' },
    })
    await world.processed()
    expect((await world.stored())[0]).toMatchObject({ author: 'W01ABCDEF', name: 'Cat of Partner' })
  })

  test('of another workspace where the app is installed is not stored', async () => {
    const { people, state, ann, general } = await begin()
    const elsewhere = [{ team_id: 'T0OTHER', user_id: 'U0OTHER', enterprise_id: null }]
    const event = { type: 'message', channel: 'C9', user: 'U9', text: 'secret', ts: state.nextTs() }
    people.event(event, { team_id: 'T0OTHER', authorizations: elsewhere })
    people.post(general, ann, 'ours')
    expect(await texts()).toEqual(['ours'])
  })
})

describe('a change', () => {
  test('of the text is stored, the newest in whichever order they arrive', async () => {
    const { people, ann, general } = await begin()
    const message = people.post(general, ann, 'one')
    await world.processed()
    world.slack.hub.reverse(2)
    people.edit(general, message, 'two')
    people.edit(general, message, 'three')
    expect(await texts()).toEqual(['three'])
  })

  test('that arrives before its message leaves the newest text', async () => {
    const { people, ann, general } = await begin()
    world.slack.hub.reverse(2)
    const message = people.post(general, ann, 'one')
    people.edit(general, message, 'two')
    expect(await texts()).toEqual(['two'])
  })

  test('by Slack, such as the preview of a link, is none', async () => {
    const { people, ann, general } = await begin()
    const message = people.post(general, ann, 'see <https://a.example>')
    people.unfurl(general, message)
    expect(await texts()).toEqual(['see https://a.example'])
  })

  test('that deletes a message deletes it, also one with replies', async () => {
    const { people, ann, bob, general } = await begin()
    const one = people.post(general, ann, 'one')
    const two = people.post(general, ann, 'two')
    people.post(general, bob, 'reply', { thread: two.ts })
    people.edit(general, two, 'two, edited')
    people.delete(general, one)
    people.delete(general, two)
    await world.processed()
    const rows = await world.stored()
    expect(rows.map(({ deleted }) => deleted)).toEqual([true, true, false])
    expect(JSON.stringify(rows)).not.toContain('was deleted')
  })

  test('that deletes a message which is received only after that leaves it deleted', async () => {
    const { people, state, ann, general } = await begin()
    people.post(general, ann, 'first')
    const [ts, event_ts] = [state.nextTs(), state.nextTs()]
    const secret = { type: 'message', channel: general.id, user: ann.id, text: 'a secret', ts }
    const { ts: deleted_ts, ...previous_message } = secret
    const head = { type: 'message', subtype: 'message_deleted', channel: general.id, event_ts }
    people.event({ ...head, deleted_ts, previous_message })
    await world.processed()
    people.event(secret)
    await world.processed()
    const rows = await world.stored()
    expect(rows.map(({ deleted }) => deleted)).toEqual([false, true])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('of reactions stores all that the message has', async () => {
    const { people, ann, bob, general } = await begin()
    const message = people.post(general, ann, 'one')
    people.react(general, message, ann, 'tada')
    people.react(general, message, bob, 'tada')
    people.react(general, message, bob, 'eyes')
    await world.processed()
    expect((await world.stored())[0]?.reactions).toEqual([
      { emoji: ':tada:', count: 2 },
      { emoji: ':eyes:', count: 1 },
    ])
    people.unreact(general, message, bob, 'eyes')
    await world.processed()
    expect((await world.stored())[0]?.reactions).toEqual([{ emoji: ':tada:', count: 2 }])
  })

  test('of the channel’s name is seen in its next message', async () => {
    const { people, state, ann, general } = await begin()
    people.post(general, ann, 'one')
    await world.processed()
    general.name = 'boats'
    const renamed = { id: general.id, name: 'boats' }
    people.event({ type: 'channel_rename', channel: renamed, event_ts: state.nextTs() })
    people.post(general, ann, 'two')
    await world.processed()
    expect((await world.stored())[0]?.title).toBe('#boats')
  })
})

describe('hostile and broken events', () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
  const cases = (chat: SlackChat, ann: SlackUser): Record<string, unknown>[] => [
    {},
    { type: 'message' },
    { type: 'message', channel: chat.id, user: ann.id, text: 'no ts' },
    { type: 'message', channel: 7, user: ann.id, ts: '1.2', text: 'numbers' },
    { type: 'message', channel: chat.id, user: ann.id, ts: 'tomorrow', text: 'no moment' },
    { type: 'message', channel: chat.id, user: { id: 1 }, ts: '1700000001.000001', text: ['x'] },
    { type: 'message', channel: chat.id, ts: '1700000002.000001', text: 'nobody' },
    {
      type: 'message',
      channel: chat.id,
      subtype: 'message_changed',
      event_ts: '1700000002.000002',
    },
    { type: 'message', channel: chat.id, subtype: 'message_changed', message: 'x' },
    { type: 'message', channel: chat.id, subtype: 'message_deleted', deleted_ts: null },
    { type: 'message', channel: chat.id, user: ann.id, ts: '1700000003.000001', blocks: deep(90) },
    {
      type: 'message',
      channel: chat.id,
      user: ann.id,
      ts: '1700000004.000001',
      text: 'x'.repeat(1_100_000),
    },
    {
      type: 'message',
      channel: chat.id,
      user: ann.id,
      ts: '1700000005.000001',
      files: [1, null, 'a'],
    },
    { type: 'reaction_added', item: null },
    { type: 'reaction_added', user: ann.id, item: { type: 'message', channel: 'C404', ts: '1.1' } },
    { type: 'member_joined_channel', channel: null },
    { type: 'assistant_thread_started', assistant_thread: { channel_id: 'D1' } },
    { type: 'toString' },
    { type: '__proto__' },
  ]

  test('are skipped, acknowledged, and keep nothing else', async () => {
    const { people, ann, general } = await begin()
    for (const event of cases(general, ann)) people.event(event)
    for (const raw of ['', 'null', '[]', '{', '"hello"', '{"type":7}', '{"envelope_id":"x"}']) {
      world.slack.hub.sendRaw(raw)
    }
    world.slack.hub.sendRaw(new Uint8Array([1, 2, 3]))
    for (const type of ['interactive', 'slash_commands'] as const) {
      world.slack.hub.send(type, {})
      world.slack.hub.send(type, { actions: [{}], container: 7, type: 'block_actions' })
    }
    people.post(general, ann, 'and then this')
    expect(await texts()).toEqual(['and then this'])
    expect(world.slack.violations()).toEqual([])
    expect(world.events.filter(({ name }) => name === 'channel.failed')).toEqual([])
  })

  test('with a thousand mentions ask for the names of a few', async () => {
    const { people, ann, general } = await begin()
    const mentions = Array.from({ length: 1_000 }, (_, i) => `<@U0X${i}>`)
    people.post(general, ann, mentions.join(' '))
    await world.processed()
    expect(world.slack.calls('users.info').length).toBeLessThan(40)
    expect((await world.stored())[0]?.text).toContain('@U0X999')
  })

  test('leave no text and no name in what is recorded', async () => {
    const { people, ann, general } = await begin()
    world.slack.fault({ method: 'users.info', kind: 'error', error: 'internal_error' })
    people.post(general, ann, 'a very secret sentence')
    await world.processed()
    const recorded = JSON.stringify(world.events)
    expect(recorded).toContain('channel.failed')
    expect(recorded).not.toMatch(/secret|Ann|xox/)
  })
})

test('a clip is spoken, other recordings are files', () => {
  const file = (subtype: string | null) => ({ id: 'F1', mimetype: 'audio/mp4', subtype })
  const entry = { files: [file('slack_audio'), file('slack_video'), file('toString'), file(null)] }
  expect(slackMedia(entry).map(({ kind }) => kind)).toEqual([
    ...['voice', 'video_note'],
    ...['audio', 'audio'],
  ])
})
