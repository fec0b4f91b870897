import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_THREAD } from '../../src/cli/demo-chat.ts'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

const LONG = 1_500
const address = (thread: string, message?: string) =>
  `/#/chats/${encodeURIComponent(thread)}${message === undefined ? '' : `/messages/${message}`}`
const minutes = (n: number) => new Date(Date.UTC(2026, 0, 5) + n * 60_000).toISOString()
const ann = { id: 'ann', name: 'Ann' }

async function send(chat: string, messages: Record<string, unknown>[]) {
  await console.api('POST', '/api/messages', {
    chat: { channel: 'api', id: chat, kind: 'group', title: `The ${chat}` },
    messages: messages.map((message, i) => ({ author: ann, sent_at: minutes(i), ...message })),
  })
}

beforeAll(async () => {
  const lines = Array.from({ length: LONG }, (_, i) => ({
    ...{ id: `n${i}`, text: `line number ${i}`, sent_at: minutes(i) },
    ...(i === LONG - 1 ? { reply_to: 'n7' } : {}),
  }))
  await send('long', lines.slice(0, 1_000))
  await send('long', lines.slice(1_000))
})

/** The message with this text; not one that replies to it. */
const row = (page: Page, text: string | RegExp) =>
  page.getByRole('article').filter({ has: page.locator('.user-text', { hasText: text }) })

describe('the demo chat', () => {
  test('opens at the newest message, with its conversations marked', async () => {
    const page = await console.open('/')
    await page.getByRole('link', { name: /Friends who work together/ }).click()
    await row(page, 'The thai restaurant').waitFor()
    const marks = async (text: string) =>
      (await row(page, text)
        .getByRole('button', { name: /^Follow/ })
        .textContent()) ?? ''
    const [deploy, heron] = [await marks('Production deploy'), await marks('Can we print')]
    expect([deploy, heron]).toEqual([
      expect.stringMatching(/^[A-H]$/),
      expect.stringMatching(/^[A-H]$/),
    ])
    expect(deploy).not.toBe(heron)
    expect(await marks('watch the invoices dashboard')).toBe(deploy)
  })

  test('shows the links of a message with probability and reason; also for screen readers', async () => {
    const page = await console.open(address(DEMO_THREAD))
    const lovely = row(page, 'Lovely, I will deploy')
    await lovely.hover()
    const links = page.getByRole('list', { name: 'Links' })
    await links.getByText('100 %').waitFor()
    await links.getByText('reply to Yuki').waitFor()
    const id = (await lovely.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`#${id}`).textContent()).toMatch(/Conversation [A-H]\. Links: 100 %/)
    expect(await row(page, 'split and merged').getAttribute('class')).toContain('shared')
  })

  test('details of a message are reached by mouse and key, and hidden by Escape', async () => {
    const page = await console.open(address(DEMO_THREAD))
    await row(page, 'Can we print').click()
    const lovely = row(page, 'Lovely, I will deploy')
    await lovely.scrollIntoViewIfNeeded()
    await lovely.hover()
    const links = page.getByRole('list', { name: 'Links' })
    const reply = links.getByText('reply to Yuki')
    await reply.waitFor()
    // On the way down the pointer crosses other messages.
    const box = await reply.boundingBox()
    if (box === null) throw new Error('the details are not there')
    await page.mouse.move(box.x + 5, box.y + 5, { steps: 12 })
    await reply.click()
    await reply.waitFor()
    await page.keyboard.press('Escape')
    await links.waitFor({ state: 'detached' })

    await lovely.focus()
    await reply.waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Preview context')
    await reply.waitFor()
  })

  test('a conversation is followed by a click or a key, until Escape or the same key', async () => {
    const page = await console.open(address(DEMO_THREAD))
    await row(page, 'Can we print')
      .getByRole('button', { name: /^Follow/ })
      .click()
    const dimmed = page.locator('.chats-row-dim')
    await row(page, 'Production deploy').and(dimmed).waitFor()
    expect(await row(page, 'Can we print').and(dimmed).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dimmed.count()).toBe(0)
    await row(page, 'Can we print').focus()
    await page.keyboard.press('c')
    await row(page, 'Production deploy').and(dimmed).waitFor()
    await page.keyboard.press('c')
    await expect.poll(() => dimmed.count()).toBe(0)
  })

  test('previews a context without calling a model', async () => {
    const page = await console.open(address(DEMO_THREAD))
    await row(page, 'The thai restaurant').click()
    expect(page.url()).toContain('/messages/18')
    await page.getByRole('button', { name: 'Preview context' }).click()
    const panel = page.getByRole('region', { name: 'Context preview' })
    await panel.getByText(/pieces included/).waitFor()
    await panel.getByText('We should look at the restaurant for the gathering').waitFor()
    expect(await panel.getByText('The staging deploy is red').count()).toBe(0)
    await row(page, 'The thai restaurant').and(page.locator('.chats-row-in-context')).waitFor()
    await row(page, 'Production deploy').and(page.locator('.chats-row-dim')).waitFor()
    await panel.getByRole('button', { name: /Ann/ }).first().click()
    await row(page, 'We should look at the restaurant')
      .and(page.locator('.chats-row-in-context'))
      .waitFor()

    await panel.getByLabel('Question').fill('what about the invoices migration?')
    await panel.getByRole('button', { name: 'Build context' }).click()
    await panel
      .getByText(/batches/)
      .first()
      .waitFor()
    const why = await panel.getByRole('link', { name: 'Show full trace' }).getAttribute('href')
    expect(why).toMatch(/^#\/why\/.+/)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('article.chats-row-dim').count()).toBe(0)
  })

  test('is searched from the keyboard, and a result scrolls to its message', async () => {
    const page = await console.open(address(DEMO_THREAD))
    await row(page, 'The thai restaurant').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('heron photo')
    const found = page.getByRole('region', { name: /Results for/ })
    const first = found.getByRole('listitem').first()
    await first.locator('mark').first().waitFor()
    expect(await first.locator('mark').allTextContents()).toEqual(['heron', 'photo'])
    await first.getByRole('button').click()
    const here = page.locator('article.chats-row-current')
    await here.filter({ hasText: 'Can we print the heron photo' }).waitFor()
    await page.route('**/search?*', (route) => route.fulfill({ json: { hits: [] } }))
    await page.getByLabel('Search this chat').fill('zeppelin')
    await found.getByText('No results.').waitFor()
  })
})

