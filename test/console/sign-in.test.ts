import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

/** A key, made the way an operator makes one. */
async function makeKey(role: string, ...rest: string[]): Promise<string> {
  const args = ['bin/earshot.js', 'keys', 'create', '--role', role, '--name', role, '--json']
  const env = { ...process.env, EARSHOT_DATA_DIR: join(console.home, 'data') }
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...rest], { env })
  return JSON.parse(stdout).key
}

test('without keys no sign-in is required on this machine', async () => {
  const page = await console.open('/#/nowhere')
  await page.getByText('No sign-in required on this machine').waitFor()
})

test('with keys a user signs in with the role of the key, and signs out', async () => {
  const key = await makeKey('admin')
  // The server looks for new keys every few seconds.
  const status = async () => (await fetch(`${console.url}/api/me`)).status
  await expect.poll(status, { timeout: 30_000 }).toBe(401)

  const page = await console.open('/#/why', { expected: /401/ })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await checkAxe(page)
  await page.getByLabel('API key').fill('es_000000000000_00000000000000000000000000000000')
  await page.keyboard.press('Enter')
  await page.getByText('This key is wrong or revoked.').waitFor()

  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Why' }).waitFor()
  await page.getByText('Signed in as admin').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Why' }).waitFor()

  // Nothing that scripts can read would let anybody in.
  const seen = (await page.evaluate(
    'document.cookie + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })',
  )) as string
  expect(seen).not.toContain(key.slice(-20))
  expect(seen).not.toContain('earshot_session')
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: 'earshot_session', httpOnly: true, sameSite: 'Strict' })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const again = await fetch(`${console.url}/api/me`, {
    headers: { Cookie: `earshot_session=${cookie?.value}` },
  })
  expect(again.status).toBe(401)
})

test('a member sees no screen or button that is refused', async () => {
  const admin = { Authorization: `Bearer ${await makeKey('admin')}` }
  const chat = { channel: 'api', id: 'team', kind: 'group', title: 'Team' }
  const sent_at = new Date().toISOString()
  const author = { id: 'mia', name: 'Mia' }
  const messages = [{ id: '1', author, sent_at, text: 'The launch is on Thursday' }]
  await console.api('POST', '/api/messages', { chat, messages }, admin)
  await console.api('POST', '/api/files', { path: 'plan.md', content: '# Plan\n\nLaunch' }, admin)
  const made = await console.api<{ key: string }>(
    ...(['POST', '/api/keys', { name: 'mia', role: 'member', person: 'api:mia' }, admin] as const),
  )
  // Any 403 is an error on the page, and fails the test.
  const page = await console.open('/#/chats', { expected: /401/ })
  await page.getByLabel('API key').fill(made.key)
  await page.keyboard.press('Enter')
  await page.getByText('Signed in as member').waitFor()
  const names = await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link')
    .allTextContents()
  expect(names).toEqual(['Chats', 'Ask', 'Why', 'Memory', 'Files'])
  await page.getByRole('feed').getByText('The launch is on Thursday').waitFor()
  expect(await page.getByRole('button', { name: 'Delete chat' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Ask', exact: true }).click()
  await page.getByLabel('Your question').fill('When is the launch?')
  expect(await page.getByLabel('Ask as').count()).toBe(0)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('link', { name: 'Why this answer?' }).click()
  await page.getByRole('link', { name: 'Show in chat' }).click()
  await page.getByText('What the answer used').or(page.getByText('left out')).first().waitFor()
  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.getByRole('link', { name: 'plan.md' }).click()
  await page.getByText('File content').or(page.getByText('Launch')).first().waitFor()
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  for (const address of ['operations', 'settings', 'settings/access']) {
    await page.goto(`/#/${address}`)
    await page.getByText(/This page requires the role/).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
  }
  await checkAxe(page)
})

test('a revoked key leads back to the sign-in', async () => {
  const admin = await makeKey('admin')
  const headers = { Authorization: `Bearer ${admin}` }
  const made = await console.api<{ id: string; key: string }>(
    'POST',
    '/api/keys',
    { name: 'short', role: 'staff' },
    headers,
  )
  const page = await console.open('/#/why', { expected: /401/, size: NARROW, theme: 'dark' })
  await page.getByLabel('API key').fill(made.key)
  await checkFits(page)
  await checkAxe(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Why' }).waitFor()
  await console.api('DELETE', `/api/keys/${made.id}`, undefined, headers)
  // The screen may ask for something by itself meanwhile, and be gone before a click.
  await page.evaluate("location.hash = '#/ask'")
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
