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
  // Enabled once the people of the chat are loaded; a key pressed before that is lost.
  await page
    .getByRole('button', { name: 'Ask', exact: true })
    .and(page.locator(':enabled'))
    .waitFor()
  await page.keyboard.press('Enter')
}

async function askFriends(page: Page, question: string): Promise<void> {
  await page.getByLabel('Ask about').selectOption('demo:friends')
  await page.getByLabel('Ask as').selectOption('Priya')
  await ask(page, question)
}

test('the first click asks about the demo chat, as the person who wrote last', async () => {
  const page = await console.open('/#/ask')
  await page.getByText('The examples are for the demo chat').waitFor()
  expect(await page.getByLabel('Ask about').inputValue()).toBe('demo:friends')
  await expect.poll(() => page.getByLabel('Ask as').inputValue()).toBe('demo:priya')
  const people = await page.getByLabel('Ask as').locator('option').allTextContents()
  expect(people.slice(0, -1)).toEqual(['Ann', 'Ben', 'Priya', 'Tom', 'Yuki'])
  provider().faults.push({ kind: 'text', text: 'The Thai place [1].' })
  await page.getByRole('button', { name: '@bot', exact: true }).click()
  const answer = page.getByRole('article', { name: 'Earshot' })
  await answer.getByText('Why this answer?').waitFor()
  expect(await answer.getByRole('region', { name: 'Citations' }).textContent()).toContain(
    'restaurant',
  )
  const { people: known } = await console.api<{ people: { id: string }[] }>('GET', '/api/people')
  expect(known.map(({ id }) => id)).not.toContain('api:console')
})

test('deleted people and chats are not offered', async () => {
  const chat = { channel: 'api', id: 'short', kind: 'group', title: 'Short-lived' }
  const sent_at = new Date().toISOString()
  const messages = ['ann', 'zoe'].map((id, i) => ({
    ...{ id: String(i), author: { id, name: id.toUpperCase() }, sent_at, text: 'Hello there' },
  }))
  await console.api('POST', '/api/messages', { chat, messages })
  await console.api('DELETE', '/api/people/api:zoe/memory')
  const page = await console.open('/#/ask', { expected: /404/ })
  await page.getByLabel('Ask about').selectOption('Short-lived')
  await expect
    .poll(() => page.getByLabel('Ask as').locator('option').allTextContents())
    .toEqual(['ANN', 'Nobody: without a person’s memory'])
  await console.api('DELETE', '/api/chats/api:short')
  await ask(page, 'Anybody there?')
  await page.getByText('No chat "api:short"').first().waitFor()
  await expect.poll(() => page.getByLabel('Ask about').inputValue()).toBe('demo:friends')
  expect(await page.getByLabel('Ask about').textContent()).not.toContain('Short-lived')
})

test('a mention without a question is answered, with citations that link to their messages', async () => {
  const page = await console.open('/#/ask')
  provider().faults.push({ kind: 'text', text: 'The **Thai** place [1] suits all.' })
  await askFriends(page, '@bot')
  const answer = page.getByRole('article', { name: 'Earshot' })
  await answer.getByText('Why this answer?').waitFor()
  expect(await answer.locator('b').first().textContent()).toBe('Thai')
  const citations = answer.getByRole('region', { name: 'Citations' })
  expect(await citations.textContent()).toContain('restaurant')
  const earlier = page.getByRole('navigation', { name: 'Earlier sessions' })
  await earlier.getByText('@bot').first().waitFor()
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
  await provider()
    .requests.slice(before)
    .find(({ body }) => body.includes('Where are the photos?'))?.left
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
  await page.getByLabel('Ask about').selectOption('No chat: my files and memory')
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
  await page.getByText('The examples are for the demo chat').waitFor()
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

test.each(['light', 'dark'] as const)(
  'the settings test the model with a real call, %s',
  async (theme) => {
    const page = await console.open('/#/settings/models', { size: NARROW, theme })
    // Only its own requests: summaries of sessions that ended may be requested meanwhile.
    const on = 'You are being checked for reachability.'
    const tests = () => provider().requests.filter(({ body }) => body.includes(on)).length
    const before = tests()
    const run = page.getByRole('button', { name: 'Test this model' })
    provider().faults.push({ kind: 'text', text: 'ready', on })
    await run.click()
    await page.getByText(/^compatible: .+ answered$/).waitFor()
    expect(tests()).toBe(before + 1)
    provider().faults.push({ kind: 'status', status: 401, on })
    await run.click()
    await page.getByText(/^compatible: .+ did not answer$/).waitFor()
    await page.getByText('model_key_rejected').waitFor()
    await checkFits(page)
    await checkAxe(page)
  },
)

test.each(['light', 'dark'] as const)(
  'operations show usage by day, chat and person, %s',
  async (theme) => {
    const ask = { query: 'Where are the photos?', thread_id: 'demo:friends' }
    provider().faults.push({ kind: 'text', text: 'In the album [1].' })
    await console.api('POST', '/api/ask', { ...ask, author: { id: 'priya', name: 'Priya' } })
    const page = await console.open('/#/operations', { size: NARROW, theme })
    const chats = page.getByRole('region', { name: 'Cost by chat' })
    await chats.getByRole('row', { name: /Friends who work together [1-9]/ }).waitFor()
    const people = page.getByRole('region', { name: 'Cost by person' })
    await people.getByRole('row', { name: /Priya [1-9]/ }).waitFor()
    const days = page.getByRole('slider', { name: /^Tokens by day over time/ })
    expect(await days.getAttribute('aria-valuetext')).toMatch(/answers [1-9].*, memory \d+$/)
    await page.getByText(/plus \d+ for memory on these days/).waitFor()
    await checkFits(page)
    await checkAxe(page)
  },
)

test.each(['light', 'dark'] as const)(
  'a question is asked again beside the original, %s',
  async (theme) => {
    const body = { query: 'Where are the photos?', thread_id: 'demo:friends' }
    provider().faults.push({ kind: 'text', text: 'In the album, says the model [1].' })
    const { answer_id: id } = await console.api<{ answer_id: string }>('POST', '/api/ask', body)
    const list = () => console.api<{ answers: unknown[] }>('GET', '/api/answers?limit=200')
    const before = (await list()).answers.length
    const page = await console.open(`/#/why/${id}`, { size: NARROW, theme, expected: /400/ })
    await page.getByLabel('Model', { exact: true }).fill('offline')
    await page.getByLabel('Prompt limit in tokens').fill('900')
    await page.getByRole('button', { name: 'Compare' }).click()
    const original = page.getByRole('region', { name: 'Original' })
    const again = page.getByRole('region', { name: 'Replay', exact: true })
    await original.getByText('In the album, says the model').waitFor()
    await again.getByText('shared album').first().waitFor()
    await again.getByText(/^offline: offline/).waitFor()
    expect((await list()).answers).toHaveLength(before)
    await checkFits(page)
    await checkAxe(page)
    await page.getByLabel('Model', { exact: true }).fill('nonsense')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('"nonsense" is not a model.').waitFor()
  },
)
