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

test('cited pieces come first, by score, and the threshold is marked', async () => {
  const id = await askFriends('When is the deploy of invoices?')
  const page = await console.open(`/#/why/${id}`)
  const included = page.locator('details', { hasText: /^Included/ }).locator('.why-item')
  await included.first().waitFor()
  const lines = await Promise.all(
    (await included.all()).map(async (item) => ({
      isCited: (await item.getByText('cited', { exact: true }).count()) > 0,
      score: Number(await item.locator('.why-score > b').textContent()),
    })),
  )
  const wanted = lines.toSorted(
    (a, b) => Number(b.isCited) - Number(a.isCited) || b.score - a.score,
  )
  expect(lines).toEqual(wanted)
  expect(lines[0]?.isCited).toBe(true)
  const lowest = Math.min(...lines.map(({ score }) => score)).toFixed(2)
  await page.getByText(`Threshold: the lowest included score is ${lowest}`).waitFor()
  await included.first().getByTitle(`lowest included score ${lowest}`).waitFor()
  await checkAxe(page)
})

test('the list is filtered by chat, person, model, time and citations', async () => {
  await askFriends('Where are the photos of the hike?')
  await askFriends('Who writes as Tom?', { id: 'tom', name: 'Tom' })
  const page = await console.open('/#/why')
  const rows = page.locator('tbody tr')
  const shows = (n: number) => expect.poll(() => rows.count()).toBe(n)
  await page.getByLabel('Asked by').selectOption('Tom')
  await shows(1)
  await page.getByRole('link', { name: 'Who writes as Tom?' }).waitFor()
  await page.getByLabel('Model').selectOption('offline')
  await page.getByLabel('Asked', { exact: true }).selectOption('in the last hour')
  await page.getByLabel('Chat', { exact: true }).selectOption('Friends who work together')
  await shows(1)
  const isCited = (await rows.first().textContent())?.includes('[1]') === true
  await page.getByLabel('Citations').selectOption(isCited ? 'false' : 'true')
  await page.getByText('No answers match.').waitFor()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
})

test('“Show in chat” marks the messages that were in and out, in words too', async () => {
  const id = await askFriends('@bot')
  const page = await console.open(`/#/why/${id}`)
  await page.getByRole('link', { name: 'Show in chat' }).click()
  const legend = page.getByRole('region', { name: 'What the answer used' })
  await legend.getByText('left out').waitFor()
  const feed = page.getByRole('feed')
  const thai = feed.locator('article', { hasText: 'The thai restaurant on 10th Ave?' })
  await thai.getByText('cited', { exact: true }).waitFor()
  expect(await thai.getAttribute('class')).toContain('chats-row-cited')
  await feed.getByText('left out', { exact: true }).first().waitFor()
  await thai.click()
  expect(page.url()).toContain(`/why/${id}`)
  await checkAxe(page)
  await legend.getByRole('link', { name: 'Hide trace' }).click()
  await expect.poll(() => feed.getByText('left out', { exact: true }).count()).toBe(0)
})

test.each(['light', 'dark'] as const)('a trace in the chat fits a phone, %s', async (theme) => {
  const id = await askFriends('@bot')
  const page = await console.open(`/#/chats/demo%3Afriends/why/${id}`, { size: NARROW, theme })
  await page.getByRole('feed').getByText('cited', { exact: true }).first().waitFor()
  await checkFits(page)
  await checkAxe(page)
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
  await page.reload()
  await item.getByText('rated useful 1×, not useful 0×').waitFor()
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