describe('a long chat', () => {
  test('jumps to a replied message, however far, and back by keyboard', async () => {
    const page = await console.open(address('api:long'))
    const last = row(page, `line number ${LONG - 1}`)
    await last.getByRole('button', { name: /Reply to/ }).click()
    await row(page, /line number 7$/)
      .and(page.locator('[class*=flash]'))
      .waitFor()
    await row(page, /line number 7$/).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('article:focus').getAttribute('data-message')).toBe('n8')
    await page.keyboard.press('End')
    await expect
      .poll(() => page.locator('article:focus').getAttribute('data-message'))
      .toBe(`n${LONG - 1}`)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Context preview' }).waitFor()
  })

  test('opens at the message of a link, in the middle of the screen', async () => {
    const page = await console.open(address('api:long', 'n700'))
    const box = await row(page, 'line number 700').boundingBox()
    expect(box?.y).toBeGreaterThan(150)
    expect(box?.y).toBeLessThan(650)
    expect(await row(page, 'line number 700').getAttribute('aria-posinset')).toBe('701')
  })

  test('can be scrolled to any position; rows are in order', async () => {
    const page = await console.open(address('api:long'))
    await row(page, `line number ${LONG - 1}`).waitFor()
    const scroller = page.locator('.chats-scroller')
    for (const share of [0, 0.5, 0.25, 1]) {
      await scroller.evaluate((element, to) => {
        element.scrollTop = to * element.scrollHeight
      }, share)
      await expect.poll(() => page.locator('article[data-blank]').count()).toBe(0)
      // In one go: between two reads another message may take the place of a row.
      const readRows = () =>
        page
          .locator('article[data-message]')
          .evaluateAll((articles) =>
            articles.map((article) => [
              article.getAttribute('data-message'),
              `n${article.getAttribute('data-index')}`,
            ]),
          )
      // Between two positions there may be no row at all, also right after one was seen.
      const rows = await vi.waitUntil(async () => {
        const read = await readRows()
        return read.length > 0 && read
      }, 10_000)
      for (const [message, expected] of rows) expect(message).toBe(expected)
    }
  })

  test('shows new messages while it is open', async () => {
    const page = await console.open(address('api:long'))
    await row(page, `line number ${LONG - 1}`).waitFor()
    await console.api('POST', '/api/messages', {
      chat: { channel: 'api', id: 'long', kind: 'group' },
      messages: [{ id: 'new', author: ann, sent_at: new Date().toISOString(), text: 'just now' }],
    })
    await row(page, 'just now').waitFor()
    await console.api('DELETE', '/api/messages/api:long/new')
    await row(page, 'just now').waitFor({ state: 'detached' })
  })
})

