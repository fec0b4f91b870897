import { afterEach, describe, expect, test } from 'vitest'
import { slackPlatform } from '../../../test/platform/slack-platform.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { type SlackWorld, startSlackWorld } from '../../../test/slack-world.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
let world: SlackWorld
afterEach(() => world.end())

async function begin(options: Parameters<typeof startSlackWorld>[1] = {}) {
  world = await startSlackWorld(await db.fresh(), options)
  const { slack } = world
  const { people, state } = slack
  const [ann, bob] = [people.user('Ann'), people.user('Bob')]
  const general = people.chat('general', [ann, bob])
  const sent = (chat?: string) => slackPlatform(slack).sent(chat)
  return { slack, people, state, ann, bob, general, sent, tag: `<@${state.me.id}>` }
}

describe('a mention', () => {
  test('of a channel is answered in its thread, from the channel', async () => {
    const { people, ann, bob, general, tag } = await begin()
    const source = people.post(general, ann, 'The ferry leaves at nine')
    const question = people.post(general, bob, `${tag} when does the ferry leave?`)
    const [answer] = await world.answers(general.id)
    expect(answer?.topic).toBe(question.ts)
    expect(answer?.text).toContain('nine')
    await world.settled()
    const rows = await world.stored()
    expect(rows.at(-1)).toMatchObject({ topic: question.ts, reply_to: question.ts, is_bot: true })
    expect(rows.filter(({ text }) => text.includes('when does'))).toHaveLength(1)
    const [call] = world.slack.calls('chat.postMessage')
    const address = `<https://friends.slack.com/archives/${general.id}/p${source.ts.replace('.', '')}|[1] Ann>`
    expect(call?.args.text).toContain(address)
    expect(world.slack.calls('chat.postMessage')).toHaveLength(1)
  })

  test('that follows in that thread is answered from the thread and the question above it', async () => {
    const { people, ann, bob, general, tag } = await begin()
    people.post(general, ann, 'The ferry to Crete leaves at nine')
    const question = people.post(general, bob, `${tag} when does the ferry leave?`)
    await world.answers(general.id)
    people.post(general, bob, `${tag} and what did I ask?`, { thread: question.ts })
    await world.answers(general.id, 2)
    people.post(general, bob, `${tag} !why`, { thread: question.ts })
    const [, second, why] = await world.answers(general.id, 3)
    expect(second?.topic).toBe(question.ts)
    expect(why?.topic).toBe(question.ts)
    expect(why?.text).toContain('when does the ferry leave?')
    expect(why?.text).toContain('earshot')
  })

  test('in a thread older than the bot’s membership is answered from its first message', async () => {
    const { people, state, ann, bob, general, tag } = await begin()
    general.members.delete(state.me.id)
    const start = people.post(general, ann, 'The keys of the boat house are under the mat')
    people.addBot(general, ann)
    await world.answers(general.id)
    people.post(general, bob, `${tag} where are the keys?`, { thread: start.ts })
    const [, answer] = await world.answers(general.id, 2)
    expect(answer?.text).toContain('under the mat')
    await world.settled()
    expect((await world.stored()).find(({ snapshot }) => snapshot !== null)?.snapshot).toBe(
      'The keys of the boat house are under the mat',
    )
  })

  test.each([
    ['in code', (tag: string) => `try \`${tag} help\` or \`\`\`${tag}\`\`\``],
    ['of everybody', () => '<!here> <!channel> hello'],
    ['of another', () => '<@U0NOBODY> hello'],
  ])('%s is none', async (_, write) => {
    const { people, ann, general, sent, tag } = await begin()
    people.post(general, ann, write(tag))
    await world.settled()
    expect(sent()).toEqual([])
  })

  test('by a bot, in a shared message, or in a note of Slack is not answered', async () => {
    const { people, ann, general, sent, tag } = await begin()
    const robot = people.user('Robot', { isBot: true })
    people.post(general, robot, `${tag} hello`)
    people.post(general, ann, `${tag} hello`, { fields: { bot_id: 'B9' } })
    people.post(general, ann, `${tag} joined`, { fields: { subtype: 'channel_join' } })
    const attachments = [{ is_share: true, is_msg_unfurl: true, text: `${tag} what?` }]
    people.post(general, ann, '', { fields: { text: '', attachments } })
    const direct = people.chat('', [ann], { kind: 'im' })
    people.post(direct, ann, '', { fields: { text: '', attachments } })
    await world.settled()
    expect(sent()).toEqual([])
  })

  test('by a name that the settings list counts, at the start', async () => {
    const { people, ann, general } = await begin({ settings: { names: ['Gryag'] } })
    people.post(general, ann, 'The boat is red')
    people.post(general, ann, 'I like Gryag')
    people.post(general, ann, 'Gryag, which colour is the boat?')
    const [answer] = await world.answers(general.id)
    expect(answer?.text).toContain('red')
    await world.settled()
    expect(world.slack.calls('chat.postMessage')).toHaveLength(1)
  })

  test('is answered also where the app may not read the history', async () => {
    const { people, state, ann, general, tag } = await begin()
    state.missingScopes.add('channels:history')
    people.post(general, ann, 'not received')
    people.post(general, ann, `${tag} hello there`)
    await world.answers(general.id)
    await world.settled()
    const texts = (await world.stored()).map(({ text }) => text)
    expect(texts[0]).toBe('@earshot hello there')
    expect(texts).toHaveLength(2)
  })
})

