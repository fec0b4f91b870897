import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

async function askFriends(query: string, author = { id: 'priya', name: 'Priya' }): Promise<string> {
  const body = { query, thread_id: 'demo:friends', author }
  return (await console.api<{ answer_id: string }>('POST', '/api/ask', body)).answer_id
}

test('without answers the page links to Ask', async () => {
  const page = await console.open('/#/why')
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor()
})

test('the list links to the full trace of an answer', async () => {
  await askFriends('@bot')
  const page = await console.open('/#/why')
  await page.getByRole('link', { name: '@bot' }).click()
  await page.getByText('Mention without a question').waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  for (const part of [
    'Token budget',
    'Latency',
    'Retrieval',
    'Ranking',
    'conversation',
    'offline',
    'Included (3)',
  ]) {
    expect(text).toContain(part)
  }
  await page.getByText(/^Excluded \(\d+\)$/).click()
  await page.getByText('other conversation', { exact: true }).first().waitFor()
  await page.getByText('Exact prompt').click()
  await page.getByText('Answer the line before [RESPOND]').waitFor()
  await checkAxe(page)
  await page.getByRole('link', { name: 'Ann' }).first().click()
  expect(page.url()).toContain('/messages/')
})

test('the parts of a score add up to it', async () => {
  const id = await askFriends('Where are the photos of the hike?')
  const page = await console.open(`/#/why/${id}`)
  const items = page.locator('.why-item')
  await items.first().waitFor()
  for (const item of await items.all()) {
    const score = Number(await item.locator('.why-score > b').textContent())
    const parts = await item.locator('.bar-legend b').allTextContents()
    const sum = parts.reduce((total, part) => total + Number(part), 0)
    expect(Math.abs(sum - score)).toBeLessThan(0.045)
  }
})

test('nearby messages are in a closed list of their own', async () => {
  const id = await askFriends('@bot', { id: 'ben', name: 'Ben' })
  const page = await console.open(`/#/why/${id}`)
  const nearby = page.locator('details', {
    hasText: 'Nearby messages, may be another conversation',
  })
  const text = nearby.getByText('The thai restaurant on 10th Ave?')
  expect(await text.isVisible()).toBe(false)
  await nearby.locator('summary').click()
  await text.waitFor()
})

test('feedback on a piece is stored, once', async () => {
  const id = await askFriends('When is the deploy of invoices?')
  const page = await console.open(`/#/why/${id}`)
  const item = page.locator('.why-item', { hasText: 'Not useful' }).first()
  await item.getByRole('button', { name: 'Useful', exact: true }).click()
  await item.getByText('Feedback saved.').waitFor()
  expect(await item.getByRole('button', { name: 'Not useful' }).isDisabled()).toBe(true)
})

test('a deleted message is removed from the trace, and so is the prompt', async () => {
  const chat = { channel: 'api', id: 'gone', kind: 'group', title: 'Gone' }
  const message = {
    id: '1',
    author: { id: 'ann', name: 'Ann' },
    sent_at: new Date().toISOString(),
    text: 'The vault opens with 4711',
  }
  await console.api('POST', '/api/messages', { chat, messages: [message] })
  const body = { query: 'What opens the vault?', thread_id: 'api:gone' }
  const { answer_id: id } = await console.api<{ answer_id: string }>('POST', '/api/ask', body)
  const page = await console.open(`/#/why/${id}`)
  await page.getByText('The vault opens with 4711').first().waitFor()
  await console.api('DELETE', '/api/messages/api:gone/1')
  await page.reload()
  await page.getByText('This piece was deleted.').waitFor()
  await page.getByText('Exact prompt').click()
  await page.getByText('No longer stored').waitFor()
  expect(await page.locator('body').textContent()).not.toContain('4711')
})

test.each(['light', 'dark'] as const)('it fits a phone, %s', async (theme) => {
  const id = await askFriends('Where are the photos of the hike?')
  const list = await console.open('/#/why', { size: NARROW, theme })
  await list.getByRole('link', { name: 'Where are the photos' }).first().waitFor()
  await checkFits(list)
  await checkAxe(list)
  const page = await console.open(`/#/why/${id}`, { size: NARROW, theme })
  await page.locator('.why-item').first().waitFor()
  await checkFits(page)
  await checkAxe(page)
})

test('an unknown answer is reported', async () => {
  const page = await console.open('/#/why/nothing', { expected: /404/ })
  await page.getByText('No answer "nothing" is known.').waitFor()
})
