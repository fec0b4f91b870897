import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SlackServer, startSlackServer } from '../../../test/slack-server/slack-server.ts'
import { slackTestChannel } from '../../../test/slack-world.ts'
import { plain } from '../../text/markdown/rich.ts'
import type { Channel } from '../channel.ts'

let slack: SlackServer
let channel: Channel
beforeEach(async () => {
  slack = await startSlackServer()
  channel = slackTestChannel(slack)
})
afterEach(() => slack.stop())

const message = (text: string) => ({ text: plain(text), buttons: [] })
const place = (chat: string) => ({ chat, topic: null, replyTo: null, key: 'k' })

function begin() {
  const ann = slack.people.user('Ann')
  return { ann, general: slack.people.chat('general', [ann]) }
}

describe('a message', () => {
  test('is sent once, on a connection of its own', async () => {
    const { general } = begin()
    const posted = await channel.post(place(general.id), message('hello'))
    expect(posted).toEqual({ kind: 'sent', messageId: expect.stringMatching(/^\d+\.\d{6}$/) })
    expect(slack.calls('chat.postMessage')).toMatchObject([{ connection: 'close' }])
  })

  test('that replies in a channel stands in a thread, in private beside the question', async () => {
    const { ann, general } = begin()
    const direct = slack.people.chat('', [ann], { kind: 'im' })
    const question = slack.people.post(general, ann, 'one')
    await channel.post({ ...place(general.id), replyTo: question.ts }, message('two'))
    await channel.post({ ...place(direct.id), replyTo: question.ts }, message('three'))
    await channel.post({ ...place(general.id), replyTo: 'command-7' }, message('four'))
    expect(slack.calls('chat.postMessage').map(({ args }) => args.thread_ts)).toEqual([
      question.ts,
      undefined,
      undefined,
    ])
  })

  test('with buttons is sent in sections that are short enough', async () => {
    const { general } = begin()
    const text = plain('<&> '.repeat(900))
    const buttons = [{ label: 'Why?', action: 'why:1' }]
    expect(await channel.post(place(general.id), { text, buttons })).toMatchObject({ kind: 'sent' })
  })

  test('can be edited again and again, and loses its buttons with an edit without any', async () => {
    const { general } = begin()
    const buttons = [{ label: 'Why?', action: 'why:1' }]
    const posted = await channel.post(place(general.id), { text: plain('one'), buttons })
    const sent = { ...place(general.id), messageId: posted.kind === 'sent' ? posted.messageId : '' }
    for (const _ of [1, 2]) {
      expect(await channel.edit(sent, message('two'))).toMatchObject({ kind: 'sent' })
    }
    expect(general.messages.get(sent.messageId)?.fields).toMatchObject({ text: 'two', blocks: [] })
  })
})

