import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole, WIDE } from './browser.ts'

const console = useConsole({ EARSHOT_DAILY_TOKENS_WORKSPACE: '100000' })

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** The first chat there is: the demo. */
async function demoThread(): Promise<string> {
  const { chats } = await console.api<{ chats: { thread_id: string }[] }>('GET', '/api/chats')
  return chats[0]?.thread_id ?? ''
}

test('an operator sees figures, and they update live', async () => {
  const page = await console.open('/#/operations')
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const figures = page.getByRole('region', { name: 'Key figures' })
  const answers = figures.locator('div', { hasText: /^Answers/ }).getByRole('definition')
  await expect.poll(() => answers.textContent()).toMatch(/^0/)
  const thread_id = await demoThread()
  // The figures count by the clock of the server, not by the time that a caller passes.
  for (const minutes of [0, 90, 200]) {
    await console.api('POST', '/api/ask', {
      ...{ query: 'when do we meet?', thread_id, sent_at: minutesAgo(minutes) },
    })
  }
  await console.api('POST', '/api/context/build', { message: 'who books?', thread_id })
  // The page is not reloaded: the stream reports activity.
  await expect.poll(() => answers.textContent(), { timeout: 30_000 }).toBe('3plus 1 context')
  await page.getByLabel('Period', { exact: true }).selectOption('Last hour')
  await expect.poll(() => answers.textContent()).toBe('3plus 1 context')
})

test('a plot is explored by pointer or keys, and read as a table', async () => {
  const thread_id = await demoThread()
  await console.api('POST', '/api/ask', { query: 'when do we meet?', thread_id })
  const page = await console.open('/#/operations')
  const plot = page.getByRole('slider', { name: /^Answers and contexts over time/ })
  await plot.focus()
  const said = () => plot.getAttribute('aria-valuetext')
  const last = await said()
  expect(last).toMatch(/\d: answers \d+, contexts only \d+$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(said).not.toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(() => plot.getAttribute('aria-valuenow')).toBe('0')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the plot is not there')
  await page.mouse.move(box.x + box.width - 13, box.y + 40)
  await expect.poll(said).toBe(last)
  const tip = page.locator('.plot-tip')
  await tip.waitFor()
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.getByText('Show as table Answers and contexts').click()
  const table = page.getByRole('region', { name: 'Answers and contexts as a table' })
  await expect.poll(() => table.getByRole('row').count()).toBe(49)
})

test('what memory spent is told by kind of job, and that its limit is reached', async () => {
  const page = await console.open('/#/nowhere', { expected: /Failed to load resource/ })
  // This takes a paid model; here the figures are set.
  const topic = { job: 'topic', tokens: 1_400, cost_usd: 0.25 }
  const spender = { kind: 'chat', id: 'api:team', name: 'Team', tokens: 2_000, cost_usd: 0.5 }
  await page.route('**/api/operations/live', (route) => route.abort())
  await page.route('**/api/operations?**', async (route) => {
    const response = await route.fetch()
    const look = await response.json()
    const used = { memory_tokens: 1_400, memory_cost_usd: 0.25, memory_limit_tokens: 1_000 }
    const spend = { ...look.waiting.spend, ...used, memory_offline: true }
    const waiting = { ...look.waiting, spend }
    const spenders = [{ ...spender, memory: [topic] }]
    await route.fulfill({ response, json: { ...look, waiting, spenders, memory: [topic] } })
  })
  await page.goto('/#/operations')
  await page.getByText('Memory: 1,400 of its 1,000 tokens, $0.25.').waitFor()
  await page.getByText('Memory does without a language model until midnight UTC').waitFor()
  const jobs = page.getByRole('region', { name: 'Memory by kind of job' })
  await jobs.getByRole('row', { name: /^topics 1\.4K/ }).waitFor()
  const chats = page.getByRole('region', { name: 'Cost by chat' })
  await chats.getByRole('row', { name: /^Team .* 1\.4K topics$/ }).waitFor()
  await checkAxe(page)
})

test('without activity the page says so', async () => {
  const page = await console.open('/#/operations')
  await page.getByText('No failures since the process started.').waitFor()
  await page.getByText('No failed jobs.').waitFor()
  await page.getByText('No uncertain sends.').waitFor()
  const cost = page.locator('figure', { hasText: 'Answer cost' })
  await cost.getByText('None in this period').waitFor()
  await page.getByRole('img', { name: /^Daily token limit: left 100K/ }).waitFor()
})

const DEAD = {
  jobs: [
    {
      ...{ id: 'j1', kind: 'summarise', code: 'model_key_rejected', tries: 10 },
      ...{ data: { sessionId: 's1' }, failed_at: minutesAgo(5) },
    },
  ],
}
const UNCERTAIN = {
  sends: [
    {
      ...{ id: 7, kind: 'answer', state: 'uncertain', chat: '-100', topic: null, message_id: '9' },
      ...{ person: null, answer_id: null, sent_ids: [], problem: 'the connection broke' },
      ...{ created_at: minutesAgo(3), changed_at: minutesAgo(2) },
    },
  ],
}

test('a failed job is retried, an uncertain send is dismissed', async () => {
  const page = await console.open('/#/nowhere')
  // This takes a failing provider and network; here the responses are set.
  const asked: string[] = []
  let [dead, uncertain] = [DEAD, UNCERTAIN]
  await page.route('**/api/jobs/**', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: dead })
    asked.push(new URL(route.request().url()).pathname)
    dead = { jobs: [] }
    return route.fulfill({ json: { retried: true } })
  })
  await page.route('**/api/channels/sends**', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: uncertain })
    asked.push(new URL(route.request().url()).pathname)
    uncertain = { sends: [] }
    return route.fulfill({ json: {} })
  })
  await page.goto('/#/operations')
  await page.getByText('replace it in the settings').waitFor()
  await page.getByText('minutes ago · the connection broke').waitFor()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Queued again.').waitFor()
  await page.getByText('No failed jobs.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Dismissed.').waitFor()
  expect(asked).toEqual(['/api/jobs/j1/retry', '/api/channels/sends/7/dismiss'])
})

test('an unreachable server is reported, with a retry button', async () => {
  const page = await console.open('/#/nowhere', { expected: /Failed to load resource/ })
  await page.route('**/api/operations**', (route) => route.abort())
  await page.goto('/#/operations')
  await page.getByText('The server cannot be reached').waitFor()
  await page.getByText('Reconnecting…').waitFor()
  await page.unroute('**/api/operations**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Key figures' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
})

test.each([
  ['light', WIDE],
  ['dark', NARROW],
] as const)('it is accessible, %s', async (theme, size) => {
  const page = await console.open('/#/operations', { theme, size })
  await page.getByRole('slider', { name: /^Answers and contexts/ }).focus()
  await checkAxe(page)
  await checkFits(page)
})