test('a mention that asks nothing gets a reaction', async () => {
  const { people, ann, general, sent, tag } = await begin()
  const thanks = people.post(general, ann, `${tag} thank you!`)
  await world.slack.until(() => thanks.reactions.length > 0, 'a reaction')
  await world.settled()
  expect(thanks.reactions).toEqual([{ name: 'thumbsup', users: [world.slack.state.me.id] }])
  expect(sent()).toEqual([])
})

describe('a private message', () => {
  test('is answered without a mention, beside it', async () => {
    const { people, ann } = await begin()
    const direct = people.chat('', [ann], { kind: 'im' })
    people.post(direct, ann, 'hello there')
    const [answer] = await world.answers(direct.id)
    expect(answer?.topic).toBeNull()
    await world.settled()
    expect((await world.stored())[0]).toMatchObject({ title: null })
  })

  test('to the assistant is answered in its thread, with a status meanwhile', async () => {
    const { people, state, ann } = await begin()
    const direct = people.chat('', [ann], { kind: 'im' })
    const start = state.nextTs()
    const assistant_thread = { user_id: ann.id, channel_id: direct.id, thread_ts: start }
    people.event({ type: 'assistant_thread_started', assistant_thread, event_ts: start })
    people.post(direct, ann, 'hello there', { thread: start })
    const [answer] = await world.answers(direct.id)
    expect(answer?.topic).toBe(start)
    expect(state.statuses).toEqual([
      { chat: direct.id, thread: start, status: expect.stringMatching(/./) },
    ])
    await world.settled()
    expect(await world.stored()).toHaveLength(2)
  })
})

describe('a command', () => {
  test('is a slash command, whose first word names it', async () => {
    const { people, ann, general } = await begin()
    people.command(general, ann, 'privacy')
    await world.answers(general.id)
    people.command(general, ann, 'nonsense')
    await world.answers(general.id, 2)
    people.command(general, ann, '')
    const replies = await world.answers(general.id, 3)
    expect(replies[0]?.text).toMatch(/store/)
    for (const { text } of replies.slice(1)) expect(text).toContain('I am earshot')
    expect(replies.every(({ topic }) => topic === null)).toBe(true)
    await world.settled()
    const rows = await world.stored()
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['system', '/privacy'],
      ['system', '/help'],
      ['system', '/help'],
    ])
    expect(JSON.stringify(world.events)).not.toMatch(/hooks\.slack|verification/)
  })

  test('names commands as Slack takes them', async () => {
    const { people, ann, general } = await begin()
    people.command(general, ann, 'help')
    const [help] = await world.answers(general.id)
    expect(help?.text).toContain('/earshot why: ')
    expect(help?.text).toContain('/earshot forget_me')
    expect(help?.text).not.toMatch(/(?<!\S)\/why/)
  })

  test('can be typed after a mention, and without one only in private', async () => {
    const { people, ann, general, sent, tag } = await begin()
    people.post(general, ann, '!help me please')
    await world.settled()
    expect(sent()).toEqual([])
    people.post(general, ann, `${tag} !help`)
    const [help] = await world.answers(general.id)
    expect(help?.text).toContain('I am earshot')
    const direct = people.chat('', [ann], { kind: 'im' })
    people.post(direct, ann, '!privacy')
    expect((await world.answers(direct.id))[0]?.text).toMatch(/store/)
  })

  test('for admins is for those of the workspace, and only in their channels', async () => {
    const { people, ann, general } = await begin()
    const boss = people.user('Boss', { isAdmin: true })
    general.members.add(boss.id)
    const outside = people.user('Outside', { isAdmin: true })
    for (const one of [ann, outside, boss]) {
      people.command(general, one, 'settings')
      await world.settled()
    }
    const replies = (await world.answers(general.id, 3)).map(({ text }) => text)
    expect(replies.filter((text) => text.includes('is for admins'))).toHaveLength(2)
  })
})

