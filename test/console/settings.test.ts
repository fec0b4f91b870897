import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole, WIDE } from './browser.ts'

const console = useConsole({ EARSHOT_TOP_K: '4' })

const kept = async () =>
  JSON.parse(await readFile(join(console.home, 'earshot.config.json'), 'utf8')) as Record<
    string,
    unknown
  >

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

describe('knobs', () => {
  test('are found, changed, refused when wrong, and hold from the next start on', async () => {
    const page = await console.open('/#/settings/knobs', { expected: /400/ })
    await page.getByLabel('Find a setting').fill('maximum pages')
    await page.getByText('1 settings').waitFor()
    const pages = row(page, 'EARSHOT_FILE_PAGES')
    await pages.getByRole('button', { name: 'Change' }).click()
    const field = page.getByLabel('EARSHOT_FILE_PAGES', { exact: true })
    await field.fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    await pages.getByRole('alert').filter({ hasText: 'EARSHOT_FILE_PAGES is not usable' }).waitFor()
    await field.fill('300')
    await page.getByRole('button', { name: 'Save' }).click()
    await pages.getByText('Next start: 300').waitFor()
    await page.getByText('1 setting will hold from the next start on').waitFor()
    expect(await kept()).toMatchObject({ EARSHOT_FILE_PAGES: '300' })
    await page.getByLabel('Find a setting').fill('')
    await page.getByLabel('Only changed ones').check()
    await page.getByRole('button', { name: 'Use the default: EARSHOT_FILE_PAGES' }).click()
    await expect.poll(kept).not.toHaveProperty('EARSHOT_FILE_PAGES')
  }, 60_000)

  test('of the environment are shown and not to be changed', async () => {
    const page = await console.open('/#/settings/knobs')
    const fixed = row(page, 'EARSHOT_TOP_K')
    await fixed.getByText('Set in the environment').waitFor()
    expect(await fixed.getByRole('button').count()).toBe(0)
  })

  test('that are not there are said not to be', async () => {
    const page = await console.open('/#/settings/knobs')
    await page.getByLabel('Find a setting').fill('zzz')
    await page.getByText('No setting is called or means that.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'EARSHOT_PORT').waitFor()
  })
})

test('a secret is taken in, and never shown again', async () => {
  const page = await console.open('/#/settings/models')
  await page.getByRole('button', { name: 'Set OPENAI_API_KEY' }).click()
  const field = page.getByLabel('New value of OPENAI_API_KEY')
  expect(await field.getAttribute('type')).toBe('password')
  expect(await field.getAttribute('autocomplete')).toBe('off')
  await field.fill('sk-not-to-be-seen')
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'OPENAI_API_KEY').getByText('set from the next start on').waitFor()
  expect(await kept()).toMatchObject({ OPENAI_API_KEY: 'sk-not-to-be-seen' })
  await page.reload()
  await row(page, 'OPENAI_API_KEY').waitFor()
  expect(await page.content()).not.toContain('not-to-be-seen')
  await page.getByRole('button', { name: 'Remove: OPENAI_API_KEY' }).click()
  await expect.poll(kept).not.toHaveProperty('OPENAI_API_KEY')
})

test('a persona is written, compared and taken back', async () => {
  const page = await console.open('/#/settings/prompts')
  const persona = page.getByLabel('Persona')
  await persona.fill('Be calm.\nBe short.')
  await page.getByRole('button', { name: 'Save as a new version' }).click()
  await page.getByText('Version 1 is in use.').waitFor()
  await persona.fill('Be cheerful.\nBe short.')
  await page.getByRole('button', { name: 'Save as a new version' }).click()
  await page.getByText('Version 2 is in use.').waitFor()
  const diff = page.getByRole('list', { name: 'What changed from Version 1 to Version 2' })
  await expect.poll(() => diff.locator('em').allTextContents()).toEqual([' calm.', ' cheerful.'])
  await page.getByRole('button', { name: 'Edit from here: Version 1' }).click()
  await expect.poll(() => persona.inputValue()).toBe('Be calm.\nBe short.')
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Version 3 took it back').waitFor()
  const { persona: now } = await console.api<{ persona: unknown }>('GET', '/api/prompts')
  expect(now).toBeNull()
})

test('a chat has a clock and a persona of its own', async () => {
  const chat = { channel: 'telegram', id: '-100', kind: 'group', title: 'Travel' }
  const author = { id: '5', name: 'Ann' }
  const message = { id: '1', author, sent_at: new Date().toISOString(), text: 'hello' }
  await console.api('POST', '/api/messages', { chat, messages: [message] })
  const page = await console.open('/#/settings/chats', { size: NARROW, expected: /400/ })
  await page.getByLabel('Chat', { exact: true }).selectOption('telegram:-100')
  await page.getByLabel('Hearing').selectOption('off')
  await page.getByLabel('Time zone').fill('Mars/Olympus')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Europe/Kyiv' }).waitFor()
  await page.getByLabel('Time zone').fill('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. It holds at once.').waitFor()
  const path = `/api/chats/${encodeURIComponent('telegram:-100')}/settings`
  expect(await console.api('GET', path)).toMatchObject({ hearing: 'off', time_zone: 'Asia/Tokyo' })
  await checkFits(page)
})