describe('a failure', () => {
  test.each([
    ['ratelimited', 'limited'],
    ['not_in_channel', 'refused'],
    ['msg_too_long', 'refused'],
    ['token_revoked', 'refused'],
    ['internal_error', 'unknown'],
    ['fatal_error', 'unknown'],
    ['service_unavailable', 'unknown'],
    ['team_added_to_org', 'later'],
  ])('%s is %s', async (error, kind) => {
    const { general } = begin()
    slack.fault({ method: 'chat.postMessage', kind: 'error', error })
    const posted = await channel.post(place(general.id), message('hello'))
    expect(posted).toMatchObject({ kind, problem: expect.stringContaining(error) })
    expect(slack.calls('chat.postMessage')).toHaveLength(1)
  })

  test('of a rate limit says how long, also where Slack does not', async () => {
    const { general } = begin()
    slack.fault({ method: 'chat.postMessage', kind: 'limited', retryAfter: 7 })
    expect(await channel.post(place(general.id), message('a'))).toMatchObject({
      kind: 'limited',
      seconds: 7,
    })
    const travel = slack.people.chat('travel', [])
    slack.fault({ method: 'chat.postMessage', kind: 'limited', retryAfter: null })
    expect(await channel.post(place(travel.id), message('a'))).toMatchObject({
      kind: 'limited',
      seconds: 30,
    })
  })

  test.each([
    { kind: 'cut-before' },
    { kind: 'cut-after' },
    { kind: 'garbage' },
    { kind: 'status', status: 502 },
  ] as const)('$kind leaves it unknown whether it was sent', async (fault) => {
    const { general } = begin()
    slack.fault({ method: 'chat.postMessage', ...fault })
    const posted = await channel.post(place(general.id), message('hello'))
    expect(posted.kind).toBe('unknown')
    expect(JSON.stringify(posted)).not.toMatch(/html|nginx|hello|xox/)
    expect(slack.calls('chat.postMessage')).toHaveLength(1)
  })

  test('to connect certainly sent nothing', async () => {
    const { general } = begin()
    const { state } = slack
    await slack.stop()
    const away = slackTestChannel({ ...slack, state })
    expect(await away.post(place(general.id), message('hello'))).toMatchObject({ kind: 'later' })
    slack = await startSlackServer()
  })

  test('of a chat that the bot is not in means that it is gone', async () => {
    const { general, ann } = begin()
    const other = slack.people.chat('other', [ann], { isBotOut: true })
    general.isArchived = true
    for (const id of [other.id, general.id, 'C404']) {
      expect(await channel.post(place(id), message('hello'))).toMatchObject({
        kind: 'refused',
        status: 403,
        isGone: true,
      })
    }
  })

  test('to edit the message of somebody else is a refusal', async () => {
    const { ann, general } = begin()
    const { ts } = slack.people.post(general, ann, 'mine')
    const sent = { ...place(general.id), messageId: ts }
    expect(await channel.edit(sent, message('two'))).toMatchObject({
      kind: 'refused',
      problem: 'cant_update_message',
      isGone: false,
    })
  })

  test('of the login says so, and an expired token later too', async () => {
    slack.state.botToken = 'xoxb-another'
    const error = await channel.introduce().catch((reason: unknown) => reason)
    expect(channel.classifyError(error)).toMatchObject({ kind: 'refused', status: 401 })
    expect(channel.classifyError(new Error('another'))).toBeNull()
  })
})

test('a reaction of the bot is added once', async () => {
  const { ann, general } = begin()
  const { ts, reactions } = slack.people.post(general, ann, 'one')
  const sent = { ...place(general.id), messageId: ts }
  for (const _ of [1, 2]) expect(await channel.react?.(sent, '👍')).toMatchObject({ kind: 'sent' })
  expect(reactions).toEqual([{ name: 'thumbsup', users: [slack.state.me.id] }])
})

test('a member is one of the channel, and an admin one of the workspace', async () => {
  const { ann, general } = begin()
  const boss = slack.people.user('Boss', { isAdmin: true })
  const gone = slack.people.user('Gone')
  for (let i = 0; i < 1_500; i += 1) general.members.add(`U1${i}`)
  for (const one of [boss, gone]) general.members.add(one.id)
  gone.isGone = true
  expect(await channel.findMember(general.id, ann.id)).toEqual({ isAdmin: false, names: ['ann'] })
  expect(await channel.findMember(general.id, boss.id)).toMatchObject({ isAdmin: true })
  expect(await channel.findMember(general.id, gone.id)).toBeNull()
  expect(await channel.findMember(general.id, slack.people.user('Out').id)).toBeNull()
  expect(await channel.findMember('C404', ann.id)).toBeNull()
})

describe('a file', () => {
  const bytes = new Uint8Array([1, 2, 3, 4])
  const limits = { maxBytes: 100, signal: undefined }
  const sent = { bytes, name: 'a.png', mimetype: 'image/png' }

  test('is downloaded with the token, up to a size', async () => {
    const { id: fileId } = slack.people.file(sent)
    expect(await channel.fetchFile({ kind: 'photo', fileId }, limits)).toEqual(bytes)
    expect(
      await channel.fetchFile({ kind: 'photo', fileId }, { ...limits, maxBytes: 3 }),
    ).toBeNull()
    expect(await channel.fetchFile({ kind: 'photo', fileId: 'F404' }, limits)).toBeNull()
    expect(await channel.fetchFile({ kind: 'photo' }, limits)).toBeNull()
  })

  test('that is said to be elsewhere is not, since the token would go there', async () => {
    const elsewhere = await startSlackServer()
    for (const url of [
      `${elsewhere.root}x`,
      'http://slack.com/x',
      'https://slack.com.evil.example/x',
    ]) {
      const { id: fileId } = slack.people.file({ ...sent, url })
      expect(await channel.fetchFile({ kind: 'photo', fileId }, limits)).toBeNull()
    }
    expect(elsewhere.calls()).toEqual([])
    await elsewhere.stop()
  })
})
