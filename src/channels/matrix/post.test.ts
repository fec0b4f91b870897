import { afterEach, describe, expect, test } from 'vitest'
import { type MatrixServer, startMatrixServer } from '../../../test/matrix-server/matrix-server.ts'
import { createMatrixPeople } from '../../../test/matrix-server/people.ts'
import { relationIn } from '../../../test/matrix-server/world.ts'
import { useMatrix } from '../../../test/matrix-world.ts'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import { plain } from '../../text/markdown/rich.ts'
import type { Formatted } from '../channel.ts'
import { matrixClient } from './client.ts'
import { openMatrix } from './open-matrix.ts'

const matrix = useMatrix()

const servers: MatrixServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

/** The channel alone, in a room with Ann. */
async function withChannel() {
  const server = await startMatrixServer()
  servers.push(server)
  const people = createMatrixPeople(server)
  const ann = people.person('Ann')
  const room = people.createRoom([ann], { title: 'Friends' })
  const allow = () => true
  const client = matrixClient(server.url, server.token())
  const channel = openMatrix({ client, now: () => new Date(), mayJoin: allow, mayWrite: allow })
  const target = { chat: room.id, topic: null, replyTo: null, key: 'm:1:0' }
  const own = () =>
    room.events.filter(
      ({ sender, type }) => sender === server.world.me && type === 'm.room.message',
    )
  return { server, people, ann, room, channel, target, own }
}

const text = (words: string): Formatted => ({ text: plain(words), buttons: [] })

