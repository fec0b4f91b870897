import { afterEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { startWorld, type TelegramWorld, type WorldOptions } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'

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

/** The bot's last reply. */
async function replyTo(chat: number, say: () => void): Promise<string> {
  const before = world.telegram.sent(chat).length
  say()
  const sent = await world.answers(chat, before + 1)
  return sent.at(-1)?.text ?? ''
}

describe('/help tells what the bot hears', () => {
  test('privacy mode on: only what is meant for it, and how to change that', async () => {
    const { group, ann, tag } = await begin({ privacy: 'on' })
    const help = await replyTo(group.id, () => group.say(ann, `/help${tag}`))
    expect(help).toContain('only messages addressed to me')
    expect(help).toContain('/setprivacy')
  })

  test('privacy mode off: it should, until somebody was overheard', async () => {
    const { group, ann } = await begin({ privacy: 'off' })
    expect(await replyTo(group.id, () => group.say(ann, '/help'))).toContain(
      'have not yet received',
    )
    group.say(ann, 'just talking')
    await world.heard()
    expect(await replyTo(group.id, () => group.say(ann, '/help'))).toContain(
      'I receive all messages',
    )
  })

  test('what was really heard counts more than what Telegram says, until the bot has another place', async () => {
    const { telegram, group, ann } = await begin({ privacy: 'on' })
    group.promoteBot(ann)
    expect(await replyTo(group.id, () => group.say(ann, '/help'))).toContain(
      'I receive all messages',
    )
    group.say(ann, 'talk that only an admin hears')
    await world.heard()
    group.demoteBot(ann)
    expect(await replyTo(group.id, () => group.say(ann, '/help'))).toContain(
      'only messages addressed to me',
    )
    expect(telegram.violations()).toEqual([])
  })

  test('who comes into a group says who it is, what it hears and what it keeps', async () => {
    const { telegram, ann } = await begin({ privacy: 'on' })
    const group = telegram.group('New', [ann], { bot: 'left' })
    const hello = await replyTo(group.id, () => group.addBot(ann))
    expect(hello).toMatch(/Hello, I am .*only messages addressed to me.*\/privacy/s)
    await world.restart()
    group.say(ann, '/help')
    await world.answers(group.id, 2)
    expect(telegram.sent(group.id)).toHaveLength(2)
  })
})

describe('the menu', () => {
  test('offers admins more than others', async () => {
    const { telegram } = await begin()
    await telegram.until(() => telegram.commands.size === 3)
    const names = (scope: string) => telegram.commands.get(scope)?.map(({ command }) => command)
    const read = [
      'help',
      'catchup',
      'digest',
      'remind',
      'why',
      'context',
      'topic',
      'memory',
      'forget',
      'link',
    ]
    const all = [...read, 'privacy', 'optout', 'optin', 'forget_me']
    expect(names('all_group_chats')).toEqual(all)
    expect(names('all_chat_administrators')).toEqual([...all, 'prompt', 'settings'])
    expect(names('all_private_chats')).toEqual([...all, 'prompt', 'settings'])
  })
})

describe('/why', () => {
  test('shows what the last answer was made from; the button shows it once', async () => {
    const { telegram, ann, bob, group, tag } = await begin()
    group.say(ann, 'The train leaves at nine from platform four')
    group.say(bob, 'My cat caught a mouse')
    group.say(bob, `${tag} when does the train leave?`)
    const [answer] = await world.answers(group.id)
    const why = await replyTo(group.id, () => group.say(ann, '/why'))
    expect(why).toMatch(/I retrieved \d+ items? and included \d+/)
    expect(why).toContain('[1] Ann: The train leaves at nine')
    const press = () => telegram.press(answer as never, 'Why?', bob)
    expect(await replyTo(group.id, press)).toContain('I retrieved')
    const count = telegram.sent(group.id).length
    press()
    await world.heard()
    group.say(ann, '/help')
    await world.answers(group.id, count + 1)
    expect(telegram.sent(group.id)).toHaveLength(count + 1)
  })

  test('a button that a client made up shows nothing of another chat', async () => {
    const { telegram, ann, bob, group, tag } = await begin()
    group.say(ann, 'The password is swordfish')
    group.say(ann, `${tag} what is the password?`)
    const [answer] = await world.answers(group.id)
    const button = answer?.buttons[0]?.[0]
    const data = button && 'callback_data' in button ? button.callback_data : ''
    const other = telegram.group('Others', [bob])
    other.say(bob, `${tag} hello`)
    const [own] = await world.answers(other.id)
    telegram.deliver({
      callback_query: {
        id: '1',
        from: bob,
        chat_instance: '1',
        data,
        message: own?.message,
      },
    } as never)
    await world.heard()
    other.say(bob, '/help')
    const sent = await world.answers(other.id, 2)
    expect(sent.map(({ text }) => text).join('\n')).not.toContain('swordfish')
  })

  test('where nothing was answered, says so', async () => {
    const { group, ann } = await begin()
    expect(await replyTo(group.id, () => group.say(ann, '/why'))).toContain('not answered anything')
  })
})

test('/context shows what would be looked at, and asks no model', async () => {
  const model = scriptedModel({})
  const { ann, bob, group } = await begin({ engine: { model } })
  group.say(ann, 'We could eat at the harbour')
  group.say(bob, 'The harbour is closed on Mondays')
  const context = await replyTo(group.id, () => group.say(ann, '/context what about the harbour?'))
  expect(context).toContain('closed on Mondays')
  expect(model.calls).toEqual([])
})

test('/topic says what is not known yet', async () => {
  const { ann, group } = await begin()
  const topic = await replyTo(group.id, () => group.say(ann, '/topic'))
  expect(topic).toContain('The topics of this session are not known yet')
})

describe('what a person decides', () => {
  test('/optout hides them from others, /privacy says so, /optin takes it back', async () => {
    const { ann, bob, group, tag } = await begin()
    group.say(ann, 'I live at the old mill')
    expect(await replyTo(group.id, () => group.say(ann, '/optout'))).toContain('Done')
    expect(await replyTo(group.id, () => group.say(ann, '/privacy'))).toContain('You opted out')
    const answer = await replyTo(group.id, () => group.say(bob, `${tag} where does Ann live?`))
    expect(answer).not.toContain('mill')
    expect(await replyTo(group.id, () => group.say(ann, '/optin'))).toContain('remember you again')
    const own = await replyTo(group.id, () => group.say(ann, '/privacy'))
    expect(own).not.toContain('You opted out')
  })

  test('somebody who opted out is answered what they ask', async () => {
    const { ann, bob, group, tag } = await begin()
    group.say(bob, 'The ferry to Rhodes costs forty euros')
    await replyTo(group.id, () => group.say(ann, '/optout'))
    const answer = await replyTo(group.id, () => group.say(ann, `${tag} what does the ferry cost?`))
    expect(answer).toContain('forty euros')
    // Their questions are no turns of the group's session.
    expect((await rowsOf(db)).get('turns')).toEqual([])
  })

  test('/forget_me asks first, and only whom it asked may say yes', async () => {
    const { telegram, ann, bob, group, tag } = await begin()
    group.say(ann, 'My canary is called CANARY-77')
    group.say(bob, `${tag} what is the canary called?`)
    group.say(ann, `${tag} is CANARY-77 a good name?`)
    await world.answers(group.id, 2)
    group.say(ann, '/forget_me')
    const question = (await world.answers(group.id, 3)).at(-1)
    telegram.press(question as never, 'Yes, forget me', bob)
    await world.heard()
    await replyTo(group.id, () => group.say(bob, '/help'))
    expect(JSON.stringify([...(await rowsOf(db))])).toContain('CANARY-77')
    const done = await replyTo(group.id, () =>
      telegram.press(question as never, 'Yes, forget me', ann),
    )
    expect(done).toContain('are deleted')
    // Also in the bot's messages to other users.
    expect(JSON.stringify([...(await rowsOf(db))])).not.toContain('CANARY-77')
  })
})

describe('for admins', () => {
  test('/prompt changes how it speaks in this chat, and is refused to others', async () => {
    const model = scriptedModel({
      answer: 'Arr.',
      grade: '{"relevant":[1]}',
      rewrite: '{"query":"x"}',
    })
    const { ann, bob, group, tag } = await begin({ engine: { model } })
    expect(await replyTo(group.id, () => group.say(bob, '/prompt Be rude'))).toContain('for admins')
    await replyTo(group.id, () => group.say(ann, '/prompt You are a pirate'))
    expect(await replyTo(group.id, () => group.say(ann, '/prompt'))).toContain('You are a pirate')
    await replyTo(group.id, () => group.say(bob, `${tag} hello?`))
    expect(JSON.stringify(model.calls.at(-1)?.prompt)).toContain('You are a pirate')
    await replyTo(group.id, () => group.say(ann, '/prompt reset'))
    expect(await replyTo(group.id, () => group.say(ann, '/prompt'))).toContain('Default persona')
  })

  test('/settings: who is answered, and whether anything is kept', async () => {
    const { telegram, ann, bob, group, tag } = await begin()
    await replyTo(group.id, () => group.say(ann, '/settings answers admins'))
    group.say(bob, `${tag} hello?`)
    await world.heard()
    const shown = await replyTo(group.id, () => group.say(ann, '/settings hearing off'))
    expect(shown).toMatch(/hearing: off\nanswers: admins/)
    group.say(bob, 'nobody shall keep this')
    const deaf = await replyTo(group.id, () => group.say(ann, `${tag} what was said?`))
    expect(deaf).toContain('do not store messages in this chat')
    expect(JSON.stringify([...(await rowsOf(db))])).not.toContain('nobody shall keep this')
    expect(telegram.sent(group.id).some(({ text }) => text.includes('Extract'))).toBe(false)
    const wrong = await replyTo(group.id, () => group.say(ann, '/settings colour blue'))
    expect(wrong).toContain('is no setting')
  })
})

test('in a private chat everything is asked, and an unknown command is helped with', async () => {
  const { telegram, ann } = await begin()
  const help = await replyTo(ann.id, () => ann.private.say('/whatever'))
  expect(help).toContain('Write your question here')
  ann.private.say('My flat is number twelve')
  await world.answers(ann.id, 2)
  const answer = await replyTo(ann.id, () => ann.private.say('which number has my flat?'))
  expect(answer).toContain('twelve')
  expect(telegram.violations()).toEqual([])
})
