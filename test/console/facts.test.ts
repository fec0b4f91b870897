import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

type Facts = { facts: { text: string; pinned: boolean }[]; total: number }
const textsOf = async (query: string) =>
  (await console.api<Facts>('GET', `/api/facts?${query}`)).facts.map(({ text }) => text).sort()

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp'

/** What each person states in the group; nobody has a session. */
const STATEMENTS: readonly (readonly [id: string, name: string, text: string])[] = [
  ['ann', 'Ann', 'I live in Rome'],
  ['ann', 'Ann', 'I moved to Lisbon'],
  ['ann', 'Ann', 'I am allergic to peanuts'],
  ['bob', 'Bob', 'I am vegan'],
  ['bob', 'Bob', 'I live in Oslo'],
  ['cat', 'Cat', 'I live in Berlin'],
  ['cat', 'Cat', 'I am allergic to shellfish'],
  ['dan', 'Dan', 'I live in Paris'],
  ['eve', HOSTILE, 'I live in Madrid'],
  ['fay', 'Fay', 'I live in Vienna'],
  ['fay', 'Fay', 'I am allergic to nuts'],
]
const TOTAL = STATEMENTS.length - 1

/** Old messages are of quiet conversations: the server reads them by itself, a few seconds later. */
beforeAll(async () => {
  await console.api('POST', '/api/messages', {
    chat: { channel: 'api', id: 'kitchen', kind: 'group', title: 'Kitchen' },
    messages: STATEMENTS.map(([id, name, text], i) => ({
      id: String(i + 1),
      author: { id, name },
      sent_at: `2026-03-10T11:${10 + i}:00Z`,
      text,
    })),
  })
  await console.api('POST', '/api/messages', {
    chat: { channel: 'api', id: 'silent', kind: 'group', title: 'Silent' },
    messages: [
      { id: '1', author: { id: 'gus', name: 'Gus' }, sent_at: '2026-03-10T11:00:00Z', text: 'hm' },
    ],
  })
  await vi.waitFor(
    async () => expect(await textsOf('thread_id=api%3Akitchen')).toHaveLength(TOTAL),
    { timeout: 100_000, interval: 500 },
  )
}, 120_000)

const openFacts = async (page: Page) => page.getByRole('tab', { name: 'Facts' }).click()
const cardOf = (page: Page, text: string) => page.getByRole('article', { name: text })

