import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, serveInProcess, useConsole, WIDE } from './browser.ts'

const console = useConsole({ EARSHOT_TOP_K: '4' }, serveInProcess)

const stored = async () =>
  JSON.parse(await readFile(join(console.home, 'earshot.config.json'), 'utf8')) as Record<
    string,
    unknown
  >

/** The row of a setting, by its variable. */
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.locator('code', { hasText: exactly(name) }) })
const exactly = (text: string) => new RegExp(`^${text}$`)

test('testing the offline model says that none is configured', async () => {
  const page = await console.open('/#/settings/models')
  await page.getByRole('button', { name: 'Test this model' }).click()
  await page.getByText('No language model is configured').waitFor()
  await checkAxe(page)
})

describe('all settings', () => {
  test('are found, changed, rejected if invalid, and apply after a restart', async () => {
    const page = await console.open('/#/settings/knobs', { expected: /400/ })
    await page.getByLabel('Search settings').fill('maximum pages')
    await page.getByText('1 setting').waitFor()
    const pages = row(page, 'EARSHOT_FILE_PAGES')
    await pages.getByRole('button', { name: 'Change' }).click()
    const field = page.getByLabel('Maximum PDF pages', { exact: true })
    await field.fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    await pages.getByRole('alert').filter({ hasText: 'EARSHOT_FILE_PAGES is not valid' }).waitFor()
    await field.fill('300')
    await page.getByRole('button', { name: 'Save' }).click()
    await pages.getByText('After restart: 300').waitFor()
    await page.getByText('Restart required: 1 setting changed').waitFor()
    expect(await stored()).toMatchObject({ EARSHOT_FILE_PAGES: '300' })
    await page.getByLabel('Search settings').fill('')
    await page.getByLabel('Changed only').check()
    await page.getByRole('button', { name: 'Reset to default: Maximum PDF pages' }).click()
    await expect.poll(stored).not.toHaveProperty('EARSHOT_FILE_PAGES')
  })

  test('have a label as their title, with the variable beside it', async () => {
    const page = await console.open('/#/settings/knobs')
    const timeout = row(page, 'EARSHOT_IDLE_TIMEOUT_MINUTES')
    await timeout.getByRole('heading', { name: 'Session timeout', exact: true }).waitFor()
    const { settings } = await console.api<{ settings: { name: string; label: string }[] }>(
      'GET',
      '/api/settings',
    )
    expect(settings.length).toBeGreaterThan(60)
    for (const { name, label } of settings) {
      const title = row(page, name).getByRole('heading')
      expect([name, await title.textContent()]).toEqual([name, label])
    }
    // A word of the label alone, which neither the variable nor the description has.
    await page.getByLabel('Search settings').fill('prompt retention')
    await page.getByText('1 setting', { exact: true }).waitFor()
    await row(page, 'EARSHOT_PROMPT_DAYS').waitFor()
  })

  test('of the environment are shown and cannot be changed', async () => {
    const page = await console.open('/#/settings/knobs')
    const fixed = row(page, 'EARSHOT_TOP_K')
    await fixed.getByText('Set in the environment').waitFor()
    expect(await fixed.getByRole('button').count()).toBe(0)
  })

  test('that do not match are not listed', async () => {
    const page = await console.open('/#/settings/knobs')
    await page.getByLabel('Search settings').fill('zzz')
    await page.getByText('No matching settings.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'EARSHOT_PORT').waitFor()
  })
})

test('a secret is stored, and not shown again', async () => {
  const page = await console.open('/#/settings/models')
  await page.getByRole('button', { name: 'Set OpenAI API key' }).click()
  const field = page.getByLabel('New value of OpenAI API key')
  expect(await field.getAttribute('type')).toBe('password')
  expect(await field.getAttribute('autocomplete')).toBe('off')
  await field.fill('sk-not-to-be-seen')
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'OPENAI_API_KEY').getByText('set after restart').waitFor()
  expect(await stored()).toMatchObject({ OPENAI_API_KEY: 'sk-not-to-be-seen' })
  await page.reload()
  await row(page, 'OPENAI_API_KEY').waitFor()
  expect(await page.content()).not.toContain('not-to-be-seen')
  await page.getByRole('button', { name: 'Remove: OpenAI API key' }).click()
  await expect.poll(stored).not.toHaveProperty('OPENAI_API_KEY')
})

test('a persona is saved, compared and reset', async () => {
  const page = await console.open('/#/settings/prompts')
  const persona = page.getByLabel('Persona', { exact: true })
  await persona.fill('Be calm.\nBe short.')
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await page.getByText('Version 1 is in use.').waitFor()
  await persona.fill('Be cheerful.\nBe short.')
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await page.getByText('Version 2 is in use.').waitFor()
  const diff = page.getByRole('list', { name: 'Changes from Version 1 to Version 2' })
  await expect.poll(() => diff.locator('em').allTextContents()).toEqual([' calm.', ' cheerful.'])
  await page.getByRole('button', { name: 'Edit from here: Version 1' }).click()
  await expect.poll(() => persona.inputValue()).toBe('Be calm.\nBe short.')
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Reset in version 3').waitFor()
  const { persona: now } = await console.api<{ persona: unknown }>('GET', '/api/prompts')
  expect(now).toBeNull()
})

