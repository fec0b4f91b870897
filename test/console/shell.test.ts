import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

test('the console opens at the chats, and each screen is a click away', async () => {
  const page = await console.open('/')
  for (const name of ['Ask', 'Why', 'Memory', 'Files', 'Operations', 'Settings', 'Chats']) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toContain('Earshot')
    expect(await page.locator('[aria-current=page]').textContent()).toBe(name)
  }
})

test.each(['light', 'dark'] as const)(
  'on a phone the current screen is in view and marked, %s',
  async (theme) => {
    for (const name of ['Chats', 'Operations', 'Settings']) {
      const page = await console.open(`/#/${name.toLowerCase()}`, { size: NARROW, theme })
      const current = page.locator('.nav [aria-current=page]')
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await current.textContent()).toBe(name)
      const isInView = async () => {
        const box = await current.boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= NARROW.width
      }
      await expect.poll(isInView).toBe(true)
      const border = (of: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${of}')).borderBottomColor`)
      expect(await border('.nav [aria-current]')).not.toBe(
        await border('.nav a:not([aria-current])'),
      )
      await checkFits(page)
      await page.context().close()
    }
  },
)

test.each(['light', 'dark'] as const)('the frame is accessible, %s', async (theme) => {
  const page = await console.open('/#/nowhere', { theme, size: NARROW })
  await page.getByText('Page not found').waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
  await checkAxe(page)
  await checkFits(page)
})

test('the theme is chosen and stored', async () => {
  const page = await console.open('/#/nowhere')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.reload()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('the first tab stop skips the navigation', async () => {
  const page = await console.open('/#/nowhere')
  await page.getByText('Page not found').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement?.id')).toBe('content')
})

test('the first load is less than 300 kB of script as it comes over the wire', async () => {
  const page = await console.open('/#/chats')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bytes = (await page.evaluate(
    `performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js'))
       .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`,
  )) as number
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(300_000)
})
