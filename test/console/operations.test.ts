import { expect, test } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole, WIDE } from './browser.ts'

const console = useConsole({ EARSHOT_DAILY_TOKENS_WORKSPACE: '100000' })

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** The first chat there is: the demo. */
async function demoThread(): Promise<string> {
  const { chats } = await console.api<{ chats: { thread_id: string }[] }>('GET', '/api/chats')
  return chats[0]?.thread_id ?? ''
}

test('an operator sees what happened, and it goes on by itself', async () => {
  const page = await console.open('/#/operations')
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const figures = page.getByRole('region', { name: 'Key figures' })
  const answers = figures.locator('div', { hasText: /^Answers/ }).getByRole('definition')
  await expect.poll(() => answers.textContent()).toMatch(/^0/)
  const thread_id = await demoThread()
  for (const minutes of [0, 90, 200]) {
    await console.api('POST', '/api/ask', {
      ...{ query: 'when do we meet?', thread_id, sent_at: minutesAgo(minutes) },
    })
  }
  await console.api('POST', '/api/context/build', { message: 'who books?', thread_id })
  // Nobody reloads the page: the stream tells that something happened.
  await expect.poll(() => answers.textContent(), { timeout: 30_000 }).toBe('3and 1 contexts')
  await page.getByLabel('Time', { exact: true }).selectOption('Last hour')
  await expect.poll(() => answers.textContent()).toBe('1and 1 contexts')
})

test('a plot can be pointed at, walked through by keys, and read as a table', async () => {
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
  await page.getByText('As a table Answers and contexts').click()
  const table = page.getByRole('region', { name: 'Answers and contexts as a table' })
  await expect.poll(() => table.getByRole('row').count()).toBe(49)
})

test('where nothing happened, the page says so', async () => {
  const page = await console.open('/#/operations')
  await page.getByText('Nothing has gone wrong since this process started.').waitFor()
  await page.getByText('Nothing has failed for good.').waitFor()
  await page.getByText('Every message of the bot arrived, or was never begun.').waitFor()
  const cost = page.locator('figure', { hasText: 'Cost of answers' })
  await cost.getByText('Nothing yet').waitFor()
  await page.getByRole('img', { name: /^Tokens of the day’s limit: left 100K/ }).waitFor()
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

test('what failed for good is tried again, what may have arrived is decided', async () => {
  const page = await console.open('/#/nowhere')
  // Such things take a broken provider and a broken network; here the server's replies are set.
  const asked: string[] = []
  let [dead, uncertain] = [DEAD, UNCERTAIN]
  await page.route('**/api/jobs/**', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: dead })
    asked.push(new URL(route.request().url()).pathname)
    dead = { jobs: [] }
    return route.fulfill({ json: { retried: true } })
  })
  await page.route('**/api/telegram/sends**', async (route) => {
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
  await page.getByText('It is queued again.').waitFor()
  await page.getByText('Nothing has failed for good.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).waitFor()
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByText('It is left as it is.').waitFor()
  expect(asked).toEqual(['/api/jobs/j1/retry', '/api/telegram/sends/7/dismiss'])
})

test('a server that cannot be reached is told, with a way to try again', async () => {
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
] as const)('nothing to stumble over, %s', async (theme, size) => {
  const page = await console.open('/#/operations', { theme, size })
  await page.getByRole('slider', { name: /^Answers and contexts/ }).focus()
  await checkAxe(page)
  await checkFits(page)
})