test('the truth about a bot’s privacy mode is told for each group', async () => {
  const page = await console.open('/#/nowhere')
  const group = { status: 'member', overheard_at: null }
  const groups = [
    { ...group, chat: '-1', title: 'Deaf <b>group</b>' },
    { ...group, chat: '-2', title: 'Open', overheard_at: new Date().toISOString() },
  ]
  const bot = { id: '1', username: 'iris_bot', reads_all: false, groups }
  const bots = [{ ...bot, listened_at: new Date().toISOString() }]
  await page.route('**/api/telegram', (route) => route.fulfill({ json: { bots } }))
  await page.goto('/#/settings/telegram')
  await page.getByText('privacy mode is on').waitFor()
  const deaf = page.getByRole('listitem').filter({ hasText: 'Deaf <b>group</b>' })
  await deaf.getByText('hears only what is meant for it').waitFor()
  await deaf.getByText('Make it an admin of the group').waitFor()
  const open = page.getByRole('listitem').filter({ hasText: 'last overheard' })
  await open.getByText('hears everybody').waitFor()
})

test('without a bot it is said how to get one', async () => {
  const page = await console.open('/#/settings/telegram')
  await page.getByText('Talk to @BotFather').waitFor()
  await row(page, 'EARSHOT_TELEGRAM_TOKEN').getByText('not set').waitFor()
})

test.each([
  ['models', 'light', WIDE],
  ['prompts', 'dark', NARROW],
  ['knobs', 'dark', WIDE],
  ['knobs', 'light', NARROW],
  ['access', 'light', NARROW],
  ['chats', 'dark', WIDE],
  ['telegram', 'dark', NARROW],
] as const)('nothing to stumble over at %s, %s', async (tab, theme, size) => {
  const page = await console.open(`/#/settings/${tab}`, { theme, size })
  await page.locator('[role=tabpanel] section').first().waitFor()
  await checkAxe(page)
  await checkFits(page)
})

describe('what is pending', () => {
  const away = /ERR_CONNECTION|Failed to load resource/

  test('holds once the server has started again, which the console can have it do', async () => {
    const page = await console.open('/#/settings/knobs', { expected: away })
    await page.getByLabel('Find a setting').fill('maximum pages')
    const pages = row(page, 'EARSHOT_FILE_PAGES')
    await pages.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('EARSHOT_FILE_PAGES', { exact: true }).fill('700')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Start again now' }).click()
    await page.getByText('will hold from the next start on').waitFor({ state: 'detached' })
    await pages.getByText('700').waitFor()
    expect(await pages.textContent()).not.toContain('Next start')
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    await page.getByText('The thai restaurant').first().waitFor()
  }, 120_000)

  test('and cannot be used does not take the server away', async () => {
    const page = await console.open('/#/settings/models', { expected: away })
    const model = row(page, 'EARSHOT_MODEL')
    await model.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('EARSHOT_MODEL', { exact: true }).fill('nobody:nothing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Start again now' }).click()
    await page.getByText('goes on with the settings of before').waitFor({ timeout: 60_000 })
    expect(await (await fetch(`${console.url}/health/live`)).json()).toEqual({ status: 'ok' })
    await console.api('PUT', '/api/settings', { changes: { EARSHOT_MODEL: null } })
  }, 120_000)
})

/* Last: with the first key the door is closed, for all tests after it. */
describe('access', () => {
  test('a key is made, shown once, used to sign in, and revoked; lesser roles see less', async () => {
    const page = await console.open('/#/settings/access', { expected: /401|Failed to load/ })
    await page.getByText('There are no keys yet.').waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This closes the door').waitFor()
    await dialog.getByLabel('Name').fill('me')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    const key =
      (await dialog.getByRole('status', { name: 'The key, this once' }).textContent()) ?? ''
    expect(key).toMatch(/^es_[a-z0-9]{12}_/)
    await checkAxe(page)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    const as = { Authorization: `Bearer ${key}` }
    const staff = await console.api<{ id: string; key: string }>(
      'POST',
      '/api/keys',
      { name: 'helper', role: 'staff' },
      as,
    )
    // The open door is seen to be closed within five seconds, and the page asks who it is.
    await page.reload()
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByLabel('API key').isVisible()
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Revoke helper' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke helper' }).click()
    await page.getByRole('dialog').getByText('locked out within five seconds').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    const other = await console.open('/', { expected: /401|Failed to load/ })
    await other.getByLabel('API key').fill(staff.key)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.goto('/#/settings/access')
    await other.getByText('This needs a key of the role admin.').waitFor()
    await other.goto('/#/settings/prompts')
    await other.getByLabel('Persona').waitFor()

    const member = await console.api<{ key: string }>(
      'POST',
      '/api/keys',
      { name: 'ann', role: 'member', person: 'demo:ann' },
      as,
    )
    const anns = await console.open('/', { expected: /401|Failed to load/ })
    await anns.getByLabel('API key').fill(member.key)
    await anns.getByRole('button', { name: 'Sign in' }).click()
    await anns.getByText('Signed in with a key of the role member').waitFor()
    for (const place of ['operations', 'settings/prompts']) {
      await anns.goto(`/#/${place}`)
      await anns.getByText('This needs a key of the role staff.').waitFor()
    }
    await page.reload()
    await page.getByText('Ann (demo:ann)').waitFor()

    await page.getByRole('button', { name: 'Revoke helper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByLabel('Show revoked ones').check()
    await page.getByText('revoked just now').waitFor()
  }, 120_000)
})
