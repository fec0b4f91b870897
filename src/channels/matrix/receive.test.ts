import { describe, expect, test } from 'vitest'
import { useMatrix } from '../../../test/matrix-world.ts'

const matrix = useMatrix()

describe('a message', () => {
  test('is stored with its author, its room and its text', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends', alias: '#friends:matrix.test' })
    const { event_id: id } = people.say(room, ann, 'The train leaves at nine')
    expect(await stored()).toEqual([
      expect.objectContaining({
        ...{ chat: room.id, chatKind: 'group', title: 'Friends', id, kind: 'message' },
        ...{ text: 'The train leaves at nine', author: ann.id, name: 'Ann', isBot: false },
        ...{ replyTo: null, topic: null, media: [], isEdited: false, isDeleted: false },
      }),
    ])
  })

  test('is stored as people see it: with the text of its HTML', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'something **else**', {
      format: 'org.matrix.custom.html',
      formatted_body: 'see <strong>this</strong>:<pre><code>a &lt; b</code></pre>',
    })
    people.say(room, ann, 'only this', { format: 'text/markdown', formatted_body: '<b>no</b>' })
    people.say(room, ann, 'nor this', {
      format: 'org.matrix.custom.html',
      formatted_body: '<p></p>',
    })
    const texts = (await stored()).map(({ text }) => text)
    expect(texts).toEqual(['see this:\n```\na < b\n```', 'only this', 'nor this'])
  })

  test('of any kind has a text, and its files', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const info = { mimetype: 'image/png', size: 12 }
    const url = 'mxc://matrix.test/abc'
    people.send(room, ann, { msgtype: 'm.image', body: 'cat.png', info, url })
    people.send(room, ann, { msgtype: 'm.image', body: 'My cat', filename: 'cat.png', info, url })
    people.send(room, ann, {
      msgtype: 'm.audio',
      body: 'voice.ogg',
      url,
      'org.matrix.msc3245.voice': {},
    })
    people.send(room, ann, { msgtype: 'm.file', body: 'a.pdf', url: 'https://evil.test/a.pdf' })
    people.send(room, ann, { msgtype: 'm.emote', body: 'waves' })
    people.send(room, ann, { msgtype: 'm.location', body: 'The park', geo_uri: 'geo:1,2' })
    people.send(room, ann, { msgtype: 'org.example.custom', body: 'a custom message' })
    const rows = await stored()
    expect(rows.map(({ text }) => text)).toEqual([
      ...['', 'My cat', '', '', '* waves', '[location] The park', 'a custom message'],
    ])
    const [picture, captioned, voice, elsewhere] = rows.map(({ media }) => media)
    expect(picture).toEqual([
      { kind: 'photo', fileId: url, name: 'cat.png', mimeType: 'image/png', sizeBytes: 12 },
    ])
    expect(captioned).toEqual(picture)
    expect(voice).toEqual([{ kind: 'voice', fileId: url, name: 'voice.ogg' }])
    expect(elsewhere).toEqual([])
  })

  test('may be a sticker or a poll, stable or not', async () => {
    const { server, people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const add = (type: string, content: object) =>
      server.world.add(room, { type, sender: ann.id, content: { ...content } })
    add('m.sticker', { body: 'a cat', url: 'mxc://matrix.test/cat' })
    const text = (body: string) => ({ 'm.text': [{ body }] })
    add('m.poll.start', {
      'm.poll': { question: text('Lunch?'), answers: [text('One'), text('Two')] },
    })
    const old = (body: string) => ({ 'org.matrix.msc1767.text': body })
    add('org.matrix.msc3381.poll.start', {
      'org.matrix.msc3381.poll.start': { question: old('Tea?'), answers: [old('Yes'), old('No')] },
    })
    server.changed()
    expect((await stored()).map((row) => row.text)).toEqual([
      ...['[sticker a cat]', '[poll] Lunch?: One / Two', '[poll] Tea?: Yes / No'],
    ])
  })

  test('in a room that began with a direct invitation is private', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { isDirect: true, title: 'Ann and Earshot' })
    people.say(room, ann, 'hello there')
    const [message] = await stored(room.id)
    expect(message).toMatchObject({ chatKind: 'private', title: null })
  })

  test('in a private chat that others have joined is neither stored nor answered', async () => {
    const { people, ann, bob, stored, sent, bot } = await matrix.start()
    const room = people.createRoom([ann], { isDirect: true })
    people.say(room, ann, 'hello there')
    await bot.answers(room.id, 1)
    people.setMember(room, bob.id, 'join')
    people.say(room, bob, 'what does Ann ask you?')
    people.say(room, ann, 'hello again')
    expect((await stored()).filter(({ isBot }) => !isBot).map(({ text }) => text)).toEqual([
      'hello there',
    ])
    expect(sent(room.id).filter(({ text }) => text.includes('others have joined'))).toHaveLength(1)
    people.setMember(room, bob.id, 'leave')
    people.say(room, ann, 'now we are alone')
    const texts = (await stored()).map(({ text }) => text)
    expect(texts).toContain('now we are alone')
  })

  test('that replies has its parent, with a copy of what was written before the bot came', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends', bot: 'absent', isPublic: true })
    const { event_id: early } = people.say(room, ann, 'The mill opens at ten')
    people.setMember(room, '@earshot:matrix.test', 'join')
    const { event_id: id } = people.say(
      ...([room, bob, '> <@ann:matrix.test> The mill opens at ten\n\nIs this so?'] as const),
      { 'm.relates_to': { 'm.in_reply_to': { event_id: early } } },
    )
    expect(await stored()).toMatchObject([
      { id, text: 'Is this so?', replyTo: early, snapshot: { text: 'The mill opens at ten' } },
    ])
  })

  test('that names a message of another room as its parent gets no copy of it', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const secret = people.createRoom([ann], { isDirect: true })
    const { event_id: id } = people.say(secret, ann, 'a secret of Ann')
    await stored()
    const room = people.createRoom([bob], { title: 'Others' })
    const relation = { 'm.relates_to': { 'm.in_reply_to': { event_id: id } } }
    people.say(room, bob, '@earshot what is that?', relation)
    const rows = await stored(room.id)
    expect(JSON.stringify(rows)).not.toContain('a secret')
    expect(rows[0]?.snapshot).toBeNull()
  })

  test('in a thread has it as its topic, and its parent only if it replies', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    const { event_id: root } = people.say(room, ann, 'A tent for the festival?')
    const inThread = (parent: string, isFallback: boolean) => ({
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: root,
        'm.in_reply_to': { event_id: parent },
        is_falling_back: isFallback,
      },
    })
    const { event_id: first } = people.say(room, bob, 'I have one', inThread(root, true))
    people.say(room, ann, 'Is it large?', inThread(first, false))
    expect(await stored()).toMatchObject([
      { topic: null, replyTo: null },
      { topic: root, replyTo: null },
      { topic: root, replyTo: first },
    ])
  })

  test('of a bot is stored and never answered', async () => {
    const { people, ann, stored, sent } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.send(room, ann, { msgtype: 'm.notice', body: '@earshot what now?' })
    people.send(room, ann, { msgtype: 'm.notice', body: '!help' })
    expect(await stored()).toMatchObject([
      { text: '@earshot what now?', isBot: true, kind: 'message' },
      { text: '!help', isBot: true, kind: 'message' },
    ])
    expect(sent()).toEqual([])
  })

  test('of the room itself is a notice: its new name and topic', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.setState(room, ann.id, 'm.room.name', { name: 'Best friends' })
    people.setState(room, ann.id, 'm.room.topic', { topic: 'none yet' })
    people.setState(room, ann.id, 'm.room.topic', { topic: 'The festival' })
    people.say(room, ann, 'hello')
    const rows = await stored()
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'The room is now called: Best friends'],
      ['system', 'The topic of the room is now: The festival'],
      ['message', 'hello'],
    ])
    expect(rows[2]?.title).toBe('Best friends')
  })
})

