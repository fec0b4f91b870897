import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()
const ADDRESS = '/#/chats/api%3Apicnic'

/* Two conversations by turns, held together by replies. */
const LINES = [
  ['ann', 'Where shall we meet for the picnic on Sunday?', null],
  ['bob', 'The deploy of the invoices service has failed again', null],
  ['cid', 'By the fountain in the park, at noon', '1'],
  ['dan', 'Rolling the invoices service back right now', '2'],
  ['ann', 'Good, then I bring the potato salad', '3'],
  ['bob', 'Thanks, it answers requests again', '4'],
] as const

type Corrections = { corrections: { id: string; kind: string; message_id: string }[] }
const list = () =>
  console.api<Corrections>('GET', '/api/conversations/corrections?thread_id=api:picnic')

beforeEach(async () => {
  await console.api('POST', '/api/messages', {
    chat: { channel: 'api', id: 'picnic', kind: 'group', title: 'The picnic' },
    messages: LINES.map(([id, text, reply_to], i) => ({
      id: String(i + 1),
      author: { id, name: id },
      text,
      reply_to,
      sent_at: new Date(Date.UTC(2026, 0, 5, 10, i)).toISOString(),
    })),
  })
  for (const { id } of (await list()).corrections) {
    await console.api('DELETE', `/api/conversations/corrections/${id}`)
  }
})

const row = (page: Page, id: string) => page.locator(`article[data-message="${id}"]`)
/** The letter of the conversation of a message; empty if it is in none. */
const letterOf = async (page: Page, id: string) => {
  const mark = row(page, id).getByRole('button', { name: /^Follow/ })
  return (await mark.count()) === 0 ? '' : ((await mark.textContent()) ?? '')
}
/** The mark of a correction, beside the author. */
const mark = (page: Page, id: string, text: string) =>
  row(page, id).locator('.chats-corrected', { hasText: text })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Correct conversations' })

describe('people correct conversations', () => {
  test('these belong together, with the mouse; Undo puts it back', async () => {
    const page = await console.open(ADDRESS)
    await row(page, '5').waitFor()
    expect(await letterOf(page, '5')).toBe(await letterOf(page, '3'))
    for (const id of ['5', '6']) {
      await row(page, id).hover()
      await row(page, id).getByRole('checkbox').check()
    }
    await bar(page).getByText('2 messages selected').waitFor()
    await bar(page).getByRole('button', { name: 'These belong together' }).click()
    await mark(page, '6', 'linked by an operator').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    expect(await letterOf(page, '6')).toBe(await letterOf(page, '5'))
    expect((await list()).corrections).toMatchObject([{ kind: 'together', message_id: '6' }])

    await row(page, '6').getByRole('button', { name: 'Undo' }).click()
    await mark(page, '6', 'linked by').waitFor({ state: 'detached' })
    expect((await list()).corrections).toEqual([])
  })

  test('new conversation from here, and Undo, with the keyboard alone', async () => {
    const page = await console.open(ADDRESS)
    await row(page, '5').focus()
    await page.keyboard.press('x')
    const start = bar(page).getByRole('button', { name: 'New conversation from here' })
    await start.waitFor()
    expect(await bar(page).getByRole('button', { name: 'These belong' }).isDisabled()).toBe(true)
    await tabTo(page, 'New conversation from here')
    await page.keyboard.press('Enter')
    await mark(page, '5', 'new conversation, by an operator').waitFor()
    await expect.poll(() => letterOf(page, '5')).not.toBe(await letterOf(page, '3'))
    const about = (await row(page, '5').getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`#${about}`).textContent()).toContain('new conversation')

    await row(page, '5').focus()
    await tabTo(page, 'Undo')
    await page.keyboard.press('Enter')
    await mark(page, '5', 'new conversation').waitFor({ state: 'detached' })
    await expect.poll(() => letterOf(page, '5')).toBe(await letterOf(page, '3'))
  })

  test('this does not belong here, from the message details', async () => {
    const page = await console.open(ADDRESS)
    await row(page, '5').click()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await bar(page).getByRole('button', { name: 'This does not belong here' }).click()
    await mark(page, '5', 'separated by an operator').waitFor()
    await expect.poll(() => letterOf(page, '5')).not.toBe(await letterOf(page, '3'))
  })

  test('Escape clears the selection', async () => {
    const page = await console.open(ADDRESS)
    await row(page, '3').focus()
    await page.keyboard.press('x')
    await bar(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => bar(page).count()).toBe(0)
  })

  test('a correction that is refused is reported, and the selection stays', async () => {
    const page = await console.open(ADDRESS, { expected: /400/ })
    await row(page, '5').focus()
    await page.route('**/api/conversations/corrections', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { code: 'invalid_request', detail: 'Message "5" stands alone.' },
      }),
    )
    await page.keyboard.press('x')
    await bar(page).getByRole('button', { name: 'This does not belong here' }).click()
    await page.getByText('Message "5" stands alone.').waitFor()
    await bar(page).getByText('1 message selected').waitFor()
  })
})

describe('accessibility', () => {
  test.each(['light', 'dark'] as const)('%s, wide and narrow', async (theme) => {
    await console.api('POST', '/api/conversations/corrections', {
      thread_id: 'api:picnic',
      kind: 'start',
      message_ids: ['5'],
    })
    for (const size of [undefined, NARROW]) {
      const page = await console.open(ADDRESS, { theme, ...(size === undefined ? {} : { size }) })
      await row(page, '5').click()
      await mark(page, '5', 'new conversation, by').waitFor()
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      await bar(page).waitFor()
      await checkFits(page)
      await checkAxe(page)
    }
  })
})

/** Presses Tab until a button of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').textContent()) === name) return
  }
  throw new Error(`Tab does not reach "${name}"`)
}