describe('a message', () => {
  test('is a notice with its text in both forms, and notifies nobody', async () => {
    const { channel, target, own, server } = await withChannel()
    const rich = readMarkdown(
      '**Bold** <b>no tag</b> & [link](https://example.org/?a=1&b="2")\n\n```js\na < b\n```',
    )
    const posted = await channel.post(target, { text: rich, buttons: [] })
    expect(posted).toEqual({ kind: 'sent', messageId: own()[0]?.event_id })
    expect(own()[0]?.content).toMatchObject({
      msgtype: 'm.notice',
      format: 'org.matrix.custom.html',
      'm.mentions': {},
    })
    const html = String(own()[0]?.content.formatted_body)
    expect(html).toContain('<strong>Bold</strong> &lt;b&gt;no tag&lt;/b&gt; &amp; ')
    expect(html).toContain('<pre><code class="language-js">a &lt; b</code></pre>')
    expect(server.violations()).toEqual([])
  })

  test('replies, and stays in its thread', async () => {
    const { channel, target, own, people, room, ann } = await withChannel()
    const { event_id: root } = people.say(room, ann, 'A tent?')
    await channel.post({ ...target, replyTo: root }, text('one'))
    await channel.post({ ...target, topic: root, key: 'm:1:1' }, text('two'))
    await channel.post({ ...target, topic: root, replyTo: root, key: 'm:1:2' }, text('three'))
    const fallback = { 'm.in_reply_to': { event_id: root } }
    const thread = { rel_type: 'm.thread', event_id: root, ...fallback }
    expect(own().map(relationIn)).toEqual([
      fallback,
      { ...thread, is_falling_back: true },
      { ...thread, is_falling_back: false },
    ])
  })

  test('is sent once for each key, however often it is posted', async () => {
    const { channel, target, own } = await withChannel()
    const first = await channel.post(target, text('one'))
    expect(await channel.post(target, text('one'))).toEqual(first)
    await channel.post({ ...target, key: 'm:1:1' }, text('one'))
    expect(own()).toHaveLength(2)
  })

  test('may be as long as the channel says, in any script, and an edit of it too', async () => {
    const { channel, target, own, server } = await withChannel()
    for (const [key, letter] of ['a', '<', '語', '😀', '\u0001', '"'].entries()) {
      let length = channel.limits.characters
      while (channel.lengthOf(plain(letter.repeat(length))) > channel.limits.characters)
        length -= 100
      const long = text(letter.repeat(length))
      const bold = { ...long, text: readMarkdown(`**${letter.repeat(length / 2)}**`) }
      const posted = await channel.post({ ...target, key: `m:${key}` }, long)
      if (posted.kind !== 'sent') throw new Error(`not sent: ${JSON.stringify(posted)}`)
      const sent = { chat: target.chat, topic: null, messageId: posted.messageId }
      expect(await channel.edit(sent, long)).toMatchObject({ kind: 'sent' })
      if (channel.lengthOf(bold.text) > channel.limits.characters) continue
      expect(await channel.edit(sent, bold)).toMatchObject({ kind: 'sent' })
    }
    expect(own().length).toBeGreaterThan(11)
    expect(server.violations()).toEqual([])
    expect(await channel.post({ ...target, key: 'm:long' }, text('a'.repeat(70_000)))).toEqual({
      ...{ kind: 'refused', status: 413, problem: '413: M_TOO_LARGE', isGone: false },
    })
  })

  test('is edited', async () => {
    const { channel, target, own } = await withChannel()
    const posted = await channel.post(target, text('a draft'))
    if (posted.kind !== 'sent') throw new Error('not sent')
    const sent = { chat: target.chat, topic: null, messageId: posted.messageId }
    expect(await channel.edit(sent, text('the answer'))).toEqual(posted)
    expect(await channel.edit(sent, text('the answer'))).toEqual(posted)
    expect(own()[1]?.content).toMatchObject({
      body: '* the answer',
      'm.new_content': { msgtype: 'm.notice', body: 'the answer', 'm.mentions': {} },
      'm.relates_to': { rel_type: 'm.replace', event_id: posted.messageId },
      'm.mentions': {},
    })
  })

  test('has a reaction for each button, and a reaction once', async () => {
    const { channel, target, room, server } = await withChannel()
    const buttons = [{ label: 'Why?', action: 'why:1' }]
    const posted = await channel.post(target, { text: plain('an answer'), buttons })
    if (posted.kind !== 'sent') throw new Error('not sent')
    const sent = { chat: target.chat, topic: null, messageId: posted.messageId }
    await channel.edit(sent, { text: plain('the answer'), buttons })
    expect(await channel.react?.(sent, '👀')).toEqual(posted)
    expect(await channel.react?.(sent, '👀')).toEqual(posted)
    const keys = room.events.flatMap((one) => relationIn(one).key ?? [])
    expect(keys).toEqual(['Why?', '👀'])
    expect(server.violations()).toEqual([])
  })
})

