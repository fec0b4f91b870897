import { afterEach, describe, expect, test } from 'vitest'
import { slackPlatform } from '../../../../test/platform/slack-platform.ts'
import { type SlackWorld, startSlackWorld } from '../../../../test/slack-world.ts'
import { useDatabase } from '../../../../test/with-db.ts'

const db = useDatabase()
let world: SlackWorld
afterEach(() => world.end())

async function begin(options: Parameters<typeof startSlackWorld>[1] = {}) {
  world = await startSlackWorld(await db.fresh(), options)
  const { slack } = world
  const { people, hub, state } = slack
  const [ann, bob] = [people.user('Ann'), people.user('Bob')]
  const general = people.chat('general', [ann, bob])
  await slack.until(() => hub.connections() === 1, 'a connection')
  return { slack, people, hub, state, ann, bob, general, tag: `<@${state.me.id}>` }
}

const texts = async () => (await world.stored()).map(({ text }) => text)
/** The bot is stopped, and Slack knows: what is said now is in the history only. */
async function stopped(): Promise<void> {
  await world.stop()
  await world.slack.until(() => world.slack.hub.connections() === 0, 'no connection')
}
const sent = () => slackPlatform(world.slack).sent()

describe('an envelope', () => {
  test('is acknowledged when it is saved, and not before', async () => {
    const { slack, people, hub, ann, general } = await begin()
    people.post(general, ann, 'one')
    await world.processed()
    expect(hub.acknowledged()).toHaveLength(1)
    // Names are asked for while it is processed, after it was acknowledged.
    const held = slack.fault({ method: 'users.info', kind: 'hang', when: 'before' })
    const cat = people.user('Cat')
    people.post(general, cat, 'two')
    await slack.until(() => hub.acknowledged().length === 2, 'the acknowledgement')
    await held.reached
    expect(await texts()).toEqual(['one'])
    held.release()
    await world.processed()
    expect(await texts()).toEqual(['one', 'two'])
  })

  test('that comes twice, and a mention that comes as two events, are one message', async () => {
    const { people, hub, ann, general, tag } = await begin()
    hub.repeat(4)
    people.post(general, ann, `${tag} hello there`)
    await world.answers(general.id)
    await world.settled()
    expect((await texts()).filter((text) => text.includes('hello there'))).toHaveLength(1)
    expect(sent()).toHaveLength(1)
    expect(world.slack.violations()).toEqual([])
  })

  test('of any order leaves the order of Slack', async () => {
    const { people, hub, ann, general } = await begin()
    hub.reverse(3)
    for (const text of ['one', 'two', 'three']) people.post(general, ann, text)
    await world.processed()
    expect(await texts()).toEqual(['one', 'two', 'three'])
  })
})

describe('a connection', () => {
  test('that Slack replaces leaves no gap, and nothing is read from the history', async () => {
    const { slack, people, hub, ann, general } = await begin()
    people.post(general, ann, 'one')
    await world.processed()
    hub.refresh()
    people.post(general, ann, 'two')
    await world.processed()
    // One to log in, one for each connection.
    await slack.until(() => slack.calls('apps.connections.open').length === 3)
    await slack.until(() => hub.connections() === 1, 'one connection')
    people.post(general, ann, 'three')
    await world.processed()
    expect(await texts()).toEqual(['one', 'two', 'three'])
    expect(slack.calls('conversations.history')).toEqual([])
    expect(slack.violations()).toEqual([])
  })

  test('that breaks is opened again, and what was missed is read from the history', async () => {
    const { slack, people, hub, ann, bob, general } = await begin()
    const start = people.post(general, ann, 'one')
    const known = people.post(general, bob, 'two')
    people.post(general, bob, 'a reply', { thread: known.ts })
    await world.processed()
    hub.cut()
    people.post(general, ann, 'three')
    people.post(general, bob, 'a reply in a new thread', { thread: start.ts })
    people.post(general, bob, 'a reply in a known thread', { thread: known.ts })
    hub.drop()
    await slack.until(() => slack.calls('conversations.replies').length > 0, 'the threads')
    await slack.until(() => hub.connections() === 1)
    people.post(general, ann, 'four')
    await world.processed()
    await untilStored(7)
    expect(await texts()).toEqual([
      'one',
      'two',
      'a reply',
      'three',
      'a reply in a new thread',
      'a reply in a known thread',
      'four',
    ])
    expect(slack.violations()).toEqual([])
  })

  test('that is silent is dead, and opened again', async () => {
    const { slack, people, hub, ann, general } = await begin({ silenceMs: 300 })
    hub.freeze()
    await slack.until(() => slack.calls('apps.connections.open').length >= 2, 'another connection')
    people.post(general, ann, 'one')
    await world.processed()
    expect(await texts()).toEqual(['one'])
  })

  test('is opened again after refusals of every kind', async () => {
    const { slack, people, hub, ann, general } = await begin()
    const method = 'apps.connections.open'
    slack.fault({ method, kind: 'limited', retryAfter: 1 })
    slack.fault({ method, kind: 'garbage' })
    slack.fault({ method, kind: 'cut-before' })
    hub.cut()
    await slack.until(() => hub.connections() === 1, 'a connection')
    people.post(general, ann, 'one')
    await world.processed()
    expect(await texts()).toEqual(['one'])
    expect(slack.violations()).toEqual([])
    expect(JSON.stringify(world.events)).not.toMatch(/ticket|xapp/)
  })

  test('with a token that was revoked is refused, and opened once it is valid', async () => {
    const { slack, people, hub, state, ann, general } = await begin()
    const token = state.appToken
    state.appToken = 'xapp-another'
    hub.cut()
    const refusals = () =>
      world.events.filter((event) => event.name === 'channel.failed' && event.status === 401)
    await slack.until(() => refusals().length > 0 || slack.calls().length > 500)
    state.appToken = token
    await slack.until(() => hub.connections() === 1, 'a connection')
    people.post(general, ann, 'one')
    await world.processed()
    expect(await texts()).toEqual(['one'])
  })
})

