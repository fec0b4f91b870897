import type { Update } from 'grammy/types'
import { expect, test } from 'vitest'
import { startTelegramServer } from './telegram-server.ts'
import { useTelegramServer } from './use-telegram-server.ts'

const { telegram, api } = useTelegramServer()

const texts = (updates: readonly Update[]) => updates.map(({ message }) => message?.text)
const nextOffset = (updates: readonly Update[]) => (updates.at(-1)?.update_id ?? 0) + 1

test('updates are handed out again until an offset confirms them', async () => {
  const ann = telegram().person('Ann')
  ann.private.say('one')
  ann.private.say('two')
  const first = await api().getUpdates()
  expect(texts(first)).toEqual(['one', 'two'])
  expect(await api().getUpdates()).toEqual(first)
  expect(telegram().confirmed).toEqual([])
  expect(await api().getUpdates({ offset: nextOffset(first) })).toEqual([])
  expect(texts(telegram().confirmed)).toEqual(['one', 'two'])
  expect(telegram().pending()).toEqual([])
})

test('an offset that passes what was never handed out is told apart', async () => {
  const ann = telegram().person('Ann')
  for (const text of ['one', 'two', 'three']) ann.private.say(text)
  const [one] = await api().getUpdates({ limit: 1 })
  const rest = await api().getUpdates({ offset: (one?.update_id ?? 0) + 2 })
  expect(texts(rest)).toEqual(['three'])
  expect(texts(telegram().confirmed)).toEqual(['one'])
  expect(texts(telegram().skipped)).toEqual(['two'])
})

test('a negative offset keeps the last ones, and a hundred come at most', async () => {
  const ann = telegram().person('Ann')
  for (let n = 1; n <= 120; n += 1) ann.private.say(`${n}`)
  expect(await api().getUpdates({ limit: 500 })).toHaveLength(100)
  expect(texts(await api().getUpdates({ offset: -2 }))).toEqual(['119', '120'])
})

test('a poll waits for what comes', async () => {
  const ann = telegram().person('Ann')
  const poll = api().getUpdates({ timeout: 30 })
  await telegram().until(() => telegram().calls('getUpdates').length === 1)
  ann.private.say('here')
  expect(texts(await poll)).toEqual(['here'])
})

test('a confirmation is seen while the poll that brought it still waits', async () => {
  telegram().person('Ann').private.say('x')
  const offset = nextOffset(await api().getUpdates())
  const poll = api().getUpdates({ offset, timeout: 30 })
  await telegram().until(() => telegram().confirmed.length === 1)
  telegram().person('Bob').private.say('y')
  await poll
})

test('of two polls the older one is ended, and that is noted', async () => {
  const first = api().getUpdates({ timeout: 30 })
  await telegram().until(() => telegram().calls('getUpdates').length === 1)
  const second = api().getUpdates({ timeout: 30 })
  await expect(first).rejects.toMatchObject({
    error_code: 409,
    description:
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  })
  expect(telegram().violations()).toEqual(['two getUpdates at once'])
  telegram().person('Ann').private.say('x')
  expect(await second).toHaveLength(1)
})

test('a second poller gets in the way and takes nothing', async () => {
  const poll = api().getUpdates({ timeout: 30 })
  await telegram().until(() => telegram().calls('getUpdates').length === 1)
  const other = telegram().secondPoller()
  await expect(poll).rejects.toMatchObject({ error_code: 409 })
  other.stop()
  telegram().person('Ann').private.say('mine')
  expect(texts(await api().getUpdates())).toEqual(['mine'])
  expect(telegram().violations()).toEqual([])
})

test('the kinds that were asked for are remembered; some come only by name', async () => {
  const ann = telegram().person('Ann')
  const group = telegram().group('Friends', [ann], { bot: 'administrator' })
  const message = group.say(ann, 'hello')
  group.react(ann, message, '👍')
  const kinds = async (allowed_updates?: ['message_reaction']) => {
    const updates = await api().getUpdates({
      offset: -100,
      ...(allowed_updates && { allowed_updates }),
    })
    return updates.map((update) =>
      Object.keys(update)
        .filter((key) => key !== 'update_id')
        .join(),
    )
  }
  expect(await kinds()).toEqual(['message'])
  await kinds(['message_reaction'])
  group.react(ann, message, '🎉')
  group.say(ann, 'unheard')
  expect(await kinds()).toEqual(['message', 'message_reaction'])
})

test('what waited for a day is gone', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const server = await startTelegramServer({ now: () => now })
  const ann = server.person('Ann')
  ann.private.say('old')
  now = new Date('2026-03-02T11:00:00Z')
  ann.private.say('new')
  expect(texts(server.pending())).toEqual(['old', 'new'])
  now = new Date('2026-03-02T13:00:00Z')
  const body = await fetch(`${server.url}/bot${server.token}/getUpdates`)
  const { result } = (await body.json()) as { result: Update[] }
  expect(texts(result)).toEqual(['new'])
  await server.stop()
})

test('after a quiet week the numbers begin anew, and an old offset hides nothing', async () => {
  const ann = telegram().person('Ann')
  ann.private.say('before')
  const offset = nextOffset(await api().getUpdates())
  await api().getUpdates({ offset })
  telegram().restartUpdateIds(1_000)
  ann.private.say('after')
  const updates = await api().getUpdates({ offset })
  expect(updates).toMatchObject([{ update_id: 1_000, message: { text: 'after' } }])
})

test('updates can be delivered as they are, twice and out of order', async () => {
  const ann = telegram().person('Ann')
  ann.private.say('x')
  const [update] = await api().getUpdates()
  if (!update) throw new Error('nothing came')
  const { update_id: _, ...content } = update
  telegram().deliver(update, { ...content }, { ...content, update_id: update.update_id - 5 })
  const ids = (await api().getUpdates()).map(({ update_id }) => update_id - update.update_id)
  expect(ids).toEqual([0, 0, 1, -5])
})

test('what waits can be put into another order, under the same numbers', async () => {
  const ann = telegram().person('Ann')
  for (const text of ['one', 'two', 'three']) ann.private.say(text)
  const before = telegram().pending()
  const dice = [0.9, 0.5, 0.1]
  telegram().shufflePending(() => dice.shift() ?? 0)
  const after = await api().getUpdates()
  expect(texts(after)).toEqual(['three', 'two', 'one'])
  const ids = (updates: readonly Update[]) => updates.map(({ update_id }) => update_id)
  expect(ids(after)).toEqual(ids(before))
})

test('what is said in one breath comes in one answer', async () => {
  const ann = telegram().person('Ann')
  const poll = api().getUpdates({ timeout: 30 })
  await telegram().until(() => telegram().calls('getUpdates').length === 1)
  for (const text of ['one', 'two']) ann.private.say(text)
  expect(texts(await poll)).toEqual(['one', 'two'])
})