describe('an edit', () => {
  test('replaces the text', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'at nine')
    await stored()
    people.edit(room, ann, id, 'at ten')
    expect(await stored()).toMatchObject([{ id, text: 'at ten', isEdited: true }])
  })

  test('by another person does not count', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'at nine')
    people.edit(room, bob, id, 'never')
    expect(await stored()).toMatchObject([{ id, text: 'at nine', isEdited: false }])
  })

  test('that is older than the last does not count, in whichever order they come', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const { event_id: id } = people.say(room, ann, 'at nine', {}, at(9))
    people.edit(room, ann, id, 'at eleven', at(2))
    people.edit(room, ann, id, 'at ten', at(5))
    expect(await stored()).toMatchObject([{ text: 'at eleven' }])
  })

  test('of an edit, of what is gone, or without new content changes nothing', async () => {
    const { people, ann, stored, waiting } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'at nine')
    const { event_id: edit } = people.edit(room, ann, id, 'at ten')
    people.edit(room, ann, edit, 'at eleven')
    people.edit(room, ann, '$gone', 'at twelve')
    const relation = { 'm.relates_to': { rel_type: 'm.replace', event_id: id } }
    people.say(room, ann, '* at one', relation)
    people.say(room, ann, '* at two', { ...relation, 'm.new_content': 'at two' })
    people.say(room, ann, '* at three', { ...relation, 'm.new_content': { body: 3 } })
    expect(await stored()).toMatchObject([{ text: 'at ten' }])
    expect(await waiting()).toEqual([])
  })

  test('that is processed before its message wins, and the mention in the message is answered', async () => {
    const { people, ann, bot, server, stored, sent, until } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    people.say(room, ann, 'The ferry takes nine hours')
    await stored()
    const cat = people.person('Cat')
    people.setMember(room, cat.id, 'join')
    // The homeserver fails once, when it is asked for the parent of the first message.
    server.fault({ endpoint: 'event', kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' })
    const { event_id: id } = people.say(room, cat, '@earshot how long?', {
      'm.relates_to': { 'm.in_reply_to': { event_id: '$elsewhere' } },
    })
    people.edit(room, cat, id, '@earshot how long does the ferry take?')
    await bot.answers(room.id)
    await until(async () => (await stored()).some(({ isEdited }) => isEdited))
    const texts = (await stored()).filter(({ isBot }) => !isBot).map(({ text }) => text)
    expect(texts).toEqual(['The ferry takes nine hours', '@earshot how long does the ferry take?'])
    expect(sent(room.id)).toHaveLength(1)
  })

  test('that adds a mention is not answered', async () => {
    const { people, ann, stored, sent } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'what now?')
    people.edit(room, ann, id, '@earshot what now?')
    expect(await stored()).toMatchObject([{ text: '@earshot what now?' }])
    expect(sent()).toEqual([])
  })
})