test('a button below an answer is answered in the same thread, once', async () => {
  const { people, ann, general } = await begin()
  const platform = slackPlatform(world.slack)
  people.post(general, ann, 'The boat is red')
  const question = people.post(general, ann, `${platform.mention} which colour is the boat?`)
  const [answer] = await world.answers(general.id)
  if (answer === undefined) throw new Error('no answer')
  expect(answer.buttons).toEqual(['Why?'])
  platform.press(ann, answer, 'Why?')
  platform.press(ann, answer, 'Why?')
  const [, why] = await world.answers(general.id, 2)
  await world.settled()
  expect(why?.text).toContain('I retrieved')
  expect(why?.topic).toBe(question.ts)
  expect(platform.sent()).toHaveLength(2)
  expect(world.slack.violations()).toEqual([])
})

test('a streamed answer is edited, and its last text has the buttons', async () => {
  const answer = 'The ferry leaves at nine, and the next one leaves at noon from the old harbour.'
  const { people, ann, general, sent, tag } = await begin({
    settings: { isStreaming: true },
    engine: {
      model: scriptedModel({ answer, grade: '{"relevant":[]}', rewrite: '{"query":"a"}' }),
    },
  })
  people.post(general, ann, `${tag} when does the ferry leave?`)
  await world.slack.until(() => sent()[0]?.buttons.length === 1, 'the whole answer')
  expect(sent()).toHaveLength(1)
  expect(sent()[0]?.text).toContain('old harbour')
})

test('the bot greets the channel that it is invited to, and is silent where it was removed', async () => {
  const { people, ann, general } = await begin()
  const private_ = people.chat('secret', [ann], { kind: 'group', isBotOut: true })
  people.addBot(private_, ann)
  const [greeting] = await world.answers(private_.id)
  expect(greeting?.text).toContain('Hello, I am earshot')
  expect(greeting?.text).toContain('/earshot privacy')
  people.removeBot(general)
  await world.settled()
  expect(world.slack.violations()).toEqual([])
})

test('what strangers wrote becomes no mention and no link in an answer', async () => {
  const { slack, people, ann, general, tag } = await begin()
  people.post(
    general,
    ann,
    'The plan: @here & <!channel> read [this](https://evil.example) <b>now</b>',
  )
  people.post(general, ann, `${tag} what is the plan?`)
  await world.answers(general.id)
  const [call] = slack.calls('chat.postMessage')
  expect(call?.args.text).not.toMatch(/<!|<@/)
  expect(call?.args).toMatchObject({ parse: 'none', link_names: 'false', unfurl_links: 'false' })
  const blocks = JSON.parse(call?.args.blocks ?? '[]')
  expect(blocks[0]).toMatchObject({ text: { verbatim: true } })
})

test('a digest goes to members who asked for it in a private chat, and to nobody else', async () => {
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const { people, ann, bob, general } = await begin({ engine: { now } })
  const boss = people.user('Boss', { isAdmin: true })
  general.members.add(boss.id)
  const [directAnn, directOut] = [ann, people.user('Out')].map((one) => ({
    one,
    chat: people.chat('', [one], { kind: 'im' }),
  }))
  if (!directAnn || !directOut) throw new Error('nobody')
  for (const { one, chat } of [directAnn, directOut]) people.command(chat, one, 'digest on')
  people.command(general, boss, 'digest daily 9 private')
  people.post(general, bob, 'We decided to take the ferry.')
  await world.settled()
  clock.ahead = 86_400_000
  // Digests are planned at once when the bot starts.
  await world.restart()
  const [, digest] = await world.answers(directAnn.chat.id, 2)
  expect(digest?.text).toContain('ferry')
  await world.settled()
  expect(slackPlatform(world.slack).sent(directOut.chat.id)).toHaveLength(1)
})