describe('after an absence', () => {
  test('the history is read once, oldest first, through rate limits and pages', async () => {
    const { slack, people, hub, ann, general, tag } = await begin()
    people.post(general, ann, 'before')
    await world.processed()
    await stopped()
    for (let i = 0; i < 220; i += 1) people.post(general, ann, `missed ${i}`)
    const recent = people.post(general, ann, `${tag} what was missed?`)
    hub.drop()
    slack.fault({ method: 'conversations.history', kind: 'limited', retryAfter: 1 })
    await world.restart()
    await world.answers(general.id)
    await untilStored(223)
    const all = await texts()
    expect(all.slice(0, 3)).toEqual(['before', 'missed 0', 'missed 1'])
    expect(sent().map(({ topic }) => topic)).toEqual([recent.ts])
    expect(slack.violations()).toEqual([])
    await world.restart()
    people.post(general, ann, 'after')
    await world.settled()
    expect(await texts()).toHaveLength(224)
    expect(sent()).toHaveLength(1)
  })

  test('a mention of more than an hour ago is stored, and not answered', async () => {
    const { people, hub, ann, general, tag } = await begin()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    people.post(general, ann, 'before', { at: ago(200) })
    await world.processed()
    await stopped()
    people.post(general, ann, `${tag} old question?`, { at: ago(90) })
    people.post(general, ann, `${tag} new question?`, { at: ago(20) })
    hub.drop()
    await world.restart()
    await world.answers(general.id)
    await world.settled()
    expect(await texts()).toContain('@earshot old question?')
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.topic).not.toBeNull()
  })

  test('edits of what is missed and of what is known are stored, and first replies', async () => {
    const { people, hub, ann, bob, general } = await begin()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const known = people.post(general, ann, 'known', { at: ago(70) })
    const asked = people.post(general, ann, 'asked', { at: ago(60) })
    people.post(general, ann, 'last', { at: ago(50) })
    await world.processed()
    await stopped()
    people.edit(general, known, 'known, edited')
    const missed = people.post(general, ann, 'missed')
    people.edit(general, missed, 'missed, edited')
    people.post(general, bob, 'first reply', { thread: asked.ts })
    hub.drop()
    await world.restart()
    await untilTexts(['known, edited', 'asked', 'last', 'missed, edited', 'first reply'])
  })

  test('of a channel that the bot was invited to meanwhile, only what came after is read', async () => {
    const { slack, people, hub, ann, general } = await begin()
    people.post(general, ann, 'before')
    await world.processed()
    await stopped()
    const other = people.chat('other', [ann], { isBotOut: true })
    people.post(other, ann, 'not for the bot')
    people.addBot(other, ann)
    people.post(other, ann, 'for the bot')
    hub.drop()
    await world.restart()
    await slack.until(() => slack.calls('conversations.history').length >= 2)
    await untilTexts(['before', 'for the bot'])
  })

  test('a channel that the bot may not read is left out', async () => {
    const { slack, people, hub, state, ann, general } = await begin()
    people.post(general, ann, 'one')
    const other = people.chat('other', [ann])
    people.post(other, ann, 'two')
    await world.processed()
    await stopped()
    general.members.delete(state.me.id)
    people.post(other, ann, 'three')
    hub.drop()
    state.missingScopes.add('channels:read')
    await world.restart()
    await slack.until(() => slack.calls('conversations.history').length >= 2)
    await untilTexts(['one', 'two', 'three'])
  })

  test('a first start reads no history', async () => {
    const { slack, people, ann, general } = await begin()
    people.post(general, ann, 'one')
    await world.processed()
    expect(slack.calls('conversations.history')).toEqual([])
  })
})

async function untilStored(count: number): Promise<void> {
  while ((await texts()).length < count) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await texts()).toHaveLength(count)
}

async function untilTexts(wanted: readonly string[]): Promise<void> {
  while (JSON.stringify(await texts()) !== JSON.stringify(wanted)) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