describe('a call that fails', () => {
  test.each([
    [
      { kind: 'limit', ms: 30_000 },
      { kind: 'limited', seconds: 30 },
    ],
    [
      { kind: 'limit', ms: 2_500, hasHeader: false },
      { kind: 'limited', seconds: 2.5 },
    ],
    [
      { kind: 'refuse', status: 400, errcode: 'M_BAD_JSON' },
      { kind: 'refused', status: 400, problem: '400: M_BAD_JSON', isGone: false },
    ],
    [
      { kind: 'refuse', status: 401, errcode: 'M_UNKNOWN_TOKEN', more: { soft_logout: true } },
      { kind: 'refused', status: 401, isGone: false },
    ],
    [
      { kind: 'refuse', status: 403, errcode: 'M_FORBIDDEN' },
      { kind: 'refused', status: 403, isGone: false },
    ],
    [
      { kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' },
      { kind: 'unknown', problem: '500: M_UNKNOWN' },
    ],
    [{ kind: 'garbage', status: 502, when: 'before' }, { kind: 'unknown' }],
    [{ kind: 'garbage', status: 200, when: 'after' }, { kind: 'unknown' }],
    [{ kind: 'cut', when: 'before' }, { kind: 'unknown' }],
  ] as const)('by %o is %o', async (how, failure) => {
    const { channel, target, server } = await withChannel()
    server.fault({ endpoint: 'send', ...how })
    expect(await channel.post(target, text('one'))).toMatchObject(failure)
  })

  test.each([
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'garbage', status: 200, when: 'after' },
    { kind: 'garbage', status: 504, when: 'after' },
  ] as const)('may be repeated with its key: $kind $when', async (how) => {
    const { channel, target, own, server } = await withChannel()
    server.fault({ endpoint: 'send', ...how })
    expect(await channel.post(target, text('one'))).toMatchObject({ kind: 'unknown' })
    expect(await channel.post(target, text('one'))).toMatchObject({ kind: 'sent' })
    expect(own()).toHaveLength(1)
  })

  test('because of a rate limit is followed by none until it has ended', async () => {
    const { channel, target, own, server } = await withChannel()
    server.fault({ endpoint: 'send', kind: 'limit', ms: 60_000 })
    await channel.post(target, text('one'))
    for (const key of ['m:2', 'm:3']) {
      expect(await channel.post({ ...target, key }, text('two'))).toMatchObject({ kind: 'limited' })
    }
    expect(own()).toEqual([])
    expect(server.violations()).toEqual([])
  })

  test('because the bot is no member any more says that it is gone', async () => {
    const { channel, target, people, room, ann, server } = await withChannel()
    people.setMember(room, server.world.me, 'leave', ann.id)
    const refused = { kind: 'refused', status: 403, isGone: true }
    expect(await channel.post(target, text('one'))).toMatchObject(refused)
  })

  test('because the bot is muted says that it is not gone', async () => {
    const { channel, target, people, room, ann } = await withChannel()
    people.setState(room, ann.id, 'm.room.power_levels', { events_default: 50 })
    const refused = { kind: 'refused', status: 403, isGone: false }
    expect(await channel.post(target, text('one'))).toMatchObject(refused)
  })

  test('because there is no server is repeated later', async () => {
    const { server, channel, target } = await withChannel()
    await server.stop()
    const failure = await channel.post(target, text('one'))
    expect(failure).toMatchObject({ kind: 'later', problem: 'no connection (ECONNREFUSED)' })
  })

  test('is no failure of Matrix if it is an error of ours', async () => {
    const { channel } = await withChannel()
    expect(channel.classifyError(new TypeError('ours'))).toBeNull()
  })
})

describe('an answer', () => {
  test('replies to its question, which alone is notified, and links its sources', async () => {
    const { people, ann, bob, bot, server, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    people.say(room, ann, 'The train leaves at nine from platform four')
    const { event_id: asked } = people.say(room, bob, '@earshot when does the train leave?')
    const [answer] = await bot.answers(room.id)
    expect(answer).toMatchObject({ replyTo: asked, buttons: ['Why?'] })
    const event = server.world.find(answer?.id ?? '')?.event
    expect(event?.content['m.mentions']).toEqual({ user_ids: [bob.id] })
    const link = encodeURIComponent(room.id)
    expect(event?.content.formatted_body).toContain(`<a href="https://matrix.to/#/${link}/%24`)
    expect(server.calls('typing')).toBeGreaterThan(0)
    const shown = () => room.events.filter((one) => relationIn(one).key === 'Why?')
    await server.until(() => shown().length === 1)
    // What the bot sent is stored when it was sent, and not again when the sync brings it.
    const own = async () => (await stored()).filter(({ isBot }) => isBot)
    await expect.poll(own).toHaveLength(1)
    await bot.processed()
    expect(await own()).toHaveLength(1)
    expect(server.violations()).toEqual([])
  })

  test('stays in the thread of its question', async () => {
    const { people, ann, bot } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: root } = people.say(room, ann, 'Who has a tent for the festival?')
    people.say(room, ann, '@earshot who has a tent?', {
      'm.relates_to': { rel_type: 'm.thread', event_id: root, is_falling_back: true },
    })
    const [answer] = await bot.answers(room.id)
    expect(answer?.topic).toBe(root)
  })

  test('comes once in spite of rate limits, cuts and garbage', async () => {
    const { people, ann, bot, server, sent } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const send = { endpoint: 'send', type: 'm.room.message' } as const
    server.fault({ ...send, kind: 'limit', ms: 200 })
    server.fault({ ...send, kind: 'cut', when: 'after' })
    server.fault({ ...send, kind: 'garbage', status: 502, when: 'after' })
    people.say(room, ann, '@earshot hello?')
    await bot.answers(room.id)
    people.say(room, ann, 'thanks')
    await bot.processed()
    expect(sent(room.id)).toHaveLength(1)
    expect(server.violations()).toEqual([])
  })

  test('is shown while it is written, and ends as the answer', async () => {
    const { people, ann, bot, sent, until } = await matrix.start({
      settings: { isStreaming: true },
    })
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'The train leaves at nine from platform four')
    people.say(room, ann, '@earshot when does the train leave?')
    await bot.answers(room.id)
    await until(() => sent(room.id)[0]?.buttons[0] === 'Why?')
    expect(sent(room.id)).toHaveLength(1)
    expect(sent(room.id)[0]?.text).not.toMatch(/…$/)
  })
})

