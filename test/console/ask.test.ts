import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW } from './browser.ts'
import { useProviderConsole } from './with-provider.ts'

const { console, provider } = useProviderConsole({
  EARSHOT_MODEL_RETRIES: '0',
  EARSHOT_PAGEAWAY_END_MINUTES: '1440',
  EARSHOT_TOPIC_DIALOG: 'on',
})

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

async function askFriends(page: Page, question: string): Promise<void> {
  await page.getByLabel('Ask about').selectOption('demo:friends')
  await page.getByLabel('Ask as').fill('priya')
  await ask(page, question)
}

test('a mention without a question is answered, with citations that link to their messages', async () => {
  const page = await console.open('/#/ask')
  provider().faults.push({ kind: 'text', text: 'The **Thai** place [1] suits all.' })
  await askFriends(page, '@bot')
  const answer = page.getByRole('article', { name: 'Earshot' })
  await answer.getByText('Why this answer?').waitFor()
  expect(await answer.locator('b').first().textContent()).toBe('Thai')
  const citations = answer.getByRole('region', { name: 'Citations' })
  expect(await citations.textContent()).toContain('restaurant')
  await page.getByRole('navigation', { name: 'Earlier sessions' }).getByText('@bot').waitFor()
  await checkAxe(page)
  await answer.getByRole('link', { name: /^Citation 1/ }).click()
  expect(page.url()).toMatch(/#\/chats\/demo%3Afriends\/messages\/\d+$/)
})

test('the chip shows the context of the answer, and its drawer lists it', async () => {
  const page = await console.open('/#/ask')
  provider().faults.push({ kind: 'text', text: 'Tomorrow at nine [1].' })
  await askFriends(page, 'When is the deploy of invoices?')
  await page.getByRole('button', { name: /^Context: \d+ pieces?$/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Context of the last answer' })
  expect(await drawer.textContent()).toContain('invoices')
  await checkAxe(page)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Context/ }).click()
  await drawer.getByText('Show full trace').click()
  await page.getByRole('heading', { name: 'Token budget' }).waitFor()
})

test('an answer can be stopped while it is streamed, and requested again', async () => {
  const page = await console.open('/#/ask')
  const before = provider().requests.length
  provider().faults.push({
    kind: 'stall',
    text: 'The heron photo is lovely, and so is the album. ',
  })
  await askFriends(page, 'Where are the photos?')
  const answers = page.getByRole('article', { name: 'Earshot' })
  await answers.getByText('The heron photo').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await answers.getByText('Stopped. The partial answer is not stored.').waitFor()
  // The request to the model is aborted, too.
  await provider().requests[before]?.left
  provider().faults.push({ kind: 'text', text: 'In the album [1].' })
  await answers.getByRole('button', { name: 'Ask again' }).click()
  await answers.getByText('In the album').waitFor()
})

test('a failed model call gets a fallback answer that says so', async () => {
  const page = await console.open('/#/ask')
  provider().faults.push({ kind: 'status', status: 500 })
  await askFriends(page, 'Where are the photos?')
  await page.getByText('Fallback answer: ').waitFor()
})

test('a session without a chat starts with its topic, is stored, and can be continued', async () => {
  const page = await console.open('/#/ask')
  await ask(page, 'What is new?')
  const dialog = page.getByRole('dialog', { name: 'Do you know today’s topic?' })
  await checkAxe(page)
  provider().faults.push({ kind: 'text', text: 'Nothing yet.' })
  await dialog.getByLabel('Topic').fill('Boat trips')
  await dialog.getByRole('button', { name: 'Start with this topic' }).click()
  await page.getByText('Nothing yet.').waitFor()
  await page.getByRole('button', { name: 'Context: Boat trips' }).waitFor()
  await page.getByRole('button', { name: 'New session' }).click()
  await page.getByRole('navigation', { name: 'Earlier sessions' }).getByText('What is new?').click()
  await page.getByText('Nothing yet.').waitFor()

  await page.getByRole('button', { name: 'New session' }).click()
  await ask(page, 'And now?')
  provider().faults.push({ kind: 'text', text: 'Still nothing.' })
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByText('Still nothing.').waitFor()
  const metrics = await (await fetch(`${console.url}/metrics`)).text()
  expect(metrics).toContain('earshot_chats_begun_total{dialog="answered"} 1')
  expect(metrics).toContain('earshot_chats_begun_total{dialog="skipped"} 1')
})

test.each(['light', 'dark'] as const)('it fits a phone, %s', async (theme) => {
  const page = await console.open('/#/ask', { size: NARROW, theme })
  await page.getByText('The examples are for the demo chat.').waitFor()
  await checkFits(page)
  await checkAxe(page)
  provider().faults.push({ kind: 'text', text: `It is said [1]. ${'x'.repeat(300)}` })
  await askFriends(page, 'Where are the photos?')
  await page.getByText('Why this answer?').waitFor()
  await checkFits(page)
  await checkAxe(page)
})

test('an unknown session is reported', async () => {
  const page = await console.open('/#/ask/nowhere', { expected: /404/ })
  await page.getByText('No session "nowhere" is known to you.').waitFor()
})
