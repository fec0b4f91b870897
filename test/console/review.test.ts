import { beforeAll, expect, test, vi } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole({ EARSHOT_FACTS_REVIEW: 'all' })

type Facts = { facts: { text: string }[]; total: number }
const textsOf = async (query: string) =>
  (await console.api<Facts>('GET', `/api/facts?${query}`)).facts.map(({ text }) => text).sort()

const STATEMENTS = [
  ['ann', 'Ann', 'I live in Rome'],
  ['ann', 'Ann', 'I moved to Lisbon'],
  ['bob', 'Bob', 'I am vegan'],
] as const

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
  await vi.waitFor(
    async () =>
      expect(await textsOf('thread_id=api%3Akitchen&status=proposed')).toHaveLength(
        STATEMENTS.length,
      ),
    { timeout: 100_000, interval: 500 },
  )
}, 120_000)

test('facts that wait are listed before a person is chosen, and confirmed or rejected there', async () => {
  const page = await console.open('/#/memory')
  const { total } = await console.api<Facts>('GET', '/api/facts?status=proposed&limit=200')
  await page.getByRole('heading', { name: `Waiting for review (${total})` }).waitFor()
  await checkAxe(page)
  const bob = page.getByRole('article', { name: 'Bob is vegan' })
  await bob.getByRole('button', { name: 'Reject: Bob is vegan' }).press('Enter')
  await page.getByText(/^Marked as wrong\./).waitFor()
  await bob.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: `Waiting for review (${total - 1})` }).waitFor()
  await page.locator('section:focus').waitFor()
  expect(await textsOf('person=api%3Abob')).toEqual([])
})

test('a person’s are above what is used already, which a confirmed one ends', async () => {
  const page = await console.open('/#/memory/api%3Aann')
  const waiting = page.getByRole('list', { name: /^Facts that wait/ })
  await page.getByRole('heading', { name: 'Waiting for review (2)' }).waitFor()
  await page.setViewportSize(NARROW)
  await checkAxe(page)
  await checkFits(page)
  for (const text of ['Ann lives in Rome', 'Ann lives in Lisbon']) {
    await waiting.getByRole('button', { name: `Confirm: ${text}` }).click()
    await page
      .getByRole('list', { name: /pinned ones first/ })
      .getByRole('article', { name: text })
      .waitFor()
  }
  await waiting.waitFor({ state: 'detached' })
  expect(await page.getByText('Waiting for review').count()).toBe(0)
  expect(await textsOf('person=api%3Aann')).toEqual(['Ann lives in Lisbon'])
})