describe('a redaction', () => {
  test('deletes the message', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'a secret')
    await stored()
    people.redact(room, ann, id)
    expect(await stored()).toMatchObject([{ id, text: '', isDeleted: true }])
  })

  test('that the homeserver did not apply does not', async () => {
    const { server, people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    const { event_id: redacts } = people.say(room, ann, 'hello')
    const type = 'm.room.redaction'
    server.world.add(room, { type, sender: bob.id, redacts, content: { redacts } })
    server.changed()
    expect(await stored()).toMatchObject([{ text: 'hello', isDeleted: false }])
  })

  test('of what was never stored changes nothing', async () => {
    const { people, ann, stored, waiting } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'a secret')
    people.redact(room, ann, id)
    people.redact(room, ann, '$gone')
    expect((await stored()).filter(({ isDeleted }) => !isDeleted)).toEqual([])
    expect(await waiting()).toEqual([])
  })
})

describe('reactions', () => {
  test('are all that a message has now, whoever gave or took them', async () => {
    const { people, ann, bob, stored } = await matrix.start()
    const room = people.createRoom([ann, bob], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'Lunch at one?')
    people.react(room, ann, id, '👍')
    const { event_id: second } = people.react(room, bob, id, '👍')
    people.react(room, bob, id, '👍')
    people.react(room, bob, id, 'mxc://matrix.test/party')
    const reactions = async () => (await stored())[0]?.reactions
    expect(await reactions()).toEqual([
      { emoji: ':custom:', count: 1 },
      { emoji: '👍', count: 2 },
    ])
    people.redact(room, bob, second)
    people.react(room, ann, id, '🎉')
    expect(await reactions()).toContainEqual({ emoji: '🎉', count: 1 })
  })

  test('that are taken back are gone', async () => {
    const { people, ann, stored } = await matrix.start()
    const room = people.createRoom([ann], { title: 'Friends' })
    const { event_id: id } = people.say(room, ann, 'Lunch at one?')
    const { event_id: reaction } = people.react(room, ann, id, '👍')
    expect((await stored())[0]?.reactions).toEqual([{ emoji: '👍', count: 1 }])
    people.redact(room, ann, reaction)
    expect((await stored())[0]?.reactions ?? []).toEqual([])
  })
})