describe('a button', () => {
  test('is pressed by a reaction with its label', async () => {
    const { people, ann, bob, bot, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    people.say(room, ann, 'The train leaves at nine from platform four')
    people.say(room, bob, '@earshot when does the train leave?')
    const [answer] = await bot.answers(room.id)
    if (answer === undefined) throw new Error('no answer')
    people.react(room, ann, answer.id, 'Why?')
    const [, why] = await bot.answers(room.id, 2)
    expect(why?.text).toContain('Ann: The train leaves at nine')
    // A press is no reaction to the answer.
    expect((await stored()).find(({ id }) => id === answer.id)?.reactions ?? []).toEqual([])
  })

  test('of another person does nothing, and labels that are not there neither', async () => {
    const { people, ann, bob, bot, sent, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    const { event_id: hello } = people.say(room, ann, 'hello')
    people.say(room, ann, '!forget_me')
    const [asked] = await bot.answers(room.id)
    if (asked === undefined) throw new Error('no question')
    expect(asked.buttons).toEqual(['Yes, forget me', 'No'])
    people.react(room, bob, asked.id, 'Yes, forget me')
    people.react(room, ann, asked.id, 'Maybe')
    people.react(room, ann, hello, 'Yes, forget me')
    await bot.processed()
    expect((await stored()).map((one) => one.text)).toContain('hello')
    people.react(room, ann, asked.id, 'Yes, forget me')
    const answers = await bot.answers(room.id, 2)
    expect(answers[1]?.text).toContain('Your messages are deleted')
    expect((await stored()).filter((one) => one.text === 'hello')).toEqual([])
    expect(sent(room.id)).toHaveLength(2)
  })
})

describe('a command', () => {
  test('is typed with an exclamation mark, and takes words', async () => {
    const { people, ann, bot, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, '!help')
    const [help] = await bot.answers(room.id)
    expect(help?.text).toContain('!why: what the last answer was based on')
    expect(help?.text).not.toContain('/why')
    people.say(room, ann, '!catchup 24 hours')
    people.say(room, ann, '!deploy everything')
    await bot.answers(room.id, 2)
    expect((await stored()).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', '/help'],
      ['system', '/catchup 24 hours'],
      ['message', '!deploy everything'],
    ])
  })

  test('of an admin needs a power level of a moderator', async () => {
    const { people, ann, bob, bot } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    people.say(room, bob, '!settings hearing off')
    expect((await bot.answers(room.id))[0]?.text).toContain('for admins')
    people.say(room, ann, '!settings hearing off')
    expect((await bot.answers(room.id, 2))[1]?.text).not.toContain('for admins')
  })
})