describe('a hostile chat', () => {
  const LINE = 'x '.repeat(50_000)
  test('is rendered as text only', async () => {
    await send('hostile', [
      { id: '1', text: '<script>alert(1)</script><img src=x onerror=alert(2)>' },
      {
        id: '2',
        text: 'javascript:alert(3) \u202egnp.exe',
        author: { id: 'm', name: '<b>\u202eM' },
      },
      { id: '3', text: LINE, reply_to: '2', quote: '<i>q</i>' },
      { id: '4', text: 'the end', media: [{ kind: '<u>', name: 'javascript:alert(4)' }] },
    ])
    const page = await console.open(address('api:hostile'))
    await row(page, '<script>alert(1)</script><img src=x onerror=alert(2)>').waitFor()
    await row(page, 'U+202E').first().waitFor()
    expect(await page.locator('article :is(script, img, iframe, b, i, u)').count()).toBe(0)
    expect(await page.locator('article a').count()).toBe(0)
    const long = page.getByRole('article').filter({ hasText: 'Show all' })
    const before = (await long.boundingBox())?.height ?? 0
    await long.getByRole('button', { name: /Show all/ }).click()
    await expect
      .poll(async () => (await page.locator('[data-message="3"]').boundingBox())?.height ?? 0)
      .toBeGreaterThan(before * 5)
    await checkFits(page)
  })
})

describe('accessibility', () => {
  test.each(['light', 'dark'] as const)('wide, %s', async (theme) => {
    const page = await console.open(address(DEMO_THREAD), { theme })
    await row(page, 'The thai restaurant').click()
    await checkAxe(page)
    await page.getByRole('button', { name: 'Preview context' }).click()
    await page.getByText(/pieces included/).waitFor()
    await checkAxe(page)
  })

  test.each(['light', 'dark'] as const)('narrow, %s', async (theme) => {
    const page = await console.open(address(DEMO_THREAD), { theme, size: NARROW })
    await row(page, 'The thai restaurant').waitFor()
    await checkFits(page)
    await checkAxe(page)
    await page.getByLabel('Search this chat').fill('heron')
    await page
      .getByRole('region', { name: /Results for/ })
      .getByRole('listitem')
      .first()
      .waitFor()
    await checkFits(page)
    await checkAxe(page)
    await page.getByLabel('Chat', { exact: true }).selectOption('api:long')
    await row(page, `line number ${LONG - 1}`).waitFor()
  })
})

describe('deleting a chat', () => {
  test('asks first; then the chat is gone from the list, and another is open', async () => {
    await send('gone', [{ id: '1', text: 'soon gone' }])
    // The open timeline may be read once more between the deletion and the next chat.
    const page = await console.open(address('api:gone'), { expected: /404/ })
    await row(page, 'soon gone').waitFor()
    await page.getByRole('button', { name: 'Delete chat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete The gone?' })
    await checkAxe(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row(page, 'soon gone').waitFor()
    await page.getByRole('button', { name: 'Delete chat' }).click()
    await dialog.getByRole('button', { name: 'Delete chat' }).click()
    await row(page, 'The thai restaurant').waitFor()
    expect(await page.getByRole('link', { name: /The gone/ }).count()).toBe(0)
  })
})

describe('what is not there', () => {
  test('an unknown chat is reported, with the others listed', async () => {
    const page = await console.open(address('api:nowhere'), { expected: /404/ })
    await page.getByText(/No chat "api:nowhere" is known to you/).waitFor()
    await page.getByRole('link', { name: /Friends who work together/ }).click()
    await row(page, 'The thai restaurant').waitFor()
  })

  test('a missing message is reported, and the chat opens at its end', async () => {
    const page = await console.open(address(DEMO_THREAD, 'gone'), { expected: /404/ })
    await page.getByText('Message not found').waitFor()
    await row(page, 'The thai restaurant').waitFor()
  })

  test('without messages it shows how to start', async () => {
    const page = await console.open('/#/nowhere')
    await page.route('**/api/chats?*', (route) =>
      route.fulfill({ json: { chats: [], next: null } }),
    )
    await page.goto('/#/chats')
    await page.getByText('No messages yet').waitFor()
    await page.getByRole('link', { name: 'Connect a platform' }).waitFor()
  })
})
