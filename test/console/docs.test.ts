import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

test.each(['light', 'dark'] as const)(
  'nothing to stumble over in the reference, %s',
  async (theme) => {
    const page = await console.open('/docs', { theme, size: NARROW })
    await page.getByRole('heading', { level: 1, name: 'Earshot API' }).waitFor()
    await checkFits(page)
    // All routes and shapes are written by the same code, and axe would take a minute for all of them.
    await page.evaluate(`for (const part of ['.route', '#shapes ~ *'])
      for (const one of [...document.querySelectorAll(part)].slice(6)) one.remove()`)
    await checkAxe(page)
  },
)

test('the contents lead to a route, and its types to their shapes', async () => {
  const page = await console.open('/docs')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Ask a question' }).click()
  await page.getByRole('heading', { name: 'POST /api/ask' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#post-api-ask')
  const body = page.getByRole('region', { name: 'Body of POST /api/ask (application/json)' })
  await body.getByRole('link', { name: 'Author' }).click()
  expect(new URL(page.url()).hash).toBe('#shape-Author')
})

test('the first key press leads past the contents', async () => {
  const page = await console.open('/docs')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement?.id')).toBe('content')
})
