import { afterEach, expect, test } from 'vitest'
import { startWorld, type TelegramWorld } from '../../../test/telegram-world.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import type { Transcribe } from '../../models/transcriber.ts'

const databases = useDatabase()
let world: TelegramWorld
let db: TestDb
let recordings: Uint8Array[]
afterEach(() => world.stop())

/** A bot in a group; `transcribe` gets each recording. */
async function begin(transcribe: Transcribe) {
  db = await databases.fresh()
  recordings = []
  world = await startWorld(db, {
    settings: { names: ['Iris'] },
    transcribe: (recording) => {
      recordings.push(recording.bytes)
      return transcribe(recording)
    },
  })
  const { telegram } = world
  const [ann, bob] = [telegram.person('Ann'), telegram.person('Bob')]
  const group = telegram.group('Friends', [ann, bob])
  return { ann, bob, group }
}

const voice = { media: { kind: 'voice' } } as const

async function texts(): Promise<string[]> {
  const rows = await db.database.asOwner((tx) =>
    tx.query<{ text: string }>(
      `select text from messages where workspace_id = $1 and not is_bot order by id`,
      [db.workspaceId],
    ),
  )
  return rows.map(({ text }) => text)
}

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a voice message of a group becomes its transcript, and answers are made from it', async () => {
  const { ann, bob, group } = await begin(async () => 'The train leaves at nine')
  group.say(ann, '', voice)
  await until(async () => (await texts())[0] === 'The train leaves at nine')
  expect(recordings).toHaveLength(1)
  group.say(bob, `@${world.telegram.me.username} when does the train leave?`)
  expect((await world.answers(group.id))[0]?.text).toContain('nine')
  await world.restart()
  expect(recordings).toHaveLength(1)
})

test('one that calls the bot by its name is answered; in private each is', async () => {
  const { ann, bob, group } = await begin(async () => 'Iris, when does the train leave?')
  group.say(bob, 'The train leaves at nine from platform four')
  group.say(ann, '', voice)
  const [answer] = await world.answers(group.id)
  expect(answer?.text).toContain('nine')
  ann.private.say('', voice)
  expect(await world.answers(ann.private.id)).toHaveLength(1)
  expect((await texts()).at(-1)).toBe('Iris, when does the train leave?')
})

test('a failing model is asked again, and silence is left as it is', async () => {
  const said = ['', new AppError('model_unavailable', 'away'), 'Back at last']
  const { ann, group } = await begin(async () => {
    const next = said.shift() ?? ''
    if (next instanceof AppError) throw next
    return next
  })
  group.say(ann, '', voice)
  await until(async () => recordings.length === 1)
  group.say(ann, '', voice)
  await until(async () => (await texts())[1] === 'Back at last')
  expect(await texts()).toEqual(['', 'Back at last'])
})

test('a message that is deleted meanwhile keeps no words', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { ann, group } = await begin(async () => {
    await held
    return 'secret words'
  })
  const said = group.say(ann, '', voice)
  await until(async () => recordings.length === 1)
  const principal = {
    workspaceId: db.workspaceId,
    role: 'admin',
    personId: null,
    name: 'test',
  } as const
  const target = {
    channel: 'telegram',
    externalId: String(group.id),
    messageId: String(said.message_id),
  }
  await world.engine.delete(principal, target)
  release()
  await world.restart()
  expect((await texts()).join()).not.toContain('secret')
})