test('the messages that a bot receives are shown for each group', async () => {
  const page = await console.open('/#/nowhere')
  const group = { status: 'member', overheard_at: null }
  const groups = [
    { ...group, chat: '-1', title: 'Deaf <b>group</b>' },
    { ...group, chat: '-2', title: 'Open', overheard_at: new Date().toISOString() },
  ]
  const bot = { channel: 'telegram', id: '1', username: 'iris_bot', reads_all: false, groups }
  const bots = [{ ...bot, listened_at: new Date().toISOString() }]
  await page.route('**/api/channels', (route) => route.fulfill({ json: { bots } }))
  await page.goto('/#/settings/channels')
  await page.getByText('Privacy mode is on, Telegram reports').waitFor()
  const deaf = page.getByRole('listitem').filter({ hasText: 'Deaf <b>group</b>' })
  await deaf.getByText('receives only mentions, replies and commands').waitFor()
  await deaf.getByText('Make it an admin of the group').waitFor()
  const open = page.getByRole('listitem').filter({ hasText: 'last message without a mention' })
  await open.getByText('receives all messages').waitFor()
})

test('without a bot the setup steps are shown', async () => {
  const page = await console.open('/#/settings/channels')
  await page.getByText('Send /newbot to @BotFather').waitFor()
  await row(page, 'EARSHOT_TELEGRAM_TOKEN').getByText('not set').waitFor()
})

test.each([
  ['models', 'light', WIDE],
  ['prompts', 'dark', NARROW],
  ['knobs', 'dark', WIDE],
  ['knobs', 'light', NARROW],
  ['access', 'light', NARROW],
  ['chats', 'dark', WIDE],
  ['channels', 'dark', NARROW],
] as const)('%s is accessible, %s', async (tab, theme, size) => {
  const page = await console.open(`/#/settings/${tab}`, { theme, size })
  await page.locator('[role=tabpanel] section').first().waitFor()
  await checkAxe(page)
  await checkFits(page)
})

describe('a pending setting', () => {
  const away = /ERR_CONNECTION|Failed to load resource/

  test('applies after a restart from the console', async () => {
    const page = await console.open('/#/settings/knobs', { expected: away })
    await page.getByLabel('Search settings').fill('maximum pages')
    const pages = row(page, 'EARSHOT_FILE_PAGES')
    await pages.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Maximum PDF pages', { exact: true }).fill('700')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Restart now' }).click()
    await page.getByText('Restart required').waitFor({ state: 'detached' })
    await pages.getByText('700').waitFor()
    expect(await pages.textContent()).not.toContain('After restart')
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    await page.getByText('The thai restaurant').first().waitFor()
  }, 120_000)

  test('that is invalid does not stop the server', async () => {
    const page = await console.open('/#/settings/models', { expected: away })
    const model = row(page, 'EARSHOT_MODEL')
    await model.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Answer model', { exact: true }).fill('nobody:nothing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Restart now' }).click()
    await page.getByText('runs with the previous ones').waitFor({ timeout: 60_000 })
    expect(await (await fetch(`${console.url}/health/live`)).json()).toEqual({ status: 'ok' })
    await console.api('PUT', '/api/settings', { changes: { EARSHOT_MODEL: null } })
  }, 120_000)
})

/* Last: after the first key, sign-in is required. */
describe('access', () => {
  test('a key is created, shown once, used to sign in, and revoked; lower roles see less', async () => {
    const page = await console.open('/#/settings/access', { expected: /401|Failed to load/ })
    await page.getByText('No API keys.').waitFor()
    await page.getByRole('button', { name: 'Create key', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Sign-in will be required').waitFor()
    await dialog.getByLabel('Name').fill('me')
    await dialog.getByRole('button', { name: 'Create key', exact: true }).click()
    const key = (await dialog.getByRole('status', { name: 'New API key' }).textContent()) ?? ''
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
    // The server requires a sign-in within five seconds.
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
    await page
      .getByRole('dialog')
      .getByText('Access with this key ends within five seconds.')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    const other = await console.open('/', { expected: /401|Failed to load/ })
    await other.getByLabel('API key').fill(staff.key)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.goto('/#/settings/access')
    await other.getByText('This page requires the role admin.').waitFor()
    await other.goto('/#/settings/prompts')
    await other.getByLabel('Persona', { exact: true }).waitFor()

    const member = await console.api<{ key: string }>(
      'POST',
      '/api/keys',
      { name: 'ann', role: 'member', person: 'demo:ann' },
      as,
    )
    const anns = await console.open('/', { expected: /401|Failed to load/ })
    await anns.getByLabel('API key').fill(member.key)
    await anns.getByRole('button', { name: 'Sign in' }).click()
    await anns.getByText('Signed in as member').waitFor()
    for (const place of ['operations', 'settings/prompts']) {
      await anns.goto(`/#/${place}`)
      await anns.getByText('This page requires the role staff.').waitFor()
    }
    await page.reload()
    await page.getByText('Ann (demo:ann)').waitFor()

    await page.getByRole('button', { name: 'Revoke helper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByLabel('Show revoked keys').check()
    await page.getByText('revoked just now').waitFor()
  }, 120_000)
})
