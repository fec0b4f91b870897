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
  await page.getByRole('link', { name: 'Ask', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
