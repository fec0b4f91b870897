import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

const DEMO = 'Friends who work together'
const markdown = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
})
const add = (page: Page, ...chosen: ReturnType<typeof markdown>[]) =>
  page.locator('input[type=file]').setInputFiles(chosen)
const upload = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const prepare = (path: string, content: string) =>
  console.api<{ files: { id: string }[] }>('POST', '/api/files', { path, content })

describe('files', () => {
  test.each(['light', 'dark'] as const)('have a readable table on a phone, %s', async (theme) => {
    const name = `${'a-very-long-name-'.repeat(8)}${theme}.md`
    await prepare(`deep/er/${name}`, '# Long\n\nText')
    const page = await console.open('/#/files', { size: NARROW, theme })
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('searchable, 1 chunk').waitFor()
    expect(await row.textContent()).toContain('deep/er/')
    const label = (cell: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('td[data-label="${cell}"]'), '::before').content`,
      )
    for (const cell of ['Size', 'State', 'Updated']) expect(await label(cell)).toContain(cell)
    await checkFits(page)
    await checkAxe(page)
    const wide = await console.open('/#/files', { theme })
    await wide.getByRole('row').filter({ hasText: name }).waitFor()
    await checkFits(wide)
    for (const { id } of (await console.api<{ files: { id: string }[] }>('GET', '/api/files'))
      .files) {
      await console.api('DELETE', `/api/files/${id}`)
    }
  })

  test('are uploaded together, each with its result', async () => {
    const page = await console.open('/#/files', { expected: /415|422/ })
    await page.getByText('No files yet').waitFor()
    const program = { name: 'x.exe', mimeType: '', buffer: Buffer.from([77, 90, 0, 1, 255, 0]) }
    await add(page, markdown('one.md', '# One\n\nfirst'), markdown('none.md', ''), program)
    await upload(page, 'one.md').getByText('added').waitFor()
    await upload(page, 'none.md')
      .getByText(/contains no text/)
      .waitFor()
    await upload(page, 'x.exe')
      .getByText(/nor in a supported format/)
      .waitFor()
    await page.getByRole('row').filter({ hasText: 'one.md' }).getByText('Workspace').waitFor()
    await page.getByRole('button', { name: 'Clear list' }).click()

    await add(page, markdown('one.md', '# One\n\nfirst'))
    await upload(page, 'one.md').getByText('unchanged: already stored').waitFor()
    await page.getByRole('button', { name: 'Clear list' }).click()
    await add(page, markdown('one.md', '# One\n\nsecond'))
    await upload(page, 'one.md').getByText('replaced the file of the same name').waitFor()
  })

  test('that are uploading are cancelled and retried', async () => {
    const page = await console.open('/#/files')
    await page.getByRole('button', { name: 'Add files' }).waitFor()
    let letGo = () => {}
    const held = new Promise<void>((done) => {
      letGo = done
    })
    // The first one only: to stop holding while one is held lets it through now and then.
    let isFirst = true
    await page.route('**/api/files', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue()
      isFirst = false
      await held
      return route.abort().catch(() => undefined)
    })
    await add(page, markdown('slow.md', '# Slow\n\nbut sure'))
    await page.getByRole('progressbar', { name: 'Upload of slow.md' }).waitFor()
    await page.getByRole('button', { name: 'Cancel upload of slow.md' }).click()
    await upload(page, 'slow.md').getByText('cancelled').waitFor()
    await page.getByRole('button', { name: 'Retry upload of slow.md' }).click()
    await upload(page, 'slow.md').getByText('added').waitFor()
    letGo()
  })

  test('are dropped anywhere on the page, into the selected chat', async () => {
    const page = await console.open('/#/files')
    await page.getByLabel('Files of').selectOption(DEMO)
    await page.getByText(`New files are added to ${DEMO}.`).waitFor()
    await page.getByText('No files yet').waitFor()
    await page.getByText('No pins.').waitFor()
    const dataTransfer = await page.evaluateHandle(`(() => {
      const carried = new DataTransfer()
      carried.items.add(new File(['# Minutes'], 'minutes.md', { type: 'text/markdown' }))
      return carried
    })()`)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer })
    await page.getByText(`Drop to add to ${DEMO}`).waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer })
    await upload(page, 'minutes.md').getByText('added').waitFor()
    await page.getByRole('row').filter({ hasText: 'minutes.md' }).getByText(DEMO).waitFor()
    expect(await page.getByText(`Drop to add to ${DEMO}`).count()).toBe(0)
  })

  test('are searched with typo correction, and a result opens its lines', async () => {
    const filler = Array.from({ length: 300 }, (_, i) => `Paragraph ${i} is about hotels.`)
    const text = [...filler, 'A zebra crossing is painted in May.', ...filler].join('\n\n')
    await prepare('town/roads.md', text)
    const page = await console.open('/#/files')
    await page.getByLabel('Search files').fill('zebbra')
    await page.keyboard.press('Enter')
    await page.getByText('“zebbra” was corrected to “zebra”').waitFor()
    const hit = page.getByRole('listitem').filter({ hasText: 'town/roads.md' }).first()
    expect(await hit.locator('mark').first().textContent()).toBe('zebra')
    await hit.getByRole('link', { name: 'town/roads.md, line 601' }).click()
    await page.getByRole('heading', { level: 1, name: 'town/roads.md' }).waitFor()
    const marked = page.locator('[aria-current=location]')
    expect(await marked.textContent()).toBe('A zebra crossing is painted in May.')
    expect(await marked.getAttribute('value')).toBe('601')
    const box = await marked.boundingBox()
    expect(box !== null && box.y > 0 && box.y < 800).toBe(true)
    await page.getByRole('button', { name: 'Show 500 lines before' }).click()
    await page.getByText('Paragraph 0 is about hotels.').first().waitFor()
  })

  test('without a match are not found', async () => {
    const page = await console.open('/#/files')
    await page.getByLabel('Search files').fill('qqqqzzzz')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No results for “qqqqzzzz”').waitFor()
    await page.getByRole('button', { name: 'Back to all files' }).click()
    await page.getByRole('table').waitFor()
  })

  test('are pinned to a chat, listed there, and unpinned', async () => {
    const { files } = await prepare('rules.md', '# Rules\n\nBe kind.\n')
    const page = await console.open(`/#/files/${files[0]?.id}`)
    await page.getByLabel('Pin to a chat').selectOption(DEMO)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByText('Pinned.').waitFor()
    await page.getByRole('link', { name: 'All files' }).click()
    await page.getByLabel('Files of').selectOption(DEMO)
    // Among the pins: the table may still show the files of the choice before.
    await page.locator('section').getByRole('link', { name: 'rules.md' }).waitFor()
    await page.getByRole('button', { name: 'Unpin rules.md' }).click()
    await page.getByText('No pins.').waitFor()
  })

  test('are deleted after a confirmation', async () => {
    const { files } = await prepare('old.md', '# Old\n\nnews\n')
    const page = await console.open(`/#/files/${files[0]?.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/cannot be undone/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('link', { name: 'old.md' }).count()).toBe(0)
  })

  test('that do not exist are reported', async () => {
    const page = await console.open('/#/files/999999', { expected: /404/ })
    await page
      .getByRole('alert')
      .getByText(/No file "999999" is known/)
      .waitFor()
    await page.getByRole('link', { name: 'All files' }).click()
    await page.getByRole('table').waitFor()
  })

  test('with hostile text are rendered as text', async () => {
    const hostile = `<script>alert(1)</script> javascript:alert(2) \u202Eabc\n${'x'.repeat(100_000)}`
    const { files } = await prepare('<b>evil</b>.md', hostile)
    const page = await console.open(`/#/files/${files[0]?.id}`)
    await page.getByRole('heading', { level: 1, name: '<b>evil</b>.md' }).waitFor()
    await page.getByText('<script>alert(1)</script>').waitFor()
    await page.getByText('U+202E').waitFor()
    await page.getByRole('button', { name: /Show more/ }).waitFor()
    await checkFits(page)
  })

  test.each(['light', 'dark'] as const)('are accessible, %s', async (theme) => {
    const { files } = await prepare('axe.md', '# Axe\n\nAn axe is sharp.\n')
    const page = await console.open('/#/files', { theme })
    await add(page, markdown('axe.md', '# Axe\n\nAn axe is sharp.\n'))
    await upload(page, 'axe.md').getByText('unchanged').waitFor()
    await checkAxe(page)
    await page.setViewportSize(NARROW)
    await checkAxe(page)
    await checkFits(page)
    await page.getByLabel('Search files').fill('sharp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /for “sharp”/ }).waitFor()
    await checkAxe(page)
    await checkFits(page)
    await page.goto(`/#/files/${files[0]?.id}/lines/3`)
    await page.locator('[aria-current=location]').waitFor()
    await checkAxe(page)
    await checkFits(page)
  })
})