describe('facts of a person', () => {
  test('are listed with who said them, searched, and shown with what held before', async () => {
    const page = await console.open('/#/memory/api%3Aann')
    // The tab is chosen at once: there are no sessions.
    const card = cardOf(page, 'Ann lives in Lisbon')
    await card.getByText(/^Ann said so on Mar 10, 2026, .+ confidence \d+ %$/).waitFor()
    await card.getByText('active', { exact: true }).waitFor()
    await cardOf(page, 'Ann is allergic to peanuts').waitFor()
    expect(await page.getByText('No memory yet').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(2)

    await page.getByLabel('Show what no longer holds').check()
    await cardOf(page, 'Ann lives in Rome')
      .getByText(/ until Mar 10, 2026/)
      .waitFor()
    await page.getByLabel('Show what no longer holds').uncheck()
    await cardOf(page, 'Ann lives in Rome').waitFor({ state: 'detached' })

    await card.getByRole('button', { name: /^History/ }).click()
    const history = card.getByRole('list', { name: /^What held before/ })
    await history.getByText('Ann lives in Rome').waitFor()
    expect(await history.getByRole('listitem').count()).toBe(2)
    await card.getByRole('button', { name: /^History/ }).click()
    await history.waitFor({ state: 'detached' })

    await page.getByLabel('Search facts').fill('peanuts')
    await page.getByText('1 fact', { exact: true }).waitFor()
    await card.waitFor({ state: 'detached' })
    await page.getByLabel('Search facts').fill('zzzz')
    await page.getByText('No matching facts.').waitFor()
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await page.getByText('No summaries yet').waitFor()
  })

  test('are corrected, by keyboard too, and the error of a correction is reported', async () => {
    const page = await console.open('/#/memory/api%3Abob', { expected: /400/ })
    const card = cardOf(page, 'Bob lives in Oslo')
    const correct = card.getByRole('button', { name: 'Correct: Bob lives in Oslo' })
    await correct.press('Enter')
    expect(await card.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Cancel' }).press('Enter')
    await correct.waitFor()
    await page.locator('article:focus').waitFor()
    await correct.press('Enter')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Bob lives in Bergen')
    await card.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText(/^Saved\. The corrected fact/).waitFor()
    const corrected = cardOf(page, 'Bob lives in Bergen')
    await corrected.getByText('corrected just now').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.locator('section[aria-label="Facts"]:focus').waitFor()
    expect(await textsOf('person=api%3Abob')).toEqual(['Bob is vegan', 'Bob lives in Bergen'])

    await corrected.getByRole('button', { name: /^Correct/ }).click()
    await corrected.getByLabel('The fact as it should be').fill('\u200B')
    await corrected.getByRole('button', { name: 'Save' }).click()
    await corrected.getByRole('alert').waitFor()
  })

  test('are marked as wrong and used again, pinned, and deleted', async () => {
    const page = await console.open('/#/memory/api%3Acat')
    const berlin = cardOf(page, 'Cat lives in Berlin')
    await berlin.getByRole('button', { name: /^Pin/ }).click()
    await page.getByText(/^Pinned\. /).waitFor()
    await berlin.getByText('pinned', { exact: true }).waitFor()
    await berlin.getByRole('button', { name: /^Unpin/ }).click()
    await berlin.getByText('pinned', { exact: true }).waitFor({ state: 'detached' })

    await berlin.getByRole('button', { name: /^Wrong/ }).click()
    await page.getByText(/^Marked as wrong\./).waitFor()
    await berlin.waitFor({ state: 'detached' })
    expect(await textsOf('person=api%3Acat')).toEqual(['Cat is allergic to shellfish'])

    const shellfish = cardOf(page, 'Cat is allergic to shellfish')
    await shellfish.getByRole('button', { name: /^Delete/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cat is allergic to shellfish').waitFor()
    await dialog.getByRole('button', { name: 'Delete fact' }).click()
    await page.getByText('The fact is deleted.').waitFor()
    await page.getByText('No facts yet').waitFor()
    await page.getByText(/when a conversation has been quiet for some minutes/).waitFor()

    await page.getByLabel('Status').selectOption('Wrong')
    await berlin.getByText('wrong', { exact: true }).waitFor()
    await page.getByText('1 fact', { exact: true }).waitFor()
    await berlin.getByRole('button', { name: /^Use again/ }).click()
    await page.getByText('No matching facts.').waitFor()
    expect(await textsOf('person=api%3Acat')).toEqual(['Cat lives in Berlin'])
  })

  test('are gone when the person is forgotten', async () => {
    const page = await console.open('/#/memory/api%3Adan')
    await cardOf(page, 'Dan lives in Paris').waitFor()
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('dialog').getByLabel('Type Dan to confirm').fill('Dan')
    await page.getByRole('dialog').getByRole('button', { name: 'Forget permanently' }).click()
    await page.getByText('No facts yet').waitFor()
  })

  test('show user text as text', async () => {
    const page = await console.open('/#/memory/api%3Aeve')
    const card = page.getByRole('article')
    await card.getByText(/said so on/).waitFor()
    await card.getByText('U+202E').first().waitFor()
    await card.getByRole('button', { name: /^Correct/ }).click()
    await card
      .getByLabel('The fact as it should be')
      .fill('<script>alert(2)</script> [x](javascript:alert(3))')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('heading', { name: /<script>alert\(2\)<\/script>/ }).waitFor()
    await card.getByRole('button', { name: /^History/ }).click()
    await card
      .getByRole('listitem')
      .getByText(/<script>alert\(2\)/)
      .waitFor()
    await card.getByRole('button', { name: /^Delete/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/<script>alert\(2\)/)
      .waitFor()
    expect(await page.locator('a[href^="javascript"], main img').count()).toBe(0)
  })
})

describe('facts of a group', () => {
  test('are those of all its people', async () => {
    const page = await console.open('/#/memory/chat=api%3Akitchen')
    // Its conversation may be summarised by now: then the summary is shown first.
    await openFacts(page)
    await cardOf(page, 'Ann lives in Lisbon').waitFor()
    await cardOf(page, 'Fay lives in Vienna').waitFor()
  })

  test('are announced while there are none', async () => {
    const page = await console.open('/#/memory/chat=api%3Asilent')
    await openFacts(page)
    await page.getByText('No facts yet').waitFor()
  })
})

describe('the tab', () => {
  test('reports that facts cannot be loaded, and loads them again', async () => {
    const page = await console.open('/#/memory/api%3Afay', { expected: /500|Failed to load/ })
    await cardOf(page, 'Fay lives in Vienna').waitFor()
    const reply = { status: 500, json: { code: 'internal', detail: 'Out of order.' } }
    await page.route('**/api/facts?*', (route) => route.fulfill(reply))
    await page.getByLabel('Search facts').fill('nuts')
    await page.getByRole('alert').getByText('Out of order.').waitFor()
    await page.unroute('**/api/facts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 fact', { exact: true }).waitFor()
  })

  test.each(['light', 'dark'] as const)('is accessible and fits, %s', async (theme) => {
    const page = await console.open('/#/memory/api%3Afay', { theme })
    const card = cardOf(page, 'Fay lives in Vienna')
    await card.getByRole('button', { name: /^History/ }).click()
    await card.getByRole('list').waitFor()
    await cardOf(page, 'Fay is allergic to nuts')
      .getByRole('button', { name: /^Correct/ })
      .click()
    await checkAxe(page)
    await page.setViewportSize(NARROW)
    await checkAxe(page)
    await checkFits(page)
    await card.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').waitFor()
    await checkAxe(page)
    await checkFits(page)
  })
})
